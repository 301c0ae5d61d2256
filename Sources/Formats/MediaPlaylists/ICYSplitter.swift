/// Separates the sound of an ICY stream (SHOUTcast, Icecast) from the metadata in it: after each
/// interval of `icy-metaint` bytes of sound there is a byte with the length of a block of text in units
/// of 16 bytes.
///
/// Source: the protocol has no specification; SHOUTcast's servers and clients, "icy-metaint".
package struct ICYSplitter: Sendable {
    /// A part of the stream, in its order.
    package enum Part: Hashable, Sendable {
        /// Bytes of the sound; never empty.
        case sound([UInt8])
        /// A block that is not empty.
        case metadata(ICYMetadata)
    }

    private let interval: Int
    /// Bytes of sound until the next block.
    private var soundLeft: Int
    /// Bytes that the current block still needs; `nil` outside of one.
    private var blockLeft: Int?
    private var block: [UInt8] = []

    /// Creates a splitter.
    ///
    /// - Parameter interval: Bytes of sound between blocks, `PlaylistLimits.icyInterval`; for any
    ///   other number, and for `nil`, there are no blocks.
    package init(interval: Int?) {
        let interval = interval ?? 0
        self.interval = PlaylistLimits.icyInterval.contains(interval) ? interval : 0
        soundLeft = self.interval
    }

    /// Splits the next bytes of the stream. At most a block of 4080 bytes is held back.
    package mutating func split(_ bytes: [UInt8]) -> [Part] {
        guard interval > 0 else { return bytes.isEmpty ? [] : [.sound(bytes)] }
        var parts: [Part] = []
        var rest = bytes[...]
        while let next = rest.first {
            if let left = blockLeft {
                block += rest.prefix(left)
                blockLeft = left - min(left, rest.count)
                rest = rest.dropFirst(left)
                if blockLeft == 0 { endBlock(into: &parts) }
            } else if soundLeft > 0 {
                let sound = rest.prefix(soundLeft)
                parts.append(.sound(Array(sound)))
                soundLeft -= sound.count
                rest = rest.dropFirst(sound.count)
            } else {
                blockLeft = Int(next) * 16
                rest = rest.dropFirst()
                if blockLeft == 0 { endBlock(into: &parts) }
            }
        }
        return parts
    }

    private mutating func endBlock(into parts: inout [Part]) {
        let metadata = ICYMetadata(block: block)
        if !metadata.fields.isEmpty { parts.append(.metadata(metadata)) }
        block = []
        blockLeft = nil
        soundLeft = interval
    }
}

/// What a block of ICY metadata says.
package struct ICYMetadata: Hashable, Sendable {
    /// A key and its value, as they are in the block.
    package struct Field: Hashable, Sendable {
        package var key: String
        package var value: String

        package init(_ key: String, _ value: String) {
            self.key = key
            self.value = value
        }
    }

    /// The fields in their order: `StreamTitle`, `StreamUrl`.
    package var fields: [Field] = []

    /// The title that the block gives; `nil` when it gives none.
    package var title: String? { fields.first { $0.key == "StreamTitle" }?.value }

    /// Reads `StreamTitle='…';StreamUrl='…';`. What cannot be read is left out.
    ///
    /// A value ends at the first `';` behind which there is nothing, or another key: titles have
    /// apostrophes, and a few of them a semicolon behind one. Text is UTF-8, or else Latin-1.
    package init(block: [UInt8]) {
        let padding = block.reversed().prefix { $0 == 0 }.count
        var rest = block.dropLast(padding)
        while let (key, value, end) = Self.field(rest) {
            fields.append(Field(key, value))
            rest = rest[end...]
        }
    }

    private static func field(
        _ bytes: ArraySlice<UInt8>
    ) -> (key: String, value: String, end: Int)? {
        let bytes = bytes.drop { $0 <= 0x20 || $0 == UInt8(ascii: ";") }
        guard let start = valueStart(bytes) else { return nil }
        let key = MediaText.decoded(bytes[..<(start - 2)])
        var found: Int?
        var index = start
        while index + 1 < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "'"), bytes[index + 1] == UInt8(ascii: ";") {
                let behind = bytes[(index + 2)...].drop { $0 <= 0x20 }
                if behind.isEmpty || valueStart(behind) != nil {
                    return (key, MediaText.decoded(bytes[start..<index]), index + 2)
                }
                found = found ?? index
            }
            index += 1
        }
        if let found { return (key, MediaText.decoded(bytes[start..<found]), found + 2) }
        // A block that was too short for the title.
        var cut = bytes[start...]
        if cut.last == UInt8(ascii: "'") { cut = cut.dropLast() }
        return (key, MediaText.decoded(cut), bytes.endIndex)
    }

    /// The index behind `Key='`; `nil` where no key begins.
    private static func valueStart(_ bytes: ArraySlice<UInt8>) -> Int? {
        let keyBytesMax = 64
        let name = bytes.prefix(keyBytesMax).prefix { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        let end = name.endIndex
        guard !name.isEmpty, end + 1 < bytes.endIndex, bytes[end] == UInt8(ascii: "="),
            bytes[end + 1] == UInt8(ascii: "'")
        else { return nil }
        return end + 2
    }
}
