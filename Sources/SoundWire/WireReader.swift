/// Decodes a message; every read is bounds-checked.
package struct WireReader {
    private let bytes: [UInt8]
    private(set) var offset = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func error(_ reason: WireError.Reason) -> WireError { WireError(reason, offset: offset) }

    mutating func readNumber<Number: FixedWidthInteger>(
        _ type: Number.Type = Number.self
    ) throws(WireError) -> Number {
        let size = MemoryLayout<Number>.size
        guard bytes.count - offset >= size else { throw error(.endsEarly) }
        var number: Number = 0
        for place in (0..<size).reversed() {
            number = (number << 8) | Number(truncatingIfNeeded: bytes[offset + place])
        }
        offset += size
        return number
    }

    mutating func readByte() throws(WireError) -> UInt8 {
        guard offset < bytes.count else { throw error(.endsEarly) }
        offset += 1
        return bytes[offset - 1]
    }

    mutating func readBool(_ name: String) throws(WireError) -> Bool {
        switch try readByte() {
        case 0: return false
        case 1: return true
        default: throw WireError(.badField(name), offset: offset - 1)
        }
    }

    /// Reads a finite number, as all volumes, gains and levels are.
    mutating func readFloat(_ name: String) throws(WireError) -> Float {
        let at = offset
        let number = Float(bitPattern: try readNumber())
        guard number.isFinite else { throw WireError(.badField(name), offset: at) }
        return number
    }

    mutating func readText(_ name: String) throws(WireError) -> String {
        let at = offset
        let count = Int(try readNumber(UInt16.self))
        guard count <= WireLimits.textBytesMax else {
            throw WireError(.tooLarge(name), offset: at)
        }
        guard bytes.count - offset >= count else { throw error(.endsEarly) }
        let text = bytes[offset..<offset + count]
        guard let text = String(validating: text, as: UTF8.self) else {
            throw error(.badField(name))
        }
        offset += count
        return text
    }

    /// Reads a case that `WireWriter.write(case:)` has written.
    mutating func readCase<Word: CaseIterable>(
        _ name: String, of type: Word.Type = Word.self
    ) throws(WireError) -> Word {
        let place = Int(try readByte())
        let all = Array(Word.allCases)
        guard place < all.count else {
            throw WireError(.badField(name), offset: offset - 1)
        }
        return all[place]
    }

    mutating func readList<Element>(
        max: Int, _ name: String, _ read: (inout WireReader) throws(WireError) -> Element
    ) throws(WireError) -> [Element] {
        let at = offset
        let count = Int(try readNumber(UInt16.self))
        guard count <= max else { throw WireError(.tooLarge(name), offset: at) }
        // No capacity is reserved, because the count is not trusted.
        var list: [Element] = []
        for _ in 0..<count { list.append(try read(&self)) }
        return list
    }

    mutating func readOptional<Value>(
        _ name: String, _ read: (inout WireReader) throws(WireError) -> Value
    ) throws(WireError) -> Value? {
        try readBool(name) ? try read(&self) : nil
    }

    /// Ends the decoding.
    ///
    /// - Throws: `goesOn` when bytes remain.
    package func finish() throws(WireError) {
        guard offset == bytes.count else { throw error(.goesOn) }
    }
}
