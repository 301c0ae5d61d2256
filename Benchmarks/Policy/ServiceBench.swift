#if PipeWire
    import AudioModel
    import CommandLineTool
    import DeviceConnections
    import Foundation
    import HostLinux
    import SoundServer

    /// Measures what an app's requests cost when a device service decides: the service is `sori
    /// daemon`, built beside this program.
    ///
    /// On one processor (`taskset -c 0`) a request is two switches of tasks; on two, both sides wake
    /// up from idle.
    enum ServiceBench {
        private static let activationCount = 2_000
        private static let readCount = 100_000
        private static let startSecondsMax = 10.0

        static func steps(in place: TemporaryFolder) -> [BenchStep] {
            let daemon = folder(of: ownPath()) + "/sori"
            let title =
                "activation across processes, \(hasOneProcessor ? "one processor" : "two or more")"
            let reading = "other audio playing, read from the service's page"
            guard access(daemon, X_OK) == 0 else {
                return [title, reading].map {
                    BenchStep(skipping: $0, because: "\(daemon) is not built")
                }
            }
            return [
                BenchStep(name: title) { timing throws(ProgramError) in
                    let app = try ServedApp(daemon, place)
                    let seconds = try times(activationCount, timing) { () throws(ProgramError) in
                        try app.ask(.activate)
                    } after: { () throws(ProgramError) in
                        try app.ask(.deactivate(notifyingOthers: true))
                    }
                    return .found(
                        .init(
                            median(seconds) * 1e9, .nanosecondsAnEvent,
                            most: hasOneProcessor ? 20_000 : 60_000))
                },
                BenchStep(name: reading) { timing throws(ProgramError) in
                    let app = try ServedApp(daemon, place)
                    let start = timing.now()
                    var playing = 0
                    for _ in 0..<readCount where app.isOtherAudioPlaying { playing += 1 }
                    guard playing == 0 else {
                        throw ProgramError(.expectationFailed, "no other app plays", in: daemon)
                    }
                    let seconds = (timing.now() - start) / Double(readCount)
                    return .found(.init(seconds * 1e9, .nanosecondsAnEvent, most: 1_000))
                },
            ]
        }

        /// Whether this process may run on one processor only.
        private static let hasOneProcessor: Bool = {
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
            return line?.contains(where: { $0 == "-" || $0 == "," }) == false
        }()

        /// The time of each event in seconds.
        private static func times(
            _ count: Int, _ timing: BenchmarkTimer, _ event: () throws(ProgramError) -> Void,
            after: () throws(ProgramError) -> Void
        ) throws(ProgramError) -> [Double] {
            var seconds: [Double] = []
            for _ in 0..<count {
                try timing.checkEnd()
                let start = timing.now()
                try event()
                seconds.append(timing.now() - start)
                try after()
            }
            return seconds
        }

        /// A device service, and an app that it serves.
        private final class ServedApp {
            private let service: BenchChildProcess
            private let server: Server
            private let connection: DeviceServiceConnection

            init(_ daemon: String, _ folder: TemporaryFolder) throws(ProgramError) {
                let socket = folder.path(of: "service.sock")
                service = try BenchChildProcess([
                    daemon, "daemon", "--no-guard", "--input", "off", "--socket", socket,
                    "--state", folder.path(of: "service"),
                ])
                let queue = DispatchQueue(label: "bench.service")
                let server = Server(clock: LinuxClock(queue: queue))
                self.server = server
                let deadline = LinuxClock.now + .seconds(startSecondsMax)
                while access(socket, R_OK) != 0 {
                    guard service.isRunning, LinuxClock.now < deadline else {
                        throw ProgramError(
                            .deviceMissing, "the service does not start", in: daemon,
                            advice: service.lastComplaint())
                    }
                    usleep(5_000)
                }
                connection = DeviceServiceConnection(
                    AppDescription(name: "Bench"), socketPath: socket,
                    events: DeviceServiceConnection.Events(), ownServer: { server },
                    DeafReceiver())
                guard connection.isServed else {
                    throw ProgramError(.deviceMissing, "the service does not answer", in: daemon)
                }
                try ask(.setCategory(.playback, .default, .mixWithOthers, .default))
            }

            deinit {
                connection.disconnect(.quit)
                server.close()
            }

            func ask(_ request: AppRequest) throws(ProgramError) {
                do throws(SessionError) {
                    try connection.request(request)
                } catch {
                    throw ProgramError(.expectationFailed, "refused: \(error)", in: "Benchmarks")
                }
            }

            var isOtherAudioPlaying: Bool {
                connection.session.isOtherAudioPlaying
            }
        }
    }
#endif
