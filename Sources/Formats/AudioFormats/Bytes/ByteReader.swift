import AudioCodecs
import AudioModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Reads a file's headers sequentially through a small window, with bounds checks.
///
/// A read past `end` throws `endsEarly` with the name of the part being read.
struct ByteReader {
    /// Size of a normal window: one read covers the headers, and first samples, of most short
    /// sounds.
    static let windowByteCount = 8192
    /// Size of the window for data that is read back and forth.
    static let longWindowByteCount = 32_768

    let source: any ByteSource
    /// Offset at which reading stops.
    private(set) var end: Int64
    private(set) var position: Int64
    /// Name of the part being read, for error messages.
    private(set) var part: String
    private var window: [UInt8] = []
    private var windowStart: Int64 = 0

    init(_ source: any ByteSource) {
        self.source = source
        end = source.byteCount
        position = 0
        part = "file header"
    }

    /// Continues within another part of the file.
    ///
    /// - Parameters:
    ///   - offset: Offset of the part; not negative.
    ///   - end: The part's stated end; clamped to the end of the source.
    mutating func enter(_ part: String, at offset: Int64, end: Int64) {
        self.part = part
        position = offset
        self.end = min(end, source.byteCount)
    }

    var bytesLeft: Int64 { max(end - position, 0) }

    func error(_ reason: FormatError.Reason) -> FormatError {
        FormatError(reason, offset: position)
    }

    mutating func skip(_ byteCount: Int64) throws(FormatError) {
        guard byteCount >= 0, byteCount <= bytesLeft else { throw error(.endsEarly(part)) }
        position += byteCount
    }

    /// Advances to the next byte equal to `byte`, at most to the end of the current window; call it
    /// again to continue from there.
    ///
    /// - Parameter limit: Offset at which the search stops; greater than the position.
    /// - Returns: Whether the position is at such a byte.
    mutating func skip(to byte: UInt8, until limit: Int64) throws(FormatError) -> Bool {
        guard bytesLeft > 0 else { throw error(.endsEarly(part)) }
        let start = try fill(1)
        let count = Int(min(Int64(window.count - start), limit - position, bytesLeft))
        let distance = window.withUnsafeBytes { window -> Int? in
            guard let base = window.baseAddress,
                let found = memchr(base + start, Int32(byte), count)
            else { return nil }
            return UnsafeRawPointer(found) - (base + start)
        }
        position += Int64(distance ?? count)
        return distance != nil
    }

    /// Fills a long window from the current position, so that moving back and forth within it
    /// causes no further reads.
    ///
    /// - Parameter byteCount: Number of bytes that must be available; well below
    ///   `longWindowByteCount`.
    mutating func hold(_ byteCount: Int) throws(FormatError) {
        guard byteCount <= bytesLeft else { throw error(.endsEarly(part)) }
        _ = try fill(byteCount, windowByteCount: Self.longWindowByteCount)
    }

    mutating func readBigEndian<Number: FixedWidthInteger>() throws(FormatError) -> Number {
        Number(bigEndian: try readRaw())
    }

    mutating func readLittleEndian<Number: FixedWidthInteger>() throws(FormatError) -> Number {
        Number(littleEndian: try readRaw())
    }

    mutating func readFourCC() throws(FormatError) -> FourCC {
        FourCC(rawValue: try readBigEndian())
    }

    /// Reads bytes into an array.
    ///
    /// - Parameter byteCount: Number of bytes, already checked against a limit by the caller.
    mutating func readBytes(_ byteCount: Int) throws(FormatError) -> [UInt8] {
        guard byteCount >= 0, byteCount <= bytesLeft else { throw error(.endsEarly(part)) }
        if byteCount <= Self.windowByteCount {
            let start = try fill(byteCount)
            position += Int64(byteCount)
            return Array(window[start..<start + byteCount])
        }
        let bytes = try read(byteCount, at: position)
        guard bytes.count == byteCount else { throw shortage(byteCount) }
        position += Int64(byteCount)
        return bytes
    }

    private mutating func readRaw<Number: FixedWidthInteger>() throws(FormatError) -> Number {
        let byteCount = MemoryLayout<Number>.size
        guard byteCount <= bytesLeft else { throw error(.endsEarly(part)) }
        let start = try fill(byteCount)
        position += Int64(byteCount)
        return window.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: Number.self) }
    }

    /// Ensures that the next bytes are in the window.
    ///
    /// - Parameter byteCount: At most the window's size.
    /// - Returns: Index of the first of them in the window.
    private mutating func fill(
        _ byteCount: Int, windowByteCount: Int = Self.windowByteCount
    ) throws(FormatError) -> Int {
        let held = windowStart + Int64(window.count)
        if position < windowStart || position + Int64(byteCount) > held {
            let wanted = min(Int64(windowByteCount), source.byteCount - position)
            window = try read(Int(max(wanted, 0)), at: position)
            windowStart = position
            // The file was truncated after opening.
            guard window.count >= byteCount else { throw shortage(byteCount) }
        }
        return Int(position - windowStart)
    }

    /// The error for bytes that the source should have but did not deliver.
    private func shortage(_ byteCount: Int) -> FormatError {
        source.isStillArriving
            ? .shortage(until: position + Int64(byteCount)) : error(.endsEarly(part))
    }

    /// Reads bytes of the source; fewer than `byteCount` only at its end.
    private func read(_ byteCount: Int, at offset: Int64) throws(FormatError) -> [UInt8] {
        var failure: FormatError?
        // Not cleared first, which would cost as much as reading.
        let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { bytes, initializedCount in
            do throws(FormatError) {
                let room = UnsafeMutableRawBufferPointer(start: bytes.baseAddress, count: byteCount)
                let count = try source.read(into: room, at: offset)
                initializedCount = max(min(count, byteCount), 0)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
