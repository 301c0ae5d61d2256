import AudioCodecs
import AudioFormats
import AudioModel
import CommandLineTool

/// Decodes compressed files from start to end with `FrameReader`, and with libavformat and
/// libavcodec used directly. The peer's samples stay in its own format; ours are interleaved
/// floats.
enum DecodingBenchmark {
    private static let seconds = 30
    private static let pieceFrameCount = 4096

    static func steps(_ files: BenchFiles) throws(ProgramError) -> [BenchStep] {
        #if FFmpeg
            let sound = BenchSound(seconds: seconds, channelCount: 2)
            let aac = try files.coded(
                "aac.m4a", .m4a, sound, sound.format(.mpeg4AAC), bitRate: 128_000)
            let lossless = try files.coded(
                "alac.m4a", .m4a, sound, sound.format(.appleLossless, flags: 1))
            return [
                try step("decode AAC in M4A", aac), try step("decode Apple Lossless", lossless),
                try codedStep("decode MP3", files, sound, "libmp3lame", "sound.mp3"),
                try codedStep("decode FLAC", files, sound, "flac", "sound.flac"),
            ]
        #else
            return ["AAC in M4A", "Apple Lossless", "MP3", "FLAC"].map {
                BenchStep(skipping: "decode " + $0, because: FileBench.withoutFFmpeg)
            }
        #endif
    }

    #if FFmpeg
        /// A step for a coding that only libavcodec's encoders write.
        private static func codedStep(
            _ name: String, _ files: BenchFiles, _ sound: BenchSound, _ encoder: String,
            _ fileName: String
        ) throws(ProgramError) -> BenchStep {
            guard let stream = FFmpegStream(coding: sound, with: encoder) else {
                return BenchStep(
                    skipping: name, because: "this libavcodec cannot encode with \(encoder)")
            }
            return try step(name, try files.raw(fileName, stream.fileBytes))
        }

        private static func step(
            _ name: String, _ path: String
        ) throws(ProgramError) -> BenchStep {
            let file: AudioFileReader
            let held: ReaderBox
            let frameCount: Int
            do throws(FormatError) {
                file = try AudioFileReader(path: path)
                held = ReaderBox(try FrameReader(file))
                frameCount = Int(try file.frameCount())
            } catch {
                return BenchStep(skipping: name, because: error.description)
            }
            let channelCount = held.reader.channelCount
            let samples = Buffer(byteCount: 4 * pieceFrameCount * channelCount)
            let peer = FFmpegDecoding(path)
            return BenchStep(
                Benchmark(
                    name: name, peer: "FFmpeg", unit: "sample",
                    unitCount: frameCount * channelCount, goal: .time(atMost: 1.1),
                    ours: .init(
                        prepare: { () throws(ProgramError) in
                            held.reader = try making(path) { () throws(FormatError) in
                                try FrameReader(file)
                            }
                        },
                        work: { () throws(ProgramError) in
                            try making(path) { () throws(FormatError) in
                                let output = samples.start.assumingMemoryBound(to: Float.self)
                                while try held.reader.read(
                                    into: output, frameCount: pieceFrameCount) > 0
                                {}
                            }
                        }),
                    theirs: .init(
                        prepare: { () throws(ProgramError) in try peer.open() },
                        work: { () throws(ProgramError) in
                            try peer.decodeAll(framesAtLeast: frameCount)
                        })))
        }

        /// A reader that is made for each round, like the peer's decoder.
        private final class ReaderBox {
            var reader: FrameReader

            init(_ reader: FrameReader) {
                self.reader = reader
            }
        }
    #endif
}
