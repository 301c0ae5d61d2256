/// Encodes a message: little-endian numbers; texts and lists with their count in front.
package struct MessageWriter {
    private var bytes: [UInt8] = []
    /// The first part that was too large; the message is then not sent.
    private var failure: MessageError?

    package init() {}

    mutating func write<Number: FixedWidthInteger>(_ number: Number) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ isSo: Bool) { bytes.append(isSo ? 1 : 0) }

    mutating func write(_ number: Float) { write(number.bitPattern) }

    mutating func write(_ number: Int) { write(Int64(number)) }

    mutating func write(_ text: String) {
        let utf8 = text.utf8
        guard utf8.count <= MessageLimits.textBytesMax else { return fail("text") }
        write(UInt16(utf8.count))
        bytes.append(contentsOf: utf8)
    }

    /// Writes a case by its index in `allCases`.
    mutating func write<Word: CaseIterable & Equatable>(case word: Word) {
        let places = Array(Word.allCases)
        // `allCases` contains every case, and no enumeration here has 256.
        bytes.append(UInt8(places.firstIndex(of: word) ?? 0xFF))
    }

    mutating func write<Element>(
        _ list: [Element], max: Int, _ name: String, _ write: (Element, inout MessageWriter) -> Void
    ) {
        guard list.count <= max else { return fail(name) }
        self.write(UInt16(list.count))
        for element in list { write(element, &self) }
    }

    mutating func write<Value>(_ value: Value?, _ write: (Value, inout MessageWriter) -> Void) {
        self.write(value != nil)
        if let value { write(value, &self) }
    }

    private mutating func fail(_ part: String) {
        if failure == nil { failure = MessageError(.tooLarge(part), offset: bytes.count) }
    }

    /// Returns the encoded message.
    ///
    /// - Throws: `tooLarge` for parts that exceed `MessageLimits`.
    package consuming func finish() throws(MessageError) -> [UInt8] {
        if let failure { throw failure }
        guard bytes.count <= MessageLimits.messageBytesMax else {
            throw MessageError(.tooLarge("message"), offset: bytes.count)
        }
        return bytes
    }
}
