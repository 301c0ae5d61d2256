/// A fragmented MPEG-4 file of AAC: packets of 3, 1, 4, 1, 5 and 2 bytes, filled with their index,
/// in fragments of two, three and one.
struct SmallFragmentedMP4 {
    /// The base of a fragment's data offsets.
    enum Base: CaseIterable {
        case place
        case fragment
        case partBefore
    }

    var sizes: [[UInt32]] = [[3, 1], [4, 1, 5], [2]]
    var base = Base.fragment
    /// Whether another track has packets before this one's in each fragment.
    var hasOtherTrack = false
    /// Whether each packet has its own track fragment, instead of its own run.
    var hasManyParts = false
    /// Whether each entry has all optional fields, instead of the size alone.
    var hasLongEntries = false
    /// Whether the last box extends to the end of the file.
    var isOpen = false
    /// Sizes of packets listed in sample tables, before the fragments.
    var listed: [UInt32] = []
    var edit: [UInt8]?
    /// Duration of the last packet, if entries are long.
    var lastDuration: UInt32 = 1024
    var configuration: [UInt8] = [0x12, 0x08]
    var userData: [UInt8] = []

    private static let otherSizes: [UInt32] = [3, 4]

    var bytes: [UInt8] {
        let extends = box(
            "mvex", fullBox("trex", words(2, 1, 0, 0, 0)), fullBox("trex", words(1, 1, 1024, 0, 0)))
        var file = SmallMP4(
            sizes: listed, configuration: configuration, edit: edit,
            mediaDuration: UInt32(1024 * listed.count), userData: extends + userData,
            moovFirst: true
        ).bytes
        var index = listed.count
        for (number, packets) in sizes.enumerated() {
            file += fragment(packets, number: number, from: index, at: file.count)
            index += packets.count
        }
        return file
    }

    private func fragment(_ packets: [UInt32], number: Int, from index: Int, at place: Int)
        -> [UInt8]
    {
        let headByteCount = head(packets, number, place: place, headByteCount: 0).count
        let head = head(packets, number, place: place, headByteCount: headByteCount)
        let otherByteCount = hasOtherTrack ? Int(Self.otherSizes.reduce(0, +)) : 0
        let other = [UInt8](repeating: 0xEE, count: otherByteCount)
        let own = packets.enumerated().flatMap {
            Array(repeating: UInt8(truncatingIfNeeded: index + $0), count: Int($1))
        }
        var data = box("mdat", other + own)
        if isOpen, number == sizes.count - 1 { data.replaceSubrange(0..<4, with: words(0)) }
        return head + data
    }

    private func head(
        _ packets: [UInt32], _ number: Int, place: Int, headByteCount: Int
    ) -> [UInt8] {
        let start = headByteCount + 8
        var parts: [[UInt8]] = []
        if hasOtherTrack {
            parts.append(
                part(
                    track: 2, place: place, first: true,
                    [run(Self.otherSizes, start: start, isLast: false)]))
        }
        let ownStart = start + (hasOtherTrack ? Int(Self.otherSizes.reduce(0, +)) : 0)
        let isFirst = !hasOtherTrack
        let isLast = number == sizes.count - 1
        if hasManyParts {
            var at = ownStart
            for (index, size) in packets.enumerated() {
                let run = run([size], start: at, isLast: isLast && index == packets.count - 1)
                parts.append(part(track: 1, place: place, first: isFirst && index == 0, [run]))
                at += Int(size)
            }
        } else {
            // The second run has no data offset: it follows the first.
            let first = run(
                Array(packets.prefix(1)), start: ownStart, isLast: isLast && packets.count == 1)
            let rest = run(Array(packets.dropFirst()), start: nil, isLast: isLast)
            parts.append(part(track: 1, place: place, first: isFirst, [first, rest]))
        }
        return box("moof", fullBox("mfhd", words(UInt32(number + 1))), parts.flatMap { $0 })
    }

    private func part(track: UInt32, place: Int, first: Bool, _ runs: [[UInt8]]) -> [UInt8] {
        let flags: UInt32
        switch base {
        case .place: flags = 1
        case .fragment: flags = 0x2_0000
        case .partBefore: flags = 0
        }
        let place = base == .place ? bigEndian(UInt64(place)) : []
        var runs = runs
        if base == .partBefore, !first {
            // Directly after the previous track fragment.
            runs[0].replaceSubrange(16..<20, with: words(0))
        }
        return box("traf", box("tfhd", words(flags, track), place), runs.flatMap { $0 })
    }

    private func run(_ sizes: [UInt32], start: Int?, isLast: Bool) -> [UInt8] {
        let flags: UInt32 = (start == nil ? 0 : 1) | (hasLongEntries ? 0xF04 : 0x200)
        let entries = sizes.enumerated().flatMap { index, size in
            guard hasLongEntries else { return words(size) }
            let isEnd = isLast && index == sizes.count - 1
            return words(isEnd ? lastDuration : 1024, size, 0, 7)
        }
        return box(
            "trun", words(flags, UInt32(sizes.count)), start.map { words(UInt32($0)) } ?? [],
            hasLongEntries ? words(9) : [], entries)
    }
}
