import AudioFormats
import AudioModel
import Foundation
import Testing

/// One row of the index of real files.
struct CorpusFile: CustomTestStringConvertible {
    var name: String
    var kind: String
    var codec: String
    var channelCount: Int?
    var ffmpegFrameCount: Int64?
    /// What the container's header says, in the index's words.
    var header: String

    var testDescription: String { name }
    var path: String { Corpus.folder + "/" + name }

    func number(after key: String) -> Int64? {
        guard let range = header.range(of: key + "=") else { return nil }
        return Int64(header[range.upperBound...].prefix { $0.isNumber })
    }
}

/// Real files, kept beside the package and not in it.
enum Corpus {
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("shared/audio").path

    static let files: [CorpusFile] = {
        guard let text = try? String(contentsOfFile: folder + "/INDEX.tsv", encoding: .utf8) else {
            print("skipped: the folder of real audio files is not beside the package")
            return []
        }
        return text.split(separator: "\n").dropFirst().map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
                .map(String.init)
            return CorpusFile(
                name: fields[0], kind: fields[1], codec: fields[5], channelCount: Int(fields[7]),
                ffmpegFrameCount: Int64(fields[9]), header: fields[12])
        }
    }()

    static let cutFiles = files.filter {
        $0.name.hasPrefix("caf-") || $0.name.hasPrefix("aif") || $0.name.hasPrefix("wav-")
    }
    static let foreignFiles = files.filter { file in
        !cutFiles.contains { $0.name == file.name }
    }
}

@Suite("Real files")
struct CorpusTests {
    @Test("of CAF, AIFF and WAVE decode to FFmpeg's samples, or are refused with the coding's name")
    func decode() throws {
        guard !Corpus.cutFiles.isEmpty, let ffmpeg = Program.ffmpeg.path else { return }
        for file in Corpus.cutFiles {
            let verdict = try self.verdict(of: file, ffmpeg: ffmpeg)
            print("\(verdict.isGood ? "good" : "BAD ") \(file.name): \(verdict.words)")
            #expect(verdict.isGood, "\(file.name): \(verdict.words)")
        }
    }

    private func verdict(
        of file: CorpusFile, ffmpeg: String
    ) throws -> (isGood: Bool, words: String) {
        do throws(FormatError) {
            let reader = try AudioFileReader(path: file.path)
            _ = try FrameReader(reader)
        } catch {
            return (isRefusalRight(error, file), "refused: \(error)")
        }
        let reader = try AudioFileReader(path: file.path)
        let ours = try decodeFrames(reader)
        let frames = "\(reader.frameCount) frames of \(reader.format.codingName)"
        // FFmpeg takes the last block of ADPCM whole, whatever the file says.
        let decodedCount = reader.frameCount + reader.remainderFrames
        var isWhole = file.codec.hasPrefix("adpcm_") && decodedCount == file.ffmpegFrameCount
        // The count in the common chunk rules for us; FFmpeg decodes the padding behind as well.
        if file.name.hasPrefix("aifc-ULAW/") { isWhole = reader.frameCount == 9 }
        guard reader.frameCount == framesHeard(file) || isWhole else {
            return (false, "\(frames), not \(framesHeard(file) ?? -1)")
        }
        guard file.ffmpegFrameCount != 0 else { return (ours.isEmpty, frames) }
        let theirs = try Program.decodeWithFFmpeg(ffmpeg, file.path)
        if Self.approximate.contains(file.codec) {
            let heard = Array(
                theirs.dropFirst(Int(reader.primingFrames) * Int(reader.format.channelCount))
                    .prefix(ours.count))
            let largest = zip(ours, heard).map { abs($0 - $1) }.max() ?? 0
            return (heard.count == ours.count && largest < 1e-4, "\(frames), within \(largest)")
        }
        // FFmpeg does not trim by CAF's packet table; what we hear is the start of what it decodes.
        if let difference = Difference.between(ours, Array(theirs.prefix(ours.count))) {
            return (false, "\(frames): \(difference)")
        }
        return (true, "\(frames), as FFmpeg has them")
    }

    /// Decoded by libavcodec for both, on any processor.
    private static let approximate: Set<String> = ["aac"]

    private func framesHeard(_ file: CorpusFile) -> Int64? {
        file.number(after: "valid") ?? file.ffmpegFrameCount
    }

    private func isRefusalRight(_ error: FormatError, _ file: CorpusFile) -> Bool {
        if case .unsupportedCoding = error.reason {
            return !file.codec.hasPrefix("pcm_") && !file.codec.hasPrefix("adpcm_")
        }
        return file.kind.hasPrefix("malformed") && file.ffmpegFrameCount == 0
    }

