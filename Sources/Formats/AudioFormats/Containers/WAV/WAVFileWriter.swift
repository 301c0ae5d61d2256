public import AudioCodecs

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Writes a WAVE file of 16-bit integer or 32-bit float samples.
///
/// Until `close()`, and permanently above 4 GB, the header's sizes are "unknown", which readers
/// interpret as "up to the end of the file": a file that was never closed is readable up to the
/// last write. Not thread-safe: used by one thread at a time.
public final class WAVFileWriter {
    /// How samples are stored.
    public enum SampleFormat: Hashable, Sendable {
        /// Rounded to the nearest and clamped; samples decoded from 16 bits are restored exactly.
        case int16
        /// Stored without rounding or clamping.
        case float32

        fileprivate var byteCount: Int { self == .int16 ? 2 : 4 }
    }

    /// Bytes buffered before a write.
    private static let pieceByteCount = 1 << 16

    private let channelCount: Int
    private let sampleRate: UInt32
    private let sampleFormat: SampleFormat
    private var descriptor: Int32
    private var piece: [UInt8] = []
    private var dataByteCount: Int64 = 0

    /// Creates the file, or truncates an existing one.
    ///
    /// - Parameters:
    ///   - sampleRate: In Hz, rounded to an integer; 1…10,000,000.
    ///   - channelCount: 1…64.
    /// - Throws: `cannotOpen`, `cannotWrite`, or `badField`.
    public init(
        path: String, sampleRate: Double, channelCount: Int, sampleFormat: SampleFormat
    ) throws(FormatError) {
        guard CodingLimits.sampleRate.contains(sampleRate) else {
            throw FormatError(.badField("sample rate"))
        }
        guard (1...64).contains(channelCount) else { throw FormatError(.badField("channel count")) }
        self.sampleRate = UInt32(sampleRate.rounded())
        self.channelCount = channelCount
        self.sampleFormat = sampleFormat
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FormatError(.cannotOpen(errno: errno)) }
        piece.reserveCapacity(Self.pieceByteCount)
        do throws(FormatError) {
            try writeAll(header(dataByteCount: nil))
        } catch {
            _ = closeFile(descriptor)
            descriptor = -1
            throw error
        }
    }

    deinit {
        // Reached without `close()` only after an error or when the caller omits it; the file is
        // readable.
        if descriptor >= 0 { _ = closeFile(descriptor) }
    }

    /// Appends frames.
    ///
    /// - Parameter interleaved: `frameCount × channelCount` samples, full scale ±1.
    /// - Throws: `cannotWrite`.
    public func write(
        _ interleaved: UnsafePointer<Float>, frameCount: Int
    ) throws(FormatError) {
        guard descriptor >= 0 else { throw FormatError(.cannotWrite(errno: EBADF)) }
        for index in 0..<max(frameCount, 0) * channelCount {
            switch sampleFormat {
            case .int16: piece.appendLittleEndian(pcm16(interleaved[index]))
            case .float32: piece.appendLittleEndian(interleaved[index].bitPattern)
            }
            if piece.count >= Self.pieceByteCount { try writePiece() }
        }
    }

    /// Writes the buffered samples and the sizes, and closes the file; further writes fail. Closing
    /// twice has no effect.
    ///
    /// - Throws: `cannotWrite`; the file is closed regardless.
    public func close() throws(FormatError) {
        guard descriptor >= 0 else { return }
        var failure: FormatError?
        do throws(FormatError) {
            try writePiece()
            try writeSizes()
        } catch {
            failure = error
        }
        if closeFile(descriptor) != 0, failure == nil {
            failure = FormatError(.cannotWrite(errno: errno))
        }
        descriptor = -1
        if let failure { throw failure }
    }

    private func writeSizes() throws(FormatError) {
        let bytes = header(dataByteCount: dataByteCount)
        guard pwrite(descriptor, bytes, bytes.count, 0) != bytes.count else { return }
        // A pipe cannot be rewritten; its reader takes the audio to the end.
        guard errno == ESPIPE else { throw FormatError(.cannotWrite(errno: errno)) }
    }

    private func writePiece() throws(FormatError) {
        let byteCount = piece.count
        try writeAll(piece)
        piece.removeAll(keepingCapacity: true)
        dataByteCount += Int64(byteCount)
    }

    private func writeAll(_ bytes: [UInt8]) throws(FormatError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                writeBytes(descriptor, UnsafeRawBufferPointer(rebasing: $0[done...]))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                throw FormatError(.cannotWrite(errno: errno), offset: dataByteCount)
            }
            done += count
        }
    }

    /// The header; its length does not depend on the sizes.
    ///
    /// - Parameter dataByteCount: nil when not known yet.
    private func header(dataByteCount: Int64?) -> [UInt8] {
        var format: [UInt8] = []
        let bytesPerFrame = channelCount * sampleFormat.byteCount
        format.appendLittleEndian(UInt16(sampleFormat == .int16 ? 1 : 3))
        format.appendLittleEndian(UInt16(channelCount))
        format.appendLittleEndian(sampleRate)
        format.appendLittleEndian(UInt32(clamping: Int(sampleRate) * bytesPerFrame))
        format.appendLittleEndian(UInt16(bytesPerFrame))
        format.appendLittleEndian(UInt16(sampleFormat.byteCount * 8))
        var chunks = chunk("fmt ", format)
        if sampleFormat == .float32 {
            // Required for every format except integer PCM.
            var fact: [UInt8] = []
            fact.appendLittleEndian(
                UInt32(clamping: (dataByteCount ?? .max) / Int64(bytesPerFrame)))
            chunks += chunk("fact", fact)
        }
        // Eight bytes of data chunk header, and four of form type.
        let rest = Int64(chunks.count + 8 + 4)
        let known = dataByteCount.flatMap { UInt32(exactly: $0 + rest) == nil ? nil : $0 }
        var header = Array("RIFF".utf8)
        header.appendLittleEndian(known.map { UInt32($0 + rest) } ?? .max)
        header += Array("WAVE".utf8) + chunks + Array("data".utf8)
        header.appendLittleEndian(known.map { UInt32($0) } ?? .max)
        return header
    }

    private func chunk(_ id: String, _ payload: [UInt8]) -> [UInt8] {
        var chunk = Array(id.utf8)
        chunk.appendLittleEndian(UInt32(payload.count))
        return chunk + payload
    }
}

// File-level functions, because the class's methods hide the system's.

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}

private func closeFile(_ descriptor: Int32) -> Int32 {
    close(descriptor)
}
