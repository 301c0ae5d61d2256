import CommandLineTool
import Foundation
#if PipeWire
    import AudioModel
    import AudioToolbox
    import Glibc
    import HostLinux
    import SoundClient
#endif

/// Measures how long sound takes from the app to the sink, by the sink's monitor, beside a bare stream
/// of PipeWire's and `pw-loopback`.
enum LatencyBench {
    /// What an app gets that asks for buffers of 5 ms.
    static let blockFrames = 256
    static let sink = "speaker"
    /// The sink that the microphone captures.
    static let source = "hdmi"

    private static let bank = URL(fileURLWithPath: "/usr/share/sounds/sf2/TimGM6mb.sf2")

    static let names = [
        "callback to sink: a bare stream", "callback to sink: RemoteIO",
        "callback to sink: RemoteIO, off its time stamp",
        "callback to sink: RemoteIO, off the session's figures",
        "input to sink: pw-loopback", "input to sink: RemoteIO", "input to sink: voice unit",
        "input to sink: engine", "scheduleBuffer to sink", "note to sink",
    ]

    #if !PipeWire
        static func steps() -> [BenchStep] {
            names.map {
                BenchStep(skipping: $0, because: "this program was built without PipeWire")
            }
        }
    #else
        static let blockNanoseconds = Double(blockFrames) / 48_000 * 1e9
        /// Clicks in a round.
        private static let clicksPerRound = 5
        /// How far a time stamp may be off, in nanoseconds.
        private static let stampNanosecondsMax = 2e6

        static func steps() -> [BenchStep] {
            [
                step(names[0]) { timing throws(ProgramError) in
                    .init(try bareStream(timing), .nanoseconds)
                },
                step(names[1]) { timing throws(ProgramError) in
                    let bare = try bareStream(timing)
                    return .init(
                        try remoteIO(timing).latency, .nanoseconds, most: bare + blockNanoseconds)
                },
                step(names[2]) { timing throws(ProgramError) in
                    .init(try remoteIO(timing).stampError, .nanoseconds, most: stampNanosecondsMax)
                },
                step(names[3]) { timing throws(ProgramError) in
                    .init(
                        try remoteIO(timing).promiseError, .nanoseconds, most: stampNanosecondsMax)
                },
                step(names[4]) { timing throws(ProgramError) in
                    .init(try loopback(timing), .nanoseconds)
                },
                step(names[5]) { timing throws(ProgramError) in
                    .init(
                        try playThrough(UInt32(kAudioUnitSubType_RemoteIO), timing), .nanoseconds)
                },
                step(names[6]) { timing throws(ProgramError) in
                    .init(
                        try playThrough(UInt32(kAudioUnitSubType_VoiceProcessingIO), timing),
                        .nanoseconds)
                },
                step(names[7]) { timing throws(ProgramError) in
                    .init(try playThrough(nil, timing), .nanoseconds)
                },
                step(names[8]) { timing throws(ProgramError) in
                    let app = try LatencyApp()
                    return .init(try calls(try app.startPlayer(), app, timing), .nanoseconds)
                },
                FileManager.default.fileExists(atPath: bank.path)
                    ? step(names[9]) { timing throws(ProgramError) in
                        let app = try LatencyApp()
                        return .init(
                            try calls(try app.startSampler(bank), app, timing), .nanoseconds)
                    } : BenchStep(skipping: names[9], because: "there is no \(bank.path)"),
            ]
        }

        private static func step(
            _ name: String,
            _ measure: @escaping (BenchmarkTimer) throws(ProgramError) -> Measure.Figure
        ) -> BenchStep {
            BenchStep(name: name) { timing throws(ProgramError) in
                if !PrivateServerScript.isInside {
                    return .skipped(reason: "it needs a private PipeWire")
                }
                return .found(try measure(timing))
            }
        }

        // MARK: Paths

        private static func bareStream(_ timing: BenchmarkTimer) throws(ProgramError) -> Double {
            let clicker = Clicker()
            let output = PipeWireOutput(
                .init(role: .game, target: sink, blockFrames: blockFrames))
            defer { output.stop() }
            try started { () throws(DeviceError) in try output.start(clicker.client) }
            return try median(clicks(clicker, timing).map { $0.heard - $0.written })
        }

        private static func remoteIO(
            _ timing: BenchmarkTimer
        ) throws(ProgramError) -> (latency: Double, stampError: Double, promiseError: Double) {
            let clicker = Clicker()
            let app = try LatencyApp()
            try app.startUnit(
                UInt32(kAudioUnitSubType_RemoteIO), clicker, playsThrough: false)
            let clicks = try clicks(clicker, timing)
            let latency = median(clicks.map { $0.heard - $0.written })
            let promised = try app.promisedSeconds() * 1e9
            return (
                latency, median(clicks.map { abs($0.heard - $0.due) }), abs(latency - promised)
            )
        }

