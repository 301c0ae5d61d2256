import DBus
import Foundation
import MediaControls
import MusicService
import TestSupport
import Testing

@Suite(
    "A sandboxed program and the music service", .serialized, .needsBus, .timeLimit(.minutes(10)),
    .enabled(if: Sandbox.reason == nil, Comment(rawValue: Sandbox.reason ?? "")))
struct SandboxedClientTests {
    private static let player = MPRIS.busName(for: "SoriMusic")

    private func probe(
        _ name: String, _ path: String, _ machine: ServiceMachine, _ client: DBusConnection
    ) async throws -> AccessProbe {
        let description = try await client.call(
            DBusMethodCall(
                to: name, path: path, interface: "org.freedesktop.DBus.Introspectable",
                member: "Introspect"), timeoutSeconds: 60
        ).first?.text
        return AccessProbe(
            of: name, at: path, describedBy: description ?? "", text: "file:///nowhere.wav")
    }

    /// The methods of the player that read.
    private static let reading: Set = [
        "org.sori.Music1.GetSnapshot", "org.sori.Music1.GetItems",
        "org.mpris.MediaPlayer2.TrackList.GetTracksMetadata",
    ]

    @Test("reads what is played, and controls it when it is configured", arguments: [false, true])
    func access(isAllowed: Bool) async throws {
        let machine = try ServiceMachine()
        if isAllowed {
            let folder = machine.folder.file("config/sori")
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            try Data("allow org.example.Remote music\n".utf8)
                .write(to: URL(fileURLWithPath: folder + "/device.conf"))
        }
        _ = try await machine.startService()
        let client = DBusConnection(to: .address(machine.bus.address))
        let names = [
            (MusicServiceNames.busName, MusicServiceNames.path), (Self.player, MPRIS.path),
        ]
        let sandbox = try Sandbox(ofFlatpak: "org.example.Remote", in: machine.folder)
        for (name, path) in names {
            let outcomes = try await probe(name, path, machine, client).run(
                machine.bus.address, in: sandbox,
                // It would end the service.
                where: { !$0.hasSuffix(".Quit") || !isAllowed })
            #expect(outcomes.count > 10)
            for outcome in outcomes {
                let reads =
                    outcome.name.hasPrefix("get ") || outcome.name.hasPrefix("all of ")
                    || Self.reading.contains(outcome.name)
                #expect(outcome.isDenied == !(reads || isAllowed), "\(outcome)")
            }
            let refusal = outcomes.first(where: \.isDenied)?.answer
            #expect(
                (refusal?.contains("'allow org.example.Remote music' in device.conf") ?? isAllowed))
        }
    }
}
