#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
#if PipeWire
    import HostLinux
    import SoundClient
#endif

/// Audio queues: how soon they are heard, what they cost, and what they leave behind.
enum QueueBench {
    static func steps(in folder: TemporaryFolder) -> [BenchStep] {
        StartLatency.steps() + serverSteps(BenchFiles(folder: folder)) + QueueChurn.steps()
    }

    #if PipeWire
        private static func serverSteps(_ files: BenchFiles) -> [BenchStep] {
            ColdStart.steps() + QueueProcessorTime.steps(files) + Underruns.steps(files)
        }

        /// 16-bit stereo at 44.1 kHz, in a WAV file.
        static func toneFile(_ files: BenchFiles, seconds: Int) throws(ProgramError) -> String {
            try files.pcm(
                "tone-\(seconds).wav", .wav, BenchSound(toneOfSeconds: 1), repeatCount: seconds)
        }

        /// `nil` when PipeWire answers.
        static func whyNoServer() -> String? {
            do throws(DeviceError) {
                try PipeWireOutput().connect()
                return nil
            } catch {
                return "\(error.why); \(error.advice)"
            }
        }

        /// Runs the bench anew beside sound servers of its own, where it can start some: nothing is
        /// heard then, and nothing else plays. Returns where it cannot, or need not.
        static func moveToPrivateServer(only: String) {
            let names = ColdStart.names + QueueProcessorTime.names + Underruns.names
            guard !PrivateServerScript.isInside,
                names.contains(where: { only.isEmpty || $0.contains(only) }),
                let script = PrivateServerScript.path()
            else { return }
            let words = [script, ownPath()] + CommandLine.arguments.dropFirst()
            var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
            execv(script, &pointers)
            for pointer in pointers { free(pointer) }
        }
    #else
        private static func serverSteps(_ files: BenchFiles) -> [BenchStep] {
            [
                BenchStep(
                    skipping: "through PipeWire",
                    because: "this sori was built without PipeWire")
            ]
        }
    #endif
}
