import CommandLineTool

#if FFmpeg
    import CFFmpeg
#endif

/// The contests of `Benchmarks files`.
enum FileBench {
    static func steps(in folder: TemporaryFolder) throws(ProgramError) -> [BenchStep] {
        #if FFmpeg
            // FFmpeg would log a message for every file.
            av_log_set_level(AV_LOG_QUIET)
        #endif
        let files = BenchFiles(folder: folder)
        return try [BenchStep(PacketReadBenchmark.make(files))] + IMA4Benchmark.steps()
            + OpeningBenchmark.steps(files) + SystemSoundBenchmark.steps(files)
            + DecodingBenchmark.steps(files)
    }

    static let withoutFFmpeg = "built without FFmpeg"
}
