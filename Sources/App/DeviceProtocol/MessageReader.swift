/// Decodes a message; every read is bounds-checked.
package struct MessageReader {
    private let bytes: [UInt8]
    private(set) var offset = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func error(_ reason: MessageError.Reason) -> MessageError {
        MessageError(reason, offset: offset)
    }

    mutating func readNumber<Number: FixedWidthInteger>(
        _ type: Number.Type = Number.self
    ) throws(MessageError) -> Number {
        let size = MemoryLayout<Number>.size
        guard bytes.count - offset >= size else { throw error(.endsEarly) }
        var number: Number = 0
        for place in (0..<size).reversed() {
            number = (number << 8) | Number(truncatingIfNeeded: bytes[offset + place])
        }
        offset += size
        return number
    }

    mutating func readByte() throws(MessageError) -> UInt8 {
        guard offset < bytes.count else { throw error(.endsEarly) }
        offset += 1
        return bytes[offset - 1]
    }

    mutating func readBool(_ name: String) throws(MessageError) -> Bool {
        switch try readByte() {
        case 0: return false
        case 1: return true
        default: throw MessageError(.badField(name), offset: offset - 1)
        }
    }

    /// Reads a finite number, as all volumes, gains and levels are.
    mutating func readFloat(_ name: String) throws(MessageError) -> Float {
        let at = offset
        let number = Float(bitPattern: try readNumber())
        guard number.isFinite else { throw MessageError(.badField(name), offset: at) }
        return number
    }

    mutating func readText(_ name: String) throws(MessageError) -> String {
        let at = offset
        let count = Int(try readNumber(UInt16.self))
        guard count <= MessageLimits.textBytesMax else {
            throw MessageError(.tooLarge(name), offset: at)
        }
        guard bytes.count - offset >= count else { throw error(.endsEarly) }
        let text = bytes[offset..<offset + count]
        guard let text = String(validating: text, as: UTF8.self) else {
            throw error(.badField(name))
        }
        offset += count
        return text
    }

    /// Reads a case that `MessageWriter.write(case:)` has written.
    mutating func readCase<Word: CaseIterable>(
        _ name: String, of type: Word.Type = Word.self
    ) throws(MessageError) -> Word {
        let place = Int(try readByte())
        let all = Array(Word.allCases)
        guard place < all.count else {
            throw MessageError(.badField(name), offset: offset - 1)
        }
        return all[place]
    }

    mutating func readList<Element>(
        max: Int, _ name: String, _ read: (inout MessageReader) throws(MessageError) -> Element
    ) throws(MessageError) -> [Element] {
        let at = offset
        let count = Int(try readNumber(UInt16.self))
        guard count <= max else { throw MessageError(.tooLarge(name), offset: at) }
        // No capacity is reserved, because the count is not trusted.
        var list: [Element] = []
        for _ in 0..<count { list.append(try read(&self)) }
        return list
    }

    mutating func readOptional<Value>(
        _ name: String, _ read: (inout MessageReader) throws(MessageError) -> Value
    ) throws(MessageError) -> Value? {
        try readBool(name) ? try read(&self) : nil
    }

    /// Ends the decoding.
    ///
    /// - Throws: `goesOn` when bytes remain.
    package func finish() throws(MessageError) {
        guard offset == bytes.count else { throw error(.goesOn) }
    }
}
