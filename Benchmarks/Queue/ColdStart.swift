#if PipeWire
    import AudioModel
    import CommandLineTool
    import Foundation
    import HostLinux
    import SoundClient
    import SoundRuntime

    /// Measures the time from nothing to the first frame that PipeWire takes, and PipeWire's own
    /// share of it: a stream of silence opened in the same way, without a queue or an app.
    enum ColdStart {
        static let names = [
            "cold start to first frame, through PipeWire",
            "of it PipeWire's: a bare stream's first block",
        ]
        private static let secondsMax = 5.0

        static func steps() -> [BenchStep] {
            [
                step(names[0]) { () throws(ProgramError) in
                    let output = ObservedOutput()
                    let phone = EmbeddedPhone(outputRate: output.sampleRate, output: output)
                    let tone = BenchSound(toneOfSeconds: 1).integers(isBigEndian: false)
                    let queue = try BenchQueue(phone.app, repeating: tone)
                    defer {
                        queue.dispose()
                        output.stop()
                    }
                    try queue.prime()
                    let start = LinuxClock.now
                    try queue.start()
                    return try wait(output) { $0.firstSoundTime } - start
                },
                step(names[1]) { () throws(ProgramError) in
                    let output = ObservedOutput()
                    defer { output.stop() }
                    let start = LinuxClock.now
                    do throws(DeviceError) {
                        try output.startBare()
                    } catch {
                        throw ProgramError(.deviceMissing, error.why, advice: error.advice)
                    }
                    return try wait(output) { $0.firstBlockTime } - start
                },
            ]
        }

        private static func wait(
            _ output: ObservedOutput, for time: (RenderWatch) -> HostTime?
        ) throws(ProgramError) -> HostTime {
            let deadline = LinuxClock.now + .seconds(secondsMax)
            while LinuxClock.now < deadline {
                if let time = time(output.watch) { return time }
                usleep(500)
            }
            throw ProgramError(.deviceMissing, "PipeWire asks for no sound", in: "Benchmarks")
        }

        private static func step(
            _ name: String, _ start: @escaping () throws(ProgramError) -> HostInterval
        ) -> BenchStep {
            BenchStep(name: name) { timing throws(ProgramError) in
                if let reason = QueueBench.whyNoServer() {
                    return .skipped(reason: reason)
                }
                var times: [Double] = []
                for _ in 0..<timing.roundCount {
                    try timing.checkEnd()
                    times.append(Double(try start().nanoseconds))
                }
                return .found(.init(median(times), .nanoseconds))
            }
        }
    }
#endif
