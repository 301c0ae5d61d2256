import AudioCodecs
import AudioFormats
import AudioModel
import Foundation
import TestSupport
import Testing

/// Other programs' output for the files written here, compared with docs/interop.md.
@Suite("The files that are written")
struct InteropTests {
    private static let frameCount = 8_000
    private static let columns: [ExternalProgram] = [.ffmpeg, .sox, .sndfileConvert]

    private struct Pair {
        var kind: ContainerKind
        var coding: String
        var format: StreamFormat
        /// Allowed error of a sample.
        var tolerance: Float
        /// For codings that are copied, not encoded here: FFmpeg's encoder, and the extension of
        /// its file.
        var copied: (encoder: String, ending: String)?

        var row: String { "\(kind.name) | \(coding)" }
        var isLossy: Bool {
            [.mpeg4AAC, .mpegLayer3, .opus].contains(format.id)
        }
    }

    private struct Coding {
        var name: String
        var format: StreamFormat
        var tolerance: Float = 1e-4
    }

    /// All codings that are written here directly or by an encoder.
    private static var codings: [Coding] {
        func coded(_ id: FormatID, flags: UInt32 = 0, frames: UInt32 = 0) -> StreamFormat {
            let isLaw = id == .uLaw || id == .aLaw
            return StreamFormat(
                sampleRate: 44_100, id: id, flags: FormatFlags(rawValue: flags),
                bytesPerPacket: isLaw ? 2 : 0, framesPerPacket: isLaw ? 1 : frames,
                bytesPerFrame: isLaw ? 2 : 0, channelCount: 2, bitsPerChannel: isLaw ? 8 : 0)
        }
        var codings = [
            Coding(name: "8-bit signed", format: linear(8), tolerance: 0.02),
            Coding(name: "8-bit unsigned", format: linear(8, isSigned: false), tolerance: 0.02),
        ]
        for isBig in [false, true] {
            let order = isBig ? "big-endian" : "little-endian"
            codings += [16, 24, 32].map {
                Coding(name: "\($0)-bit \(order)", format: linear($0, isBigEndian: isBig))
            }
            codings += [32, 64].map {
                Coding(
                    name: "\($0)-bit float \(order)",
                    format: linear($0, isFloat: true, isBigEndian: isBig))
            }
        }
        codings += [
            Coding(name: "µ-law", format: coded(.uLaw), tolerance: 0.03),
            Coding(name: "A-law", format: coded(.aLaw), tolerance: 0.03),
            Coding(name: "Apple IMA4", format: coded(.appleIMA4), tolerance: 0.06),
        ]
        #if FFmpeg
            codings += [
                Coding(name: "AAC", format: coded(.mpeg4AAC, frames: 1024), tolerance: 0.06),
                Coding(
                    name: "Apple Lossless",
                    format: coded(.appleLossless, flags: 1, frames: 4096)),
                Coding(name: "FLAC", format: coded(.flac, flags: 1)),
                Coding(name: "MP3", format: coded(.mpegLayer3), tolerance: 0.06),
            ]
            var opus = coded(.opus)
            opus.sampleRate = 48_000
            codings.append(Coding(name: "Opus", format: opus, tolerance: 0.06))
        #endif
        return codings
    }

    private static var pairs: [Pair] {
        var pairs: [Pair] = []
        for kind in ContainerKind.allCases where kind.isWritten {
            for coding in codings {
                let isTaken =
                    (try? AudioFileWriter(MemorySink(), kind: kind, format: coding.format)) != nil
                guard isTaken else { continue }
                pairs.append(
                    Pair(
                        kind: kind, coding: coding.name, format: coding.format,
                        tolerance: coding.tolerance))
            }
        }
        #if FFmpeg
            for (id, name, encoder, ending) in [
                (.mpegLayer3, "MP3, copied", "libmp3lame", "mp3"),
                (.flac, "FLAC, copied", "flac", "flac"), (.opus, "Opus, copied", "libopus", "opus"),
            ] as [(FormatID, String, String, String)] {
                var format = linear(16)
                format.id = id
                format.sampleRate = id == .opus ? 48_000 : 44_100
                pairs.append(
                    Pair(
                        kind: .caf, coding: name, format: format,
                        tolerance: id == .flac ? 1e-4 : 0.06, copied: (encoder, ending)))
            }
        #endif
        return pairs
    }

