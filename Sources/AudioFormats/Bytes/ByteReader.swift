import AudioModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Reads a file's headers in order, through a small window; every read is checked.
///
/// Reads past `end` throw `endsEarly` with the name of the part being read.
struct ByteReader {
    /// One read of this size holds the headers, and the first samples, of most short sounds.
    static let windowByteCount = 8192
    /// Of what is gone over back and forth.
    static let longWindowByteCount = 32_768

    let source: any ByteSource
    /// Nothing at or after this offset is read.
    private(set) var end: Int64
    private(set) var position: Int64
    /// What is being read, in words, for errors.
    private(set) var part: String
    private var window: [UInt8] = []
    private var windowStart: Int64 = 0

    init(_ source: any ByteSource) {
        self.source = source
        end = source.byteCount
        position = 0
        part = "file header"
    }

    /// Goes on within another part of the file.
    ///
    /// - Parameters:
    ///   - offset: Not negative.
    ///   - end: Where the part says it ends; the end of the source if that comes first.
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

    /// Goes on to the next byte that has a value, but no further than to the end of what the window
    /// holds: call it again from there.
    ///
    /// - Parameter limit: Where it stops at the latest; behind the position.
    /// - Returns: Whether it stands before such a byte.
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

    /// Brings the next bytes into the window with many more behind them, so that going back and
    /// forth among these reads none of them again.
    ///
    /// - Parameter byteCount: Well below a long window's.
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

    /// - Parameter byteCount: Already held against a limit by the caller.
    mutating func readBytes(_ byteCount: Int) throws(FormatError) -> [UInt8] {
        guard byteCount >= 0, byteCount <= bytesLeft else { throw error(.endsEarly(part)) }
        if byteCount <= Self.windowByteCount {
            let start = try fill(byteCount)
            position += Int64(byteCount)
            return Array(window[start..<start + byteCount])
        }
        var bytes = [UInt8](repeating: 0, count: byteCount)
        let count = try readInto(&bytes, at: position)
        guard count == byteCount else { throw shortage(byteCount) }
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

    /// Brings the next bytes into the window.
    ///
    /// - Parameter byteCount: At most a window's.
    /// - Returns: Where in the window they start.
    private mutating func fill(
        _ byteCount: Int, windowByteCount: Int = Self.windowByteCount
    ) throws(FormatError) -> Int {
        let held = windowStart + Int64(window.count)
        if position < windowStart || position + Int64(byteCount) > held {
            let wanted = min(Int64(windowByteCount), source.byteCount - position)
            var bytes = [UInt8](repeating: 0, count: Int(max(wanted, 0)))
            let count = try readInto(&bytes, at: position)
            bytes.removeLast(bytes.count - count)
            window = bytes
            windowStart = position
            // The file became shorter since it was opened.
            guard count >= byteCount else { throw shortage(byteCount) }
        }
        return Int(position - windowStart)
    }

    /// Why bytes are missing that the source should have.
    private func shortage(_ byteCount: Int) -> FormatError {
        source.isStillArriving
            ? .shortage(until: position + Int64(byteCount)) : error(.endsEarly(part))
    }

    private func readInto(_ bytes: inout [UInt8], at offset: Int64) throws(FormatError) -> Int {
        var failure: FormatError?
        let count = bytes.withUnsafeMutableBytes { buffer in
            do throws(FormatError) {
                return min(try source.read(into: buffer, at: offset), buffer.count)
            } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        return max(count, 0)
    }
}
