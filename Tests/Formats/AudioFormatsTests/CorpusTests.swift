import AudioCodecs
import AudioFormats
import AudioModel
import Foundation
import TestSupport
import Testing

/// A row of the corpus index.
struct CorpusFile: CustomTestStringConvertible {
    var name: String
    var kind: String
    var codec: String
    var channelCount: Int?
    var ffmpegFrameCount: Int64?
    /// The container's header, as the index writes it.
    var header: String

    var testDescription: String { name }
    var path: String { Corpus.folder + "/" + name }

    func number(after key: String) -> Int64? {
        guard let range = header.range(of: key + "=") else { return nil }
        return Int64(header[range.upperBound...].prefix { $0.isNumber })
    }
}

/// Real files, stored outside the package.
enum Corpus {
    static let folder = repositoryFolder.deletingLastPathComponent()
        .appending(path: "shared/audio").path

    private static let index = folder + "/INDEX.tsv"

    static let exists = FileManager.default.fileExists(atPath: index)

    static let files: [CorpusFile] = {
        guard let text = try? String(contentsOfFile: index, encoding: .utf8) else {
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
}

@Suite(
    "Real files",
    .enabled(if: Corpus.exists, "the folder of real audio files is not beside the package"))
struct CorpusTests {
    @Test(
        "are what FFmpeg makes of them, or are refused in words",
        .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
        .enabled(if: ExternalProgram.ffprobe.isInstalled, "ffprobe is not installed"),
        arguments: Corpus.files.map(\.name))
    func compare(name: String) throws {
        let file = try #require(Corpus.files.first { $0.name == name })
        let verdict = try verdict(of: file)
        print("\(verdict.isGood ? "good" : "BAD ") \(name): \(verdict.words)")
        #expect(verdict.isGood, "\(verdict.words)")
    }

    private typealias Verdict = (isGood: Bool, words: String)

    private func verdict(of file: CorpusFile) throws -> Verdict {
        let reader: AudioFileReader
        do throws(FormatError) {
            reader = try AudioFileReader(path: file.path)
            _ = try FrameReader(reader)
        } catch {
            return (isRefusalRight(error, file), "refused: \(error)")
        }
        let isStream =
            reader.format.isVariableBitRate
            || ["aac", "mp3", "flac", "alac"].contains(file.codec)
        if isStream,
            let difference = try packetDifference(
                reader, file.path, isDamaged: file.kind.hasPrefix("malformed"))
        {
            return (false, difference)
        }
        let ours = try decodeFrames(reader)
        let frames = try "\(reader.frameCount()) frames of \(reader.format.codingName)"
        guard try ours.count == Int(reader.frameCount()) * Int(reader.format.channelCount) else {
            return (
                file.kind.hasPrefix("malformed"), "\(frames), of which \(ours.count) samples decode"
            )
        }
        guard let theirs = try? ExternalProgram.decodeWithFFmpeg(file.path) else {
            return (file.ffmpegFrameCount == 0, "\(frames); FFmpeg gives up")
        }
        return try compare(reader, file, ours, theirs, frames)
    }

    private func compare(
        _ reader: AudioFileReader, _ file: CorpusFile, _ ours: [Float], _ theirs: [Float],
        _ frames: String
    ) throws -> Verdict {
        let channels = Int(reader.format.channelCount)
        let (frameCount, remainder) = (try reader.frameCount(), try reader.remainderFrames())
        let untrimmed = frameCount + reader.primingFrames + remainder
        var skipped = 0
        switch theirs.count / channels {
        case Int(frameCount): break
        // FFmpeg does not trim by CAF's packet table, nor the last block of ADPCM.
        case Int(untrimmed): skipped = Int(reader.primingFrames)
        // It keeps the remainder of MPEG-4 at the end.
        case let count
        where file.codec == "aac" && count > Int(frameCount)
            && count <= Int(frameCount + remainder):
            break
        // It decodes truncated packets.
        case let count
        where file.path.hasSuffix("vbr_xing_header_2channel.mp3")
            && count == Int(frameCount) + 576:
            break
        // It decodes the padding after the samples that the common chunk counts.
        case let count where file.name.hasPrefix("aifc-ULAW/"):
            guard frameCount == 9, count >= 9 else { return (false, frames) }
        default:
            guard file.kind.hasPrefix("malformed"), theirs.isEmpty else {
                return (false, "\(frames), not \(theirs.count / channels)")
            }
            return (true, "\(frames), none of them decoded by FFmpeg")
        }
        let heard = Array(theirs.dropFirst(skipped * channels).prefix(ours.count))
        guard ["aac", "mp3"].contains(file.codec) else {
            let difference = Difference.between(ours, heard)
            return (
                difference == nil,
                "\(frames), " + (difference?.description ?? "every one as FFmpeg has it")
            )
        }
        let error = zip(ours, heard).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        let signal = heard.reduce(0) { $0 + $1 * $1 }
        let ratio = 10 * log10(Double(signal) / max(Double(error), 1e-12))
        return (
            ratio > 60 || error == 0, "\(frames), \(error == 0 ? "every one" : "\(Int(ratio)) dB")"
        )
    }

    private func isRefusalRight(_ error: FormatError, _ file: CorpusFile) -> Bool {
        file.kind.hasPrefix("malformed") && file.ffmpegFrameCount == 0
    }

    @Test("that are cut but not decoded have the packets and frames their headers state")
    func describe() throws {
        let ballad = try AudioFileReader(
            path: Corpus.folder + "/caf-aac/687daddc1e-BalladPiano.caf")
        #expect(try ballad.packetCount() == 519)
        #expect(try ballad.frameCount() == 529_200)
        #expect(ballad.primingFrames == 2112)
        #expect(try ballad.remainderFrames() == 144)
        #expect(ballad.magicCookie?.count == 39)
        #expect(ballad.format.isVariableBitRate)
        #expect(try ballad.maximumPacketSize() > 0)
        #expect(try ballad.maximumPacketSize() <= ballad.packetSizeUpperBound())
        #expect(try ballad.dataByteCount() == 386_156)

        // The count in the common chunk is authoritative: padding surrounds the samples.
        let order = try AudioFileReader(path: Corpus.folder + "/aifc-ULAW/f5a8dcc88d-Porder.aif")
        #expect(try order.frameCount() == 9)
        #expect(order.dataOffset == 33)

        let dvi = try AudioFileReader(
            path: Corpus.folder + "/wav-imaadpcm/8ebfc67d2c-dvi_adpcm.wav")
        #expect(try dvi.packetCount() == 5)
        #expect(dvi.format.framesPerPacket == 1017)
        #expect(try dvi.frameCount() + dvi.remainderFrames() == 5085)
    }
}

/// The difference from FFmpeg's packet sizes; nil when they are equal.
func packetDifference(
    _ file: AudioFileReader, _ path: String, isDamaged: Bool = false
) throws -> String? {
    var expected = try ExternalProgram.packetSizes(of: path)
    // FFmpeg keeps the headers in the packets.
    if file.containerKind == .adts { expected = expected.map { $0 - 7 } }
    var sizes: [Int] = []
    let capacity = try Int(file.maximumPacketSize()) * 10
    while true {
        let read = try readPackets(file, from: Int64(sizes.count), count: 10, capacity: capacity)
        if read.descriptions.isEmpty { break }
        sizes += read.descriptions.map { Int($0.byteCount) }
    }
    // A truncated last packet does not count here.
    let cutFileByteCount = 2000
    if try FileBytes(path: path).byteCount == cutFileByteCount { expected.removeLast() }
    if sizes == expected {
        return try Int64(sizes.count) == file.packetCount() || isDamaged
            ? nil : "\(sizes.count) packets, stated \(try file.packetCount())"
    }
    let index = zip(sizes, expected).enumerated().first { $1.0 != $1.1 }?.offset
    return "\(sizes.count) packets, not \(expected.count)"
        + (index.map { "; packet \($0) has \(sizes[$0]) bytes, not \(expected[$0])" } ?? "")
}