    /// A tone at half of full scale, quantised to 16 bits, with the second channel inverted.
    private static let tone: [Float] = (0..<frameCount).flatMap { frame in
        let step = (sin(Double(frame) * 0.05) * 0.5 * 32768).rounded()
        return [Float(step / 32768), -Float(step / 32768)]
    }

    // MARK: Writing

    /// Writes the tone.
    ///
    /// - Returns: Number of priming frames.
    private func write(
        _ pair: Pair, _ samples: [Float], to path: String, _ folder: TemporaryFolder
    ) throws -> Int {
        if let source = pair.copied { return try copy(pair, source, samples, to: path, folder) }
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
        return 0
    }

    private func code(_ pair: Pair, _ samples: [Float], to path: String) throws -> Int {
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
        try write(packets.map { ($0, 0) }, to: writer)
        return encoder.primingFrames
    }

    /// Encodes the tone with FFmpeg, and copies the packets to another file.
    private func copy(
        _ pair: Pair, _ source: (encoder: String, ending: String), _ samples: [Float],
        to path: String, _ folder: TemporaryFolder
    ) throws -> Int {
        let coded = folder.file("coded.\(source.ending)")
        try samples.withUnsafeBytes { Data($0) }
            .write(to: URL(fileURLWithPath: folder.file("in.raw")))
        try ExternalProgram.ffmpeg.run(
            [
                "-v", "error", "-y", "-f", "f32le", "-ar", String(Int(pair.format.sampleRate)),
                "-ac", "2", "-i", folder.file("in.raw"), "-c:a", source.encoder, "-b:a", "192k",
            ] + (pair.isLossy ? [] : ["-sample_fmt", "s16"]) + [coded])
        let file = try AudioFileReader(path: coded)
        var places: [ListedPacket] = []
        try file.visitPackets(from: 0) { packet in
            places.append(packet)
            return true
        }
        let writer = try AudioFileWriter(path: path, kind: pair.kind, format: file.format)
        writer.properties.magicCookie = file.magicCookie
        writer.properties.primingFrames = file.primingFrames
        writer.properties.remainderFrames = try file.remainderFrames()
        let isVariable = file.format.framesPerPacket == 0
        try write(
            zip(try allPackets(file), places).map { bytes, place in
                (bytes, isVariable ? UInt32(place.frameCount) : 0)
            }, to: writer)
        return Int(file.primingFrames)
    }

