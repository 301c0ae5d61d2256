import DBus
import DeviceEvents
import DeviceService
import Foundation
import LiveDevice
import TestSupport
import Testing

@Suite(
    "A sandboxed program and the device service", .serialized,
    .enabled(
        if: PrivateBus.isAvailable && DBusConnection.isSupported,
        "needs dbus-daemon and the trait DBus"),
    .enabled(if: Sandbox.reason == nil, Comment(rawValue: Sandbox.reason ?? "")))
struct SandboxedProgramTests {
    private static let app = "org.example.Remote"
    private static let objects = [
        DeviceServiceNames.path, "/org/sori/Calls1", "/org/sori/Alarms1",
    ]

    private struct Machine {
        let bus: PrivateBus
        let service: ServiceFolder
        let probes: [AccessProbe]
        let client: DBusConnection

        init(_ lines: String = "") throws {
            let bus = try PrivateBus()
            self.bus = bus
            service = try ServiceFolder()
            let (configuration, problems) = ServiceConfiguration.parse(lines)
            #expect(problems.isEmpty)
            try service.start(bus: bus, configuration: configuration)
            let client = DBusConnection(to: .address(bus.address))
            self.client = client
            waitUntil("the service") { (try? Self.describe(objects[0], client)) != nil }
            probes = try objects.map { path in
                let description = try Self.describe(path, client)
                return AccessProbe(
                    of: DeviceServiceNames.busName, at: path, describedBy: description,
                    text: "switch silent")
            }
        }

        private static func describe(_ path: String, _ client: DBusConnection) throws -> String {
            try client.callAndWait(
                DBusMethodCall(
                    to: DeviceServiceNames.busName, path: path,
                    interface: "org.freedesktop.DBus.Introspectable", member: "Introspect")
            ).first?.text ?? ""
        }

        func outcomes(
            in sandbox: Sandbox?, where isWanted: (String) -> Bool = { _ in true }
        ) throws -> [AccessProbe.Outcome] {
            try probes.flatMap { try $0.run(bus.address, in: sandbox, where: isWanted) }
        }

        func flatpak(isMounted: Bool = true) throws -> Sandbox {
            try Sandbox(
                ofFlatpak: SandboxedProgramTests.app, in: service.folder, isMounted: isMounted)
        }

        var ringSwitch: String? { service.host?.status.ringSwitch }
    }

    /// What every program may do: read the state of the device.
    private static let open: Set<String> = [
        "Version", "Profile", "RingSwitch", "Locked", "Call", "Interrupters", "Route",
        "Sink", "Accessories", "MediaVolume", "RingerVolume", "CallVolume", "SettingsOff",
    ]

    @Test("may read the device's own state, and nothing else unless it is configured")
    func refused() throws {
        let machine = try Machine()
        let outcomes = try machine.outcomes(in: machine.flatpak())
        let allowed = Set(outcomes.filter { !$0.isDenied }.map(\.name))
        var expected = Set(Self.open.map { "get \(DeviceServiceNames.interface).\($0)" })
        expected.formUnion([
            "all of org.sori.Device1", "all of org.sori.Calls1", "all of org.sori.Alarms1",
        ])
        #expect(allowed == expected)
        #expect(outcomes.count > expected.count + 12)
        let all = outcomes.first { $0.name == "all of org.sori.Device1" }
        #expect(all?.answer == "ok " + Self.open.sorted().joined(separator: ","))
        #expect(machine.ringSwitch == "ring")
        // The error and the journal name the program, the method and how it can be allowed.
        let perform = try #require(outcomes.first { $0.name.hasSuffix(".Perform") }).answer
        for part in [
            "\(Self.app), sandboxed (process ", "org.sori.Device1.Perform 'switch silent'",
            "'allow \(Self.app) switch' in device.conf",
        ] {
            #expect(perform.contains(part), "\(perform)")
        }
        let sentence = perform.drop { $0 != " " }.dropFirst()
        #expect(machine.service.logged.all.contains(String(sentence)))
        waitUntil("the journal") {
            machine.service.host?.withDevice { device in
                device.journal.last(100).contains { $0.hasSuffix(sentence) }
            } == true
        }
    }

    @Test("may do what the configuration allows it, and no more")
    func allowed() throws {
        let machine = try Machine("allow \(Self.app) switch read")
        let outcomes = try machine.outcomes(in: machine.flatpak())
        func isDenied(_ member: String) -> Bool? {
            outcomes.first { $0.name == "org.sori.Device1.\(member)" }?.isDenied
        }
        #expect(isDenied("Perform") == false && machine.ringSwitch == "silent")
        for member in ["Why", "GetStatus", "GetLog", "FollowLog"] {
            #expect(isDenied(member) == false, "\(member)")
        }
        for member in ["BringToFront", "SetForeground", "LeaveFront"] {
            #expect(isDenied(member) == true, "\(member)")
        }
        #expect(outcomes.filter { $0.name.hasPrefix("org.sori.Calls1") }.allSatisfy { $0.isDenied })
        #expect(outcomes.filter { $0.name.hasPrefix("get ") }.allSatisfy { !$0.isDenied })
    }

    @Test("with everything allowed is as good as any", arguments: [Self.app, "unidentified"])
    func everything(name: String) throws {
        let machine = try Machine("allow \(name) all")
        let sandbox = name == Self.app ? try machine.flatpak() : Sandbox()
        #expect(try machine.outcomes(in: sandbox).allSatisfy { !$0.isDenied })
    }

    @Test("has no name without a description that is mounted")
    func unidentified() throws {
        let machine = try Machine("allow \(Self.app) all")
        for sandbox in [Sandbox(), try machine.flatpak(isMounted: false)] {
            let outcome = try machine.outcomes(in: sandbox) { $0.hasSuffix(".Perform") }.first
            #expect(outcome?.isDenied == true)
            #expect(outcome?.answer.contains("'allow unidentified switch'") == true)
        }
        #expect(machine.ringSwitch == "ring")
    }

    @Test("is no program of the user's, who may do everything")
    func unconfined() throws {
        let machine = try Machine()
        #expect(try machine.outcomes(in: nil).allSatisfy { !$0.isDenied })
        #expect(machine.ringSwitch == "silent")
    }

    @Test("has no process that has ended")
    func ended() throws {
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", ":"]
        try process.run()
        process.waitUntilExit()
        let refused = Notes()
        let program = ConnectedProgram(
            process: process.processIdentifier,
            DBusAccessPolicy(refused: { refused.add($0) }))
        #expect(!program.may("openURL", permission: "front"))
        #expect(refused.all.count == 1 && refused.all[0].hasSuffix("it has ended"))
    }
}
