import AudioCodecs
import CommandLineTool
import Glibc
#if PipeWire
    import HostLinux
    import SoundClient
#endif

/// Measures audio queues: start latency, processor time, and memory left behind.
enum QueueBench {
    static func steps(in folder: TemporaryFolder) -> [BenchStep] {
        StartLatency.steps() + serverSteps(BenchFiles(folder: folder)) + QueueChurn.steps()
    }

    #if PipeWire
        private static func serverSteps(_ files: BenchFiles) -> [BenchStep] {
            ColdStart.steps() + QueueProcessorTime.steps(files) + Underruns.steps(files)
        }

        /// Makes a WAV file of 16-bit stereo at 44.1 kHz.
        static func toneFile(_ files: BenchFiles, seconds: Int) throws(ProgramError) -> String {
            try files.pcm(
                "tone-\(seconds).wav", .wav, BenchSound(toneOfSeconds: 1), repeatCount: seconds)
        }

        /// The reason why PipeWire is not available; `nil` if it answers.
        static func whyNoServer() -> String? {
            do throws(DeviceError) {
                try PipeWireOutput().connect()
                return nil
            } catch {
                return "\(error.why); \(error.advice)"
            }
        }

        /// Runs the benchmark again beside private sound servers, if they can be started: nothing
        /// is audible then, and nothing else plays. Returns if that is impossible or unnecessary.
        ///
        /// - Parameter niceness: The niceness of the servers and of the benchmark; `nil` for the present
        ///   one.
        static func moveToPrivateServer(
            only: String, niceness: Int? = nil,
            of names: [String] = ColdStart.names + QueueProcessorTime.names + Underruns.names
        ) {
            guard !PrivateServerScript.isInside,
                names.contains(where: { only.isEmpty || $0.contains(only) }),
                let script = PrivateServerScript.path()
            else { return }
            let options = niceness.map { ["--nice", "\($0)"] } ?? []
            let words = [script] + options + [ownPath()] + CommandLine.arguments.dropFirst()
            var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
            execv(script, &pointers)
            for pointer in pointers { free(pointer) }
        }
    #else
        private static func serverSteps(_ files: BenchFiles) -> [BenchStep] {
            [
                BenchStep(
                    skipping: "through PipeWire",
                    because: "this program was built without PipeWire")
            ]
        }
    #endif
}