    private func write(
        _ packets: [(bytes: [UInt8], frameCount: UInt32)], to writer: AudioFileWriter
    ) throws {
        for (index, packet) in packets.enumerated() {
            let description = [
                PacketDescription(
                    variableFrameCount: packet.frameCount, byteCount: UInt32(packet.bytes.count))
            ]
            try packet.bytes.withUnsafeBytes { bytes in
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

    /// A program's decoded output for a file, as interleaved floats.
    private func decode(
        _ program: ExternalProgram, _ file: String, isFloat: Bool,
        _ folder: TemporaryFolder
    ) throws -> [Float] {
        switch program {
        case .ffmpeg, .ffprobe: return try ExternalProgram.decodeWithFFmpeg(file)
        case .sox:
            let bytes = try program.run(
                [file, "-t", "raw", "-e", "floating-point", "-b", "32", "-L", "-"])
            return bytes.withUnsafeBytes { bytes in
                (0..<bytes.count / 4).map {
                    Float(bitPattern: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self))
                }
            }
        case .sndfileConvert:
            let converted = folder.file("converted.wav")
            // It does not scale integers to floats.
            try program.run([isFloat ? "-float32" : "-pcm32", file, converted])
            return try decodeFrames(try AudioFileReader(path: converted))
        default: preconditionFailure("\(program) decodes no files")
        }
    }

    /// Compares a program's output with the tone.
    ///
    /// - Parameter priming: Number of priming frames that a program may not have trimmed.
    private func outcome(
        _ decoded: [Float], _ samples: [Float], _ pair: Pair, priming: Int
    ) -> InteropOutcome {
        if decoded.isEmpty { return .no }
        // Lossy codecs are inaccurate at a sudden beginning or end.
        let compared = pair.isLossy ? 2 * 4096..<2 * (Self.frameCount - 1000) : samples.indices
        let isSame = [0, 2 * priming].contains { skipped in
            decoded.count >= compared.upperBound + skipped
                && compared.allSatisfy {
                    abs(decoded[$0 + skipped] - samples[$0]) <= pair.tolerance
                }
        }
        let count = decoded.count / 2
        switch (isSame, decoded.count == samples.count) {
        case (true, true): return .same
        case (true, false): return .frames(count)
        case (false, true): return .other("other samples")
        case (false, false): return .other("\(count) frames, other samples")
        }
    }

    @Test(
        "are to other programs at least what docs/interop.md says",
        .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"),
        .enabled(if: ExternalProgram.sox.isInstalled, "sox is not installed"),
        .enabled(if: ExternalProgram.sndfileConvert.isInstalled, "sndfile-convert is not installed")
    )
    func table() throws {
        let folder = try TemporaryFolder()
        let samples = Self.tone
        let documented = try documentedRows()
        let abilities = try InteropAbilities()
        var rows: [String] = []
        var differences: [String] = []
        for (index, pair) in Self.pairs.enumerated() {
            let file = folder.file("\(index).\(pair.kind.extensions[0])")
            let priming = try write(pair, samples, to: file, folder)
            let isFloat = pair.format.flags.contains(.float) && pair.format.id == .linearPCM
            let cells = Self.columns.map { program in
                let decoded = (try? decode(program, file, isFloat: isFloat, folder)) ?? []
                return outcome(decoded, samples, pair, priming: priming)
            }
            rows.append("| \(pair.row) | \(cells.map(\.description).joined(separator: " | ")) |")
            let known = documented[pair.row] ?? []
            #expect(known.count == cells.count, "docs/interop.md should have \(rows.last ?? "")")
            for (program, (cell, known)) in zip(Self.columns, zip(cells, known))
            where cell != known {
                let isCovered = abilities.covers(pair.kind, pair.format.id, for: program)
                let words = "\(program.rawValue): \(pair.row): \(cell) instead of \(known)"
                differences.append(words + (isCovered ? "" : ", built without it"))
                #expect(!isCovered || cell.isAtLeast(known, of: Self.frameCount), "\(words)")
            }
        }
        let isWhole = documented.count == rows.count || !BuildTraits.hasFFmpeg
        #expect(isWhole, "docs/interop.md should say:\n\(Self.text(rows))")
        if !differences.isEmpty {
            print("Where the programs here and docs/interop.md differ:\n\(Self.text(differences))")
        }
    }

    private static func text(_ lines: [String]) -> String { lines.joined(separator: "\n") }

    @Test(
        "may be more to a newer program than the document says, and not less",
        arguments: [
            ("same", "same", true), ("same", "no", true), ("same", "9216 frames", true),
            ("no", "no", true), ("other samples", "no", true), ("8192 frames", "no", true),
            ("8192 frames", "9216 frames", true), ("8192 frames", "8192 frames", true),
            ("8193 frames", "8192 frames", false), ("7000 frames", "8192 frames", false),
            ("no", "same", false), ("8192 frames", "same", false),
            ("other samples", "9216 frames", false), ("no", "other samples", false),
            ("9216 frames, other samples", "9216 frames", false),
        ])
    func comparison(found: String, documented: String, isEnough: Bool) throws {
        let found = try #require(InteropOutcome(found))
        let documented = try #require(InteropOutcome(documented))
        #expect(found.isAtLeast(documented, of: 8000) == isEnough)
    }

    /// Table cells, keyed by container and coding.
    private func documentedRows() throws -> [String: [InteropOutcome]] {
        let document = repositoryFolder.appending(path: "docs/interop.md")
        var rows: [String: [InteropOutcome]] = [:]
        for line in try String(contentsOf: document, encoding: .utf8).split(separator: "\n") {
            let cells = line.split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            let outcomes = cells.dropFirst(2).compactMap { InteropOutcome($0) }
            guard outcomes.count == Self.columns.count else { continue }
            rows[cells[0] + " | " + cells[1]] = outcomes
        }
        return rows
    }
}
