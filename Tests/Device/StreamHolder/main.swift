import Glibc
import ProgramStreams

// Holds every stream that plays until it is killed; with `duck` it attenuates them to a quarter, and
// with `release` it releases what such a process has left, with `count` it counts that, with
// `latency N` it measures.

func say(_ text: String) {
    print(text)
    fflush(nil)
}

#if PipeWire
    if CommandLine.arguments.contains("release") {
        do {
            say("released \(try ProgramStreamGuard.releaseLeftovers())")
        } catch {
            say("failed: \(error)")
            exit(1)
        }
    } else if CommandLine.arguments.contains("count") {
        say("left \(try ProgramStreamGuard.countLeftovers())")
    } else if CommandLine.arguments.contains("latency") {
        try printGainLatency(
            streamCount: CommandLine.arguments.last.flatMap { Int($0) } ?? 200, rounds: 20)
    } else {
        let gain: Float = CommandLine.arguments.contains("duck") ? 0.25 : 0
        var options = ProgramStreamGuard.Options()
        options.holdsExistingStreams = true
        let (streams, appeared) = AsyncStream.makeStream(of: ProgramStream.self)
        let streamGuard = try ProgramStreamGuard(options) { event in
            if case .appeared(let stream) = event { appeared.yield(stream) }
        }
        for await stream in streams {
            // What records the sinks for a test is left alone.
            let isRecorder = stream.direction == .monitorCapture
            streamGuard.set(gain: isRecorder ? 1 : gain, for: stream.serial)
            say(isRecorder ? "left \(stream.serial)" : "held \(stream.serial)")
        }
    }
#endif
