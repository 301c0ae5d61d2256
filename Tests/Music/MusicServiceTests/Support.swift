import DBus
import Foundation
import Glibc
import MusicService
import Playback
import TestSupport
import Testing

/// A suite that needs a message bus; skipped where the machine or the build has none.
extension Trait where Self == ConditionTrait {
    static var needsBus: Self {
        .enabled(
            if: PrivateBus.isAvailable && DBusConnection.isSupported,
            "needs dbus-daemon and the trait DBus")
    }
}

/// A bus, a home, and processes of the music service on them.
///
/// Ownership: one test starts and ends the processes.
final class ServiceMachine: @unchecked Sendable {
    let bus: PrivateBus
    let folder: TemporaryFolder
    private var processes: [TestProcess] = []

    init(serviceFolder: Bool = false) throws {
        folder = try TemporaryFolder()
        let services = folder.file("services")
        try FileManager.default.createDirectory(
            atPath: services, withIntermediateDirectories: true)
        if serviceFolder {
            // The file that is installed, with the changes that it describes, and without sound.
            let name = "org.sori.Music1.service"
            let shipped = try String(
                contentsOf: repositoryFolder.appending(path: "data/" + name), encoding: .utf8)
            try shipped.split(separator: "\n")
                .filter { !$0.hasPrefix("SystemdService") }
                .map { $0.hasPrefix("Exec=") ? $0 + " --output null" : $0 }
                .joined(separator: "\n")
                .replacing("/usr/bin/sori", with: BuiltProgram.sori.url.path)
                .write(toFile: "\(services)/\(name)", atomically: true, encoding: .utf8)
        }
        // It looks for services when it starts.
        bus = try PrivateBus(
            serviceFolder: serviceFolder ? services : nil,
            environment: Self.environment(folder, address: nil))
    }

    deinit {
        for process in processes { Self.kill(process) }
    }

    private static func environment(
        _ folder: TemporaryFolder, address: String?
    ) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["HOME"] = folder.path
        environment["XDG_CONFIG_HOME"] = folder.file("config")
        environment["XDG_DATA_HOME"] = folder.file("data")
        environment["XDG_STATE_HOME"] = folder.file("state")
        environment["XDG_RUNTIME_DIR"] = folder.path
        environment["DBUS_SESSION_BUS_ADDRESS"] = address
        return environment
    }

    var statePath: String { folder.file("state/sori/music.json") }

    /// The environment of programs on the machine.
    var environment: [String: String] { Self.environment(folder, address: bus.address) }

    /// Starts the service, and returns when it is on the bus.
    func startService(_ words: [String] = []) async throws -> TestProcess {
        let owners = Received<String?>()
        let connection = DBusConnection(to: .address(bus.address))
        let watch = connection.watchOwner(of: MusicServiceNames.busName) { owners.add($0) }
        #expect(try await owners.next() == nil)
        let process = try start(["music", "--service", "--output", "null"] + words)
        while try await owners.next() == nil {}
        withExtendedLifetime(watch) {}
        connection.close()
        return process
    }

    func start(_ words: [String]) throws -> TestProcess {
        let process = TestProcess()
        process.executableURL = BuiltProgram.sori.url
        process.arguments = words
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = Pipe()
        try process.run()
        processes.append(process)
        return process
    }

    /// Runs a command on the machine.
    func sori(_ words: [String]) throws -> BuiltProgram.Result {
        try BuiltProgram.sori.run(words, environment: environment)
    }

    static func kill(_ process: TestProcess) {
        guard process.isRunning else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// A client that knows the state of the service.
    func connect() async throws -> MusicServiceClient {
        let client = MusicServiceClient(on: .address(bus.address), startsService: false)
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result { () throws in try client.waitUntilReady(timeoutSeconds: 60) })
            }
        }
        return client
    }

    /// Sound files of ten minutes, as items: longer than a busy machine takes for a test.
    func songs(_ count: Int) throws -> [MusicItem] {
        let first = folder.file("song1.wav")
        let samples = (0..<600 * 8000).map { Int16(($0 % 100) * 100) }
        try Data(wavFile(samples, rate: 8000)).write(to: URL(fileURLWithPath: first))
        return try (1...count).map { number in
            let path = folder.file("song\(number).wav")
            if number > 1 { try FileManager.default.linkItem(atPath: first, toPath: path) }
            return MusicItem(id: UInt64(number), albumID: UInt64(number) << 60, path: path)
        }
    }

    /// Asks the service again and again until the kept state has the player's position.
    ///
    /// - Returns: That position, which a pause may still move by some frames at first.
    func waitForState(_ client: MusicServiceClient) async throws -> Double {
        while true {
            try client.waitUntilReady()
            let seconds = client.snapshot.seconds
            if let bytes = FileManager.default.contents(atPath: statePath),
                let state = try JSONSerialization.jsonObject(with: bytes) as? [String: Any],
                let found = state["seconds"] as? Double, abs(found - seconds) < 1e-6
            {
                return seconds
            }
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}

/// The events of a client, for a test to wait for.
final class ClientEvents: Sendable {
    private let received = Received<MusicPlayerEvent>()

    init(_ client: MusicServiceClient) {
        let received = received
        _ = client.addObserver { received.add($0) }
    }

    /// Waits for an event.
    func wait(for isWanted: (MusicPlayerEvent) -> Bool) async throws {
        while !isWanted(try await received.next()) {}
    }

    func wait(forState state: MusicPlayerState) async throws {
        try await wait { if case .stateChanged(state) = $0 { true } else { false } }
    }

    func waitForQueue() async throws {
        try await wait { if case .queueChanged = $0 { true } else { false } }
    }

    func wait(forItem id: UInt64?) async throws {
        try await wait { if case .itemChanged(let item) = $0 { item?.id == id } else { false } }
    }
}
