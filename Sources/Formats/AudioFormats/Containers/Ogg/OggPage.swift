/// An Ogg page under construction.
///
/// Source: RFC 3533, 6, "The Ogg page format".
struct OggPage {
    struct Flags: OptionSet {
        let rawValue: UInt8
        static let continued = Flags(rawValue: 1)
        static let beginning = Flags(rawValue: 2)
        static let end = Flags(rawValue: 4)
    }

    /// The position on a page on which no packet ends.
    static let noPosition: Int64 = -1
    private static let segmentsMax = 255
    private static let segmentBytesMax = 255

    var flags: Flags
    /// The codec's position at the end of the last packet that ends on the page.
    var position = noPosition
    let sequence: UInt32
    private(set) var segments: [UInt8] = []
    private(set) var content: [UInt8] = []

    init(_ sequence: UInt32, flags: Flags = []) {
        self.sequence = sequence
        self.flags = flags
    }

    var isFull: Bool { segments.count == Self.segmentsMax }

    /// Adds as much of a packet as fits.
    ///
    /// - Parameter rest: The rest of the packet; what was added is removed.
    /// - Returns: Whether the packet ends on this page.
    mutating func add(_ rest: inout UnsafeRawBufferPointer.SubSequence) -> Bool {
        while !isFull {
            let count = min(rest.count, Self.segmentBytesMax)
            segments.append(UInt8(count))
            content += rest.prefix(count)
            rest = rest.dropFirst(count)
            // A shorter segment, which can be empty, ends the packet.
            if count < Self.segmentBytesMax { return true }
        }
        return false
    }

    /// The encoded page.
    func bytes(serial: UInt32) -> [UInt8] {
        var bytes = Array("OggS".utf8) + [0, flags.rawValue]
        bytes.appendLittleEndian(position)
        bytes.appendLittleEndian(serial)
        bytes.appendLittleEndian(sequence)
        let checksumOffset = bytes.count
        bytes.appendLittleEndian(UInt32(0))
        bytes.append(UInt8(segments.count))
        bytes += segments
        bytes += content
        let checksum = Self.checksum(bytes)
        for index in 0..<4 {
            bytes[checksumOffset + index] = UInt8(truncatingIfNeeded: checksum >> (8 * index))
        }
        return bytes
    }

    /// CRC-32 with the polynomial 0x04C11DB7, not reflected, from zero.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.reduce(0) { checksum, byte in
            checksum << 8 ^ checksumTable[Int(UInt8(checksum >> 24) ^ byte)]
        }
    }

    private static let checksumTable: [UInt32] = (0..<256 as Range<UInt32>).map { byte in
        (0..<8).reduce(byte << 24) { bits, _ in
            bits >> 31 == 1 ? bits << 1 ^ 0x04C1_1DB7 : bits << 1
        }
    }
}

/// Divides packets into the pages of one logical bitstream.
struct OggPaginator {
    let serial: UInt32
    /// The page that the next packet is added to.
    private(set) var page: OggPage
    /// Pages that are full and not taken yet.
    private var fullPages: [OggPage] = []

    init(serial: UInt32, sequence: UInt32 = 0, flags: OggPage.Flags = []) {
        self.serial = serial
        page = OggPage(sequence, flags: flags)
    }

    /// Whether the current page has something on it.
    var isPending: Bool { !page.segments.isEmpty }

    /// Adds a packet.
    ///
    /// - Parameter position: The codec's position at its end.
    mutating func add(_ packet: UnsafeRawBufferPointer, position: Int64) {
        var rest = packet[...]
        while !page.add(&rest) { turn(continued: true) }
        page.position = position
        if page.isFull { turn() }
    }

    mutating func add(_ packet: [UInt8], position: Int64) {
        packet.withUnsafeBytes { add($0, position: position) }
    }

    /// Ends the current page.
    mutating func turn(continued: Bool = false) {
        fullPages.append(page)
        page = OggPage(page.sequence &+ 1, flags: continued ? .continued : [])
    }

    /// Returns the pages that were ended since the last call.
    mutating func takePages() -> [OggPage] {
        defer { fullPages = [] }
        return fullPages
    }
}
