import AudioCodecs
import AudioFormats
import AudioModel
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

#if FFmpeg
    @Suite("A damaged file that libavformat cuts")
    struct DamagedDemuxedFileTests {
        /// File name extensions with encoders.
        static let kinds = [
            "flac", "opus", "ogg", "spx", "mka", "webm", "wv", "ac3", "mp2", "mov", "w64",
        ]
        /// Truncations and changes of one file, enough to reach every header.
        private static let triesMax = 60

        static func made(_ ending: String, seconds: Double) throws -> [UInt8] {
            let encoders = [
                "ogg": "libvorbis", "opus": "libopus", "spx": "libspeex", "webm": "libopus",
                "mov": "pcm_s16le", "mka": "flac",
            ]
            let folder = try TemporaryFolder()
            let path = folder.file("sound.\(ending)")
            try ExternalProgram.ffmpeg.run(
                [
                    "-v", "error", "-f", "lavfi", "-i",
                    "anoisesrc=r=16000:d=\(seconds):a=0.5:seed=1",
                    "-metadata", "title=A title",
                ] + (encoders[ending].map { ["-c:a", $0] } ?? []) + [path])
            return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        }

        @Test(
            "is an error or sound, wherever it is cut or changed",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            arguments: kinds)
        func damaged(ending: String) throws {
            let bytes = try Self.made(ending, seconds: 0.1)
            #expect(DamagedFileTests.readEverything(bytes))
            let step = max(bytes.count / Self.triesMax, 1)
            for length in stride(from: 0, to: bytes.count, by: step) {
                DamagedFileTests.readEverything(Array(bytes[..<length]))
            }
            var seed: UInt32 = 7
            for offset in stride(from: 0, to: bytes.count, by: step) {
                seed = seed &* 1_664_525 &+ 1_013_904_223
                var changed = bytes
                changed[offset] = UInt8(seed >> 24)
                changed[Int(seed >> 8) % min(bytes.count, 400)] ^= 0xFF
                DamagedFileTests.readEverything(changed)
            }
        }

        @Test(
            "that shrinks gives an error, that is replaced or gone goes on",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
            arguments: ["flac", "opus", "mov"])
        func changing(ending: String) throws {
            let bytes = try Self.made(ending, seconds: 8)
            let folder = try TemporaryFolder()
            let path = folder.file("sound")
            let url = URL(fileURLWithPath: path)
            try Data(bytes).write(to: url)
            let gone = try AudioFileReader(path: path)
            let whole = try decodeFrames(gone)
            try FileManager.default.removeItem(atPath: path)
            try Data([1, 2, 3]).write(to: url)
            #expect(try decodeFrames(gone) == whole)

            try Data(bytes).write(to: url)
            let shrinking = try AudioFileReader(path: path)
            let handle = try FileHandle(forWritingTo: url)
            try handle.truncate(atOffset: UInt64(bytes.count / 3))
            try handle.close()
            let reader = try FrameReader(shrinking)
            #expect(throws: FormatError.self) {
                let rest = try decodeFrames(from: reader, pieceFrameCount: 1000)
                // Frames that were counted before but are missing are an error too.
                if rest.count < whole.count { throw FormatError(.endsEarly("audio")) }
            }
        }

        @Test(
            "that is whole is the same for threads that read it at once",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
        func threads() throws {
            let bytes = try Self.made("ogg", seconds: 3)
            let file = try open(bytes)
            let expected = try allPackets(file)
            let wrong = Atomic(0)
            DispatchQueue.concurrentPerform(iterations: 4) { number in
                var index = number * expected.count / 5
                for turn in 0..<60 {
                    let read = try? readPackets(
                        file, from: Int64(index), count: 3, capacity: 1 << 16)
                    if read?.packets != Array(expected.dropFirst(index).prefix(3)) {
                        wrong.add(1, ordering: .relaxed)
                    }
                    index = (index + (turn % 7 == 0 ? 31 * number + 17 : 3)) % expected.count
                }
            }
            #expect(wrong.load(ordering: .relaxed) == 0)
        }

        @Test(
            "whose source fails says so",
            .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
        func failing() throws {
            let bytes = try Self.made("flac", seconds: 20)
            let source = FailingBytes(bytes, after: bytes.count / 2)
            let file = try AudioFileReader(source)
            #expect(throws: FormatError(.cannotRead(errno: 5), offset: 77)) {
                _ = try allPackets(file)
            }
        }
    }

    /// A source that fails to read after an offset.
    private struct FailingBytes: ByteSource {
        private let bytes: MemoryBytes
        private let end: Int64

        init(_ bytes: [UInt8], after end: Int) {
            self.bytes = MemoryBytes(bytes)
            self.end = Int64(end)
        }

        var byteCount: Int64 { bytes.byteCount }

        func read(
            into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
        ) throws(FormatError) -> Int {
            guard offset + Int64(buffer.count) <= end else {
                throw FormatError(.cannotRead(errno: 5), offset: 77)
            }
            return try bytes.read(into: buffer, at: offset)
        }
    }
#endif