    @Test("of other kinds are recognised, described as far as that goes, and refused in words")
    func recognise() throws {
        for file in Corpus.foreignFiles {
            guard let kind = try ContainerKind.recognise(FileBytes(path: file.path)), !kind.isCut
            else { continue }
            let folder = String(file.name.prefix { $0 != "/" })
            let inspection = try FileInspection(path: file.path)
            let expected: Set<ContainerKind> =
                switch folder.prefix(3) {
                case "fla": [.flac]
                default: []
                }
            print("\(file.name): \(inspection.limitation ?? "nothing is wrong")")
            #expect(expected.contains(inspection.kind), "\(file.name)")
            #expect(inspection.limitation == "\(inspection.kind.name): not read yet")
            #expect(!inspection.systemSound.accepted)
        }
    }

    @Test("that are streams of frames have the packets that FFmpeg cuts")
    func streams() throws {
        guard !Corpus.files.isEmpty, let ffprobe = Program.ffprobe.path else { return }
        for file in Corpus.foreignFiles
        where ["mp3", "adt", "m4a", "mp4"].contains(file.name.prefix(3)) {
            do throws(FormatError) {
                let reader = try AudioFileReader(path: file.path)
                let difference = try? packetDifference(
                    reader, file.path, ffprobe, isDamaged: file.kind.hasPrefix("malformed"))
                print(
                    "\(difference == nil ? "good" : "BAD ") \(file.name): \(difference ?? "\(reader.packetCount) packets, \(reader.frameCount) frames")"
                )
                #expect(difference == nil, "\(file.name)")
            } catch {
                print("\(file.name): refused: \(error)")
                #expect(file.kind.hasPrefix("malformed"), "\(file.name): \(error)")
            }
        }
    }

    @Test("that are cut but not decoded have the packets and frames their headers state")
    func describe() throws {
        guard !Corpus.files.isEmpty else { return }
        let ballad = try AudioFileReader(
            path: Corpus.folder + "/caf-aac/687daddc1e-BalladPiano.caf")
        #expect(ballad.packetCount == 519)
        #expect(ballad.frameCount == 529_200)
        #expect(ballad.primingFrames == 2112)
        #expect(ballad.remainderFrames == 144)
        #expect(ballad.magicCookie?.count == 39)
        #expect(ballad.format.isVariableBitRate)
        #expect(ballad.maximumPacketSize > 0)
        #expect(ballad.maximumPacketSize <= ballad.packetSizeUpperBound)
        #expect(ballad.dataByteCount == 386_156)

        // The count in the common chunk rules: around the samples stands padding.
        let order = try AudioFileReader(path: Corpus.folder + "/aifc-ULAW/f5a8dcc88d-Porder.aif")
        #expect(order.frameCount == 9)
        #expect(order.dataOffset == 33)

        let dvi = try AudioFileReader(
            path: Corpus.folder + "/wav-imaadpcm/8ebfc67d2c-dvi_adpcm.wav")
        #expect(dvi.packetCount == 5)
        #expect(dvi.format.framesPerPacket == 1017)
        #expect(dvi.frameCount + dvi.remainderFrames == 5085)
    }
}

/// nil when the packets have the sizes and the order that FFmpeg gives them.
func packetDifference(
    _ file: AudioFileReader, _ path: String, _ ffprobe: String, isDamaged: Bool = false
) throws -> String? {
    var expected = try Program.packetSizes(ffprobe, path)
    // FFmpeg keeps the headers in the packets.
    if file.containerKind == .adts { expected = expected.map { $0 - 7 } }
    var sizes: [Int] = []
    let capacity = Int(file.maximumPacketSize) * 10
    while true {
        let read = try readPackets(file, from: Int64(sizes.count), count: 10, capacity: capacity)
        if read.descriptions.isEmpty { break }
        sizes += read.descriptions.map { Int($0.byteCount) }
    }
    // A last packet that is cut off is none here.
    let cutFileByteCount = 2000
    if try FileBytes(path: path).byteCount == cutFileByteCount { expected.removeLast() }
    if sizes == expected {
        return Int64(sizes.count) == file.packetCount || isDamaged
            ? nil : "\(sizes.count) packets, stated \(file.packetCount)"
    }
    let index = zip(sizes, expected).enumerated().first { $1.0 != $1.1 }?.offset
    return "\(sizes.count) packets, not \(expected.count)"
        + (index.map { "; packet \($0) has \(sizes[$0]) bytes, not \(expected[$0])" } ?? "")
}
