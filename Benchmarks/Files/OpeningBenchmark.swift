import AudioCodecs
import AudioToolbox
import CommandLineTool

/// Opens a sound file of one second, reads its first 512 frames and closes it.
enum OpeningBenchmark {
    private static let frameCount = 512
    private static let openingCount = 50
    private static let kinds: [(ContainerKind, String)] = [
        (.caf, "CAF"), (.aiff, "AIFF"), (.wav, "WAV"),
    ]

    static func steps(_ files: BenchFiles) throws(ProgramError) -> [BenchStep] {
        let sound = BenchSound(seconds: 1, channelCount: 2)
        let sndfile = Sndfile()
        var steps: [BenchStep] = []
        for (kind, name) in kinds {
            let path = try files.pcm("short.\(kind.rawValue)", kind, sound)
            let title = "open \(name), first packets"
            if let sndfile {
                steps.append(
                    BenchStep(
                        Benchmark(
                            name: title, peer: "libsndfile", unit: "file",
                            unitCount: openingCount, goal: .speed(atLeast: 1), ours: ours(path),
                            theirs: repeated { () throws(ProgramError) in
                                try sndfile.open(path, readingFrames: frameCount)
                            })))
            } else {
                steps.append(BenchStep(skipping: title, because: "libsndfile is not installed"))
            }
            #if FFmpeg
                steps.append(
                    BenchStep(
                        Benchmark(
                            name: title, peer: "FFmpeg", unit: "file", unitCount: openingCount,
                            goal: .speed(atLeast: 6), ours: ours(path),
                            theirs: repeated { () throws(ProgramError) in
                                try FFmpegFile(path).readPacket()
                            })))
            #else
                steps.append(BenchStep(skipping: title, because: FileBench.withoutFFmpeg))
            #endif
        }
        return steps
    }

    private static func ours(_ path: String) -> Benchmark.Side {
        let url = NSURL(fileURLWithPath: path)
        let buffer = Buffer(byteCount: 4 * frameCount)
        return repeated { () throws(ProgramError) in
            try OpenedAudioFile(url, path).read(
                frameCount, from: 0, into: buffer.start, byteCount: 4 * frameCount)
        }
    }

    private static func repeated(
        _ open: @escaping () throws(ProgramError) -> Void
    ) -> Benchmark.Side {
        .init { () throws(ProgramError) in
            for _ in 0..<openingCount { try open() }
        }
    }
}
