import AudioFormats
import AudioModel
import Foundation
import Testing

/// What other programs make of the files that are written here, held against docs/interop.md.
@Suite("The files that are written")
struct InteropTests {
    private static let frameCount = 8_000
    private static let columns: [Program] = [.ffmpeg, .sox, .sndfileConvert]

    private struct Pair {
        var kind: ContainerKind
        var coding: String
        var format: StreamFormat
        /// How far a sample may be from what was coded.
        var tolerance: Float

        var row: String { "\(kind.name) | \(coding)" }
    }

    private static var pairs: [Pair] {
        func pair(
            _ kind: ContainerKind, _ coding: String, _ format: StreamFormat,
            _ tolerance: Float = 1e-4
        ) -> Pair {
            Pair(kind: kind, coding: coding, format: format, tolerance: tolerance)
        }
        func law(_ kind: ContainerKind, _ id: FormatID) -> Pair {
            let format = StreamFormat(
                sampleRate: 44_100, id: id, bytesPerPacket: 2, framesPerPacket: 1,
                bytesPerFrame: 2, channelCount: 2, bitsPerChannel: 8)
            return pair(kind, id == .uLaw ? "µ-law" : "A-law", format, 0.03)
        }
        func coded(_ kind: ContainerKind, _ id: FormatID, _ name: String) -> Pair {
            var format = StreamFormat(
                sampleRate: 44_100, id: id, bytesPerPacket: 0, framesPerPacket: 0,
                bytesPerFrame: 0, channelCount: 2, bitsPerChannel: 0)
            if id == .appleLossless { format.flags = FormatFlags(rawValue: 1) }
            return pair(kind, name, format, id == .appleLossless ? 1e-4 : 0.06)
        }
        var pairs: [Pair] = []
        for kind in [ContainerKind.caf, .wav, .rf64, .bw64] {
            pairs.append(pair(kind, "16-bit little-endian", linear(16)))
        }
        for kind in [ContainerKind.caf, .aiff, .aifc, .au] {
            pairs.append(pair(kind, "16-bit big-endian", linear(16, isBigEndian: true)))
            pairs.append(pair(kind, "24-bit big-endian", linear(24, isBigEndian: true)))
            if kind == .aiff { continue }
            pairs.append(
                pair(kind, "32-bit float", linear(32, isFloat: true, isBigEndian: true)))
            pairs += [law(kind, .uLaw), law(kind, .aLaw)]
        }
        pairs.append(pair(.aiff, "8-bit", linear(8, isBigEndian: true), 0.02))
        pairs.append(pair(.aiff, "32-bit big-endian", linear(32, isBigEndian: true)))
        pairs.append(pair(.aifc, "16-bit little-endian", linear(16)))
        pairs.append(pair(.wav, "8-bit unsigned", linear(8, isSigned: false), 0.02))
        pairs.append(pair(.wav, "24-bit little-endian", linear(24)))
        pairs.append(pair(.wav, "32-bit float", linear(32, isFloat: true)))
        pairs.append(pair(.wav, "64-bit float", linear(64, isFloat: true)))
        pairs += [law(.wav, .uLaw), law(.wav, .aLaw)]
        pairs += [.caf, .aifc].map { coded($0, .appleIMA4, "Apple IMA4") }
        #if FFmpeg
            pairs += [.caf, .m4a, .m4b, .mp4, .adts].map { coded($0, .mpeg4AAC, "AAC") }
            pairs += [.caf, .m4a].map { coded($0, .appleLossless, "Apple Lossless") }
        #endif
        return pairs
    }

    /// Of half of full scale, in steps of 16 bits; the second channel upside down.
    private static let tone: [Float] = (0..<frameCount).flatMap { frame in
        let step = (sin(Double(frame) * 0.05) * 0.5 * 32768).rounded()
        return [Float(step / 32768), -Float(step / 32768)]
    }

    // MARK: Writing

    private func write(_ pair: Pair, _ samples: [Float], to path: String) throws {
        guard [.linearPCM, .uLaw, .aLaw].contains(pair.format.id) else {
            return try code(pair, samples, to: path)
        }
        let bytes = samples.flatMap { Self.bytes(of: $0, pair.format) }
        let writer = try AudioFileWriter(path: path, kind: pair.kind, format: pair.format)
        writer.properties.tags = [("title", "a name")]
        try bytes.withUnsafeBytes {
            try writer.writePackets(startingAt: 0, count: Self.frameCount, from: $0)
        }
        try writer.close()
    }

