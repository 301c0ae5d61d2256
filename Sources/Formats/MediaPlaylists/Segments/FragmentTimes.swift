/// The times of a segment of movie fragments, which its packets do not have.
///
/// Source: ISO/IEC 14496-12, 8.3, 8.4 and 8.8; ISO/IEC 23009-1, 5.10.3.3, "Event message box".
package struct FragmentTimes: Hashable, Sendable {
    /// The sound track of an initialisation section.
    package struct Track: Hashable, Sendable {
        package var id: UInt32
        /// Units a second; at least one.
        package var timescale: UInt32

        /// Finds the first sound track; `nil` without one.
        package init?(initialisation bytes: [UInt8]) {
            guard let movie = BoxList(bytes[...]).first("moov") else { return nil }
            for track in BoxList(movie).all("trak") {
                guard let media = BoxList(track).first("mdia"),
                    let handler = BoxList(media).first("hdlr"),
                    handler.dropFirst(8).starts(with: "soun".utf8),
                    let head = BoxList(track).first("tkhd"),
                    let mediaHead = BoxList(media).first("mdhd")
                else { continue }
                id = UInt32(truncatingIfNeeded: head.number(at: head.first == 1 ? 20 : 12, 4) ?? 0)
                timescale = UInt32(
                    truncatingIfNeeded: mediaHead.number(at: mediaHead.first == 1 ? 20 : 12, 4) ?? 0
                )
                if id > 0, timescale > 0 { return }
            }
            return nil
        }
    }

    /// A message of the stream.
    package struct Event: Hashable, Sendable {
        package var scheme: String
        /// Seconds on the media's own timeline; `nil` for a time that counts from the segment.
        package var time: Double?
        /// Seconds after the segment's beginning.
        package var delay: Double
        package var message: [UInt8]
    }

    /// The decode time of the track's first packet, in units of its timescale.
    package private(set) var firstTime: Int64?
    package private(set) var events: [Event] = []

    private static let eventsMax = 256

    /// Reads a segment.
    package init(segment bytes: [UInt8], of track: Track) {
        for (kind, content) in BoxList(bytes[...]) {
            switch kind {
            case "moof" where firstTime == nil: firstTime = Self.time(content, of: track)
            case "emsg" where events.count < Self.eventsMax:
                if let event = Self.event(content) { events.append(event) }
            default: continue
            }
        }
    }

    private static func time(_ fragment: ArraySlice<UInt8>, of track: Track) -> Int64? {
        for part in BoxList(fragment).all("traf") {
            guard let head = BoxList(part).first("tfhd"),
                head.number(at: 4, 4) == UInt64(track.id),
                let time = BoxList(part).first("tfdt"),
                let value = time.number(at: 4, time.first == 1 ? 8 : 4), value < 1 << 62
            else { continue }
            return Int64(value)
        }
        return nil
    }

    private static func event(_ box: ArraySlice<UInt8>) -> Event? {
        let isAbsolute = box.first == 1
        let fixedByteCount = isAbsolute ? 24 : 20
        func texts(_ rest: ArraySlice<UInt8>) -> (String, ArraySlice<UInt8>) {
            let scheme = rest.prefix { $0 != 0 }
            let value = rest[scheme.endIndex...].dropFirst().prefix { $0 != 0 }
            return (MediaText.decoded(scheme), rest[value.endIndex...].dropFirst())
        }
        let body = box.dropFirst(4)
        let scheme: String
        let message: ArraySlice<UInt8>
        let numbers: ArraySlice<UInt8>
        if isAbsolute {
            numbers = body.prefix(fixedByteCount - 4)
            (scheme, message) = texts(body.dropFirst(fixedByteCount - 4))
        } else {
            let (name, rest) = texts(body)
            (scheme, numbers) = (name, rest.prefix(fixedByteCount - 4))
            message = rest.dropFirst(fixedByteCount - 4)
        }
        guard let scale = numbers.number(at: 0, 4), scale > 0,
            let time = numbers.number(at: 4, isAbsolute ? 8 : 4)
        else { return nil }
        let seconds = Double(time) / Double(scale)
        return Event(
            scheme: scheme, time: isAbsolute ? seconds : nil, delay: isAbsolute ? 0 : seconds,
            message: Array(message))
    }
}

/// The boxes in bytes, one after the other; what does not fit ends the list.
private struct BoxList: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>
    private var boxesLeft = 10_000

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    mutating func next() -> (kind: String, content: ArraySlice<UInt8>)? {
        guard boxesLeft > 0, let stated = rest.number(at: 0, 4), rest.count >= 8 else { return nil }
        boxesLeft -= 1
        let kind = MediaText.decoded(rest.dropFirst(4).prefix(4))
        var (headByteCount, byteCount) = (8, Int(stated))
        if stated == 1 {
            guard let large = rest.number(at: 8, 8), large <= UInt64(rest.count) else { return nil }
            (headByteCount, byteCount) = (16, Int(large))
        } else if stated == 0 {
            byteCount = rest.count
        }
        guard byteCount >= headByteCount, byteCount <= rest.count else { return nil }
        defer { rest = rest.dropFirst(byteCount) }
        return (kind, rest.prefix(byteCount).dropFirst(headByteCount))
    }

    func first(_ kind: String) -> ArraySlice<UInt8>? { first { $0.kind == kind }?.content }

    func all(_ kind: String) -> [ArraySlice<UInt8>] {
        compactMap { $0.kind == kind ? $0.content : nil }
    }
}

extension ArraySlice<UInt8> {
    /// A big-endian number; `nil` past the end.
    fileprivate func number(at offset: Int, _ byteCount: Int) -> UInt64? {
        guard offset + byteCount <= count else { return nil }
        return dropFirst(offset).prefix(byteCount).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