        private static func playThrough(
            _ subType: UInt32?, _ timing: BenchmarkTimer
        ) throws(ProgramError) -> Double {
            let app = try LatencyApp(capturing: source)
            if let subType {
                try app.startUnit(subType, Clicker(), playsThrough: true)
            } else {
                try app.startPlayThrough()
            }
            return try fed(timing)
        }

        /// What `pw-loopback` takes between the same sinks.
        private static func loopback(_ timing: BenchmarkTimer) throws(ProgramError) -> Double {
            let child = Process()
            child.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            child.arguments = [
                "pw-loopback", "-l", "5", "-C", source, "-P", sink, "--capture-props",
                "{ stream.capture.sink=true }",
            ]
            do { try child.run() } catch {
                throw ProgramError(.deviceMissing, "pw-loopback: \(error)", in: "Benchmarks")
            }
            defer {
                child.terminate()
                child.waitUntilExit()
            }
            return try fed(timing)
        }

        /// The time from a click in the source to the one in the sink.
        private static func fed(_ timing: BenchmarkTimer) throws(ProgramError) -> Double {
            let clicker = Clicker()
            let feeder = PipeWireOutput(
                .init(role: .game, target: source, blockFrames: blockFrames))
            defer { feeder.stop() }
            try started { () throws(DeviceError) in try feeder.start(clicker.client) }
            return try median(clicks(clicker, timing).map { $0.heard - $0.written })
        }

        private static func calls(
            _ call: () throws(ProgramError) -> Void, _ app: LatencyApp, _ timing: BenchmarkTimer
        ) throws(ProgramError) -> Double {
            let probe = try startedProbe()
            var latencies: [Double] = []
            for _ in 0..<timing.roundCount * clicksPerRound {
                try timing.checkEnd()
                pause()
                probe.arm()
                let before = LinuxClock.now
                try call()
                if let time = heard(probe) {
                    latencies.append(Double((time - before).nanoseconds))
                }
            }
            withExtendedLifetime(app) {}
            guard !latencies.isEmpty else { throw silence }
            return median(latencies)
        }

        // MARK: Clicks

        private struct Click {
            var written: Double
            var due: Double
            var heard: Double
        }

        private static func clicks(
            _ clicker: Clicker, _ timing: BenchmarkTimer
        ) throws(ProgramError) -> [Click] {
            let probe = try startedProbe()
            awaitPath(clicker, probe)
            var clicks: [Click] = []
            for _ in 0..<timing.roundCount * clicksPerRound {
                try timing.checkEnd()
                pause()
                probe.arm()
                clicker.request()
                // A machine that has too much to do may lose one.
                guard let time = heard(probe), let written = clicker.clickTime else { continue }
                clicks.append(
                    Click(
                        written: Double(written.nanoseconds),
                        due: Double(clicker.dueTime?.nanoseconds ?? 0),
                        heard: Double(time.nanoseconds)))
            }
            guard !clicks.isEmpty else { throw silence }
            return clicks
        }

        /// Clicks until one is heard: the server may still make the path.
        private static func awaitPath(_ clicker: Clicker, _ probe: MonitorProbe) {
            for _ in 0..<20 where probe.foundTime == nil {
                probe.arm()
                clicker.request()
                usleep(300_000)
            }
        }

        private static func startedProbe() throws(ProgramError) -> MonitorProbe {
            let probe = MonitorProbe(sink)
            try started { () throws(DeviceError) in try probe.start() }
            let deadline = LinuxClock.now + .seconds(5)
            while probe.blockCount < 20, LinuxClock.now < deadline { usleep(5_000) }
            return probe
        }

        /// Lets the last sound die away, for a time that is no multiple of a block.
        private static func pause() { usleep(250_000 + UInt32.random(in: 0..<6_000)) }

        private static func heard(_ probe: MonitorProbe) -> HostTime? {
            let deadline = LinuxClock.now + .seconds(1)
            while LinuxClock.now < deadline {
                if let time = probe.foundTime { return time }
                usleep(2_000)
            }
            return nil
        }

        private static var silence: ProgramError {
            ProgramError(.expectationFailed, "nothing is heard", in: "Benchmarks")
        }

        private static func started(
            _ body: () throws(DeviceError) -> Void
        ) throws(ProgramError) {
            do throws(DeviceError) { try body() } catch {
                throw ProgramError(.deviceMissing, error.why, advice: error.advice)
            }
        }
    #endif
}