    private func code(_ pair: Pair, _ samples: [Float], to path: String) throws {
        let encoder = try makePacketEncoder(pair.format, bitRate: 192_000)
        var packets = try samples.withUnsafeBufferPointer {
            try encoder.encode($0.baseAddress!, frameCount: Self.frameCount)
        }
        packets += try encoder.finish()
        let writer = try AudioFileWriter(path: path, kind: pair.kind, format: encoder.format)
        writer.properties.magicCookie = encoder.magicCookie
        writer.properties.primingFrames = Int64(encoder.primingFrames)
        writer.properties.remainderFrames =
            Int64(packets.count) * Int64(encoder.format.framesPerPacket)
            - Int64(encoder.primingFrames + Self.frameCount)
        for (index, packet) in packets.enumerated() {
            let description = [PacketDescription(byteCount: UInt32(packet.count))]
            try packet.withUnsafeBytes { bytes in
                try description.withUnsafeBufferPointer {
                    try writer.writePackets(
                        startingAt: Int64(index), count: 1, from: bytes, descriptions: $0)
                }
            }
        }
        try writer.close()
    }

    private static func bytes(of sample: Float, _ format: StreamFormat) -> [UInt8] {
        let isBig = format.flags.contains(.bigEndian)
        func ordered(_ bits: UInt64, _ count: Int) -> [UInt8] {
            let low = (0..<count).map { UInt8(truncatingIfNeeded: bits >> UInt64(8 * $0)) }
            return isBig ? low.reversed() : low
        }
        switch (format.id, format.bitsPerChannel, format.flags.contains(.float)) {
        case (.uLaw, _, _): return [muLaw(sample)]
        case (.aLaw, _, _): return [aLaw(sample)]
        case (_, 32, true): return ordered(UInt64(sample.bitPattern), 4)
        case (_, 64, true): return ordered(Double(sample).bitPattern, 8)
        case (_, let bits, _):
            let value = Int64((Double(sample) * Double(Int64(1) << Int64(bits - 1))).rounded())
            let isUnsigned = !format.flags.contains(.signedInteger)
            let stored = isUnsigned ? value + 128 : value
            return ordered(UInt64(bitPattern: stored), Int(bits / 8))
        }
    }

    /// Source: ITU-T G.711.
    private static func muLaw(_ sample: Float) -> UInt8 {
        let value = Int((sample * 8159).rounded())
        let magnitude = min(abs(value) + 33, 8191)
        let segment = Int.bitWidth - magnitude.leadingZeroBitCount - 6
        let mantissa = magnitude >> (segment + 1) & 15
        return ~UInt8((value < 0 ? 0x80 : 0) | segment << 4 | mantissa)
    }

    /// Source: ITU-T G.711.
    private static func aLaw(_ sample: Float) -> UInt8 {
        let value = Int((sample * 4095).rounded())
        let magnitude = abs(value)
        let segment = max(Int.bitWidth - magnitude.leadingZeroBitCount - 5, 0)
        let mantissa = magnitude >> max(segment, 1) & 15
        return UInt8((value < 0 ? 0 : 0x80) | segment << 4 | mantissa) ^ 0x55
    }

    // MARK: Reading

    /// What a program makes of a file, as interleaved floats.
    private func decode(
        _ program: Program, _ path: String, _ file: String, isFloat: Bool,
        _ folder: TemporaryFolder
    ) throws -> [Float] {
        switch program {
        case .ffmpeg, .ffprobe: return try Program.decodeWithFFmpeg(path, file)
        case .sox:
            let bytes = try Program.run(
                path, [file, "-t", "raw", "-e", "floating-point", "-b", "32", "-L", "-"])
            return bytes.withUnsafeBytes { bytes in
                (0..<bytes.count / 4).map {
                    Float(bitPattern: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self))
                }
            }
        case .sndfileConvert:
            let converted = folder.file("converted.wav")
            // It does not scale whole numbers to floats.
            try Program.run(path, [isFloat ? "-float32" : "-pcm32", file, converted])
            return try decodeFrames(try AudioFileReader(path: converted))
        }
    }

    private func outcome(_ decoded: [Float], _ samples: [Float], _ pair: Pair) -> String {
        let isAAC = pair.format.id == .mpeg4AAC
        // FFmpeg's coder does not do well by a sudden beginning or end.
        let compared = isAAC ? 2 * 4096..<2 * (Self.frameCount - 1000) : samples.indices
        // What stands before the sound may not have been left out.
        let isSame = [0, isAAC ? 2 * 1024 : 0].contains { skipped in
            decoded.count >= samples.count + skipped
                && compared.allSatisfy {
                    abs(decoded[$0 + skipped] - samples[$0]) <= pair.tolerance
                }
        }
        let words = [
            decoded.count == samples.count ? nil : "\(decoded.count / 2) frames",
            isSame ? nil : "other samples",
        ].compactMap { $0 }
        return words.isEmpty ? "same" : words.joined(separator: ", ")
    }

    @Test("are to other programs what docs/interop.md says")
    func table() throws {
        let folder = try TemporaryFolder()
        let samples = Self.tone
        let programs = Self.columns.map { (program: $0, path: $0.path) }
        let documented = try documentedRows()
        var isDifferent = false
        var rows: [String] = []
        for (index, pair) in Self.pairs.enumerated() {
            let file = folder.file("\(index).\(pair.kind.extensions[0])")
            try write(pair, samples, to: file)
            let known = documented[pair.row] ?? []
            let cells = programs.enumerated().map { column, program in
                // A program that is not there cannot say otherwise.
                guard let path = program.path else {
                    return known.indices.contains(column) ? known[column] : "?"
                }
                let isFloat = pair.format.flags.contains(.float)
                let decoded = try? decode(
                    program.program, path, file,
                    isFloat: isFloat && pair.format.id == .linearPCM, folder)
                guard let decoded, !decoded.isEmpty
                else { return "no" }
                return outcome(decoded, samples, pair)
            }
            if cells != known { isDifferent = true }
            rows.append("| \(pair.row) | \(cells.joined(separator: " | ")) |")
        }
        #expect(!isDifferent, "docs/interop.md should say:\n\(rows.joined(separator: "\n"))")
    }

    #if FFmpeg
        @Test("of FLAC in CAF are opened by FFmpeg, and lose nothing")
        func losslessCAF() throws {
            guard let ffmpeg = Program.ffmpeg.path else { return }
            let folder = try TemporaryFolder()
            // Given a FLAC file.
            try Self.tone.withUnsafeBytes { Data($0) }
                .write(to: URL(fileURLWithPath: folder.file("in.raw")))
            try Program.run(
                ffmpeg,
                [
                    "-v", "error", "-f", "f32le", "-ar", "44100", "-ac", "2", "-i",
                    folder.file("in.raw"), "-sample_fmt", "s16", folder.file("in.flac"),
                ])
            let file = try AudioFileReader(path: folder.file("in.flac"))
            // When its packets are put into CAF.
            let writer = try AudioFileWriter(
                path: folder.file("out.caf"), kind: .caf, format: file.format)
            writer.properties.magicCookie = file.magicCookie
            for (index, packet) in try allPackets(file).enumerated() {
                let frames = min(4608, Self.frameCount - 4608 * index)
                let description = [
                    PacketDescription(
                        variableFrameCount: file.format.framesPerPacket == 0 ? UInt32(frames) : 0,
                        byteCount: UInt32(packet.count))
                ]
                try packet.withUnsafeBytes { bytes in
                    try description.withUnsafeBufferPointer {
                        try writer.writePackets(
                            startingAt: Int64(index), count: 1, from: bytes, descriptions: $0)
                    }
                }
            }
            try writer.close()
            // Then FFmpeg hears the same, and so do we.
            let theirs = try Program.decodeWithFFmpeg(ffmpeg, folder.file("out.caf"))
            let ours = try decodeFrames(try AudioFileReader(path: folder.file("out.caf")))
            #expect(Array(theirs.prefix(Self.tone.count)) == Self.tone)
            #expect(Array(ours.prefix(Self.tone.count)) == Self.tone)
        }
    #endif

    /// Cells by the container and coding before them.
    private func documentedRows() throws -> [String: [String]] {
        let document = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("docs/interop.md")
        var rows: [String: [String]] = [:]
        for line in try String(contentsOf: document, encoding: .utf8).split(separator: "\n") {
            let cells = line.split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard cells.count == 2 + Self.columns.count else { continue }
            rows[cells[0] + " | " + cells[1]] = Array(cells[2...])
        }
        return rows
    }
}
