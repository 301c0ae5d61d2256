import AudioModel
import MediaPlaylists

/// A media playlist at its place in the stream.
struct HLSList: Sendable {
    let playlist: HLSMediaPlaylist
    /// The index of the variant.
    let choice: Int
    /// Seconds at which its first segment is.
    private(set) var origin: Double
    /// The number of its first segment in the stream.
    private(set) var firstSerial: Int64
    /// When it was asked for.
    let requestTime: HostTime
    /// Seconds from the origin to each segment, and to the end.
    private let starts: [Double]
    /// Indices of the segments with dates.
    private let dated: [Int]

    init(
        _ playlist: HLSMediaPlaylist, choice: Int, origin: Double, firstSerial: Int64,
        requestTime: HostTime
    ) {
        self.playlist = playlist
        self.choice = choice
        self.origin = origin
        self.firstSerial = firstSerial
        self.requestTime = requestTime
        var start = 0.0
        var starts = [start]
        starts.reserveCapacity(playlist.segments.count + 1)
        for segment in playlist.segments {
            start += segment.duration
            starts.append(start)
        }
        self.starts = starts
        dated = playlist.segments.indices.filter { playlist.segments[$0].date != nil }
    }

    /// Segments that a window can pass between two reloads; more is another stream.
    private static let movedMax: Int64 = 1_000_000

    var count: Int { playlist.segments.count }
    var endSerial: Int64 { firstSerial + Int64(count) }
    var end: Double { origin + starts[count] }
    var isLive: Bool { !playlist.hasEnded }

    func index(of serial: Int64) -> Int? {
        let index = serial - firstSerial
        return index >= 0 && index < Int64(count) ? Int(index) : nil
    }

    func segment(_ serial: Int64) -> HLSSegment? { index(of: serial).map { playlist.segments[$0] } }

    /// Seconds at which a segment is; beyond the list, at its beginning or end.
    func start(of serial: Int64) -> Double {
        let index = min(max(serial - firstSerial, 0), Int64(count))
        return origin + starts[Int(index)]
    }

    /// The number of the segment at a time; the one behind the last at the end, the first before it.
    func serial(at seconds: Double) -> Int64 {
        let wanted = seconds - origin
        var (low, high) = (0, count)
        // The last that begins at or before the time.
        while low < high {
            let middle = (low + high + 1) / 2
            if starts[middle] <= wanted { low = middle } else { high = middle - 1 }
        }
        return firstSerial + Int64(low)
    }

    /// The number of the segment at which to begin.
    ///
    /// Source: RFC 8216, 6.3.3, "Playing the Media Playlist File", and 4.3.5.2, "EXT-X-START".
    func startSerial(offset: Double?) -> (serial: Int64, seconds: Double) {
        let live = end - 3 * playlist.targetDuration
        if let offset {
            let place = offset >= 0 ? origin + offset : end + offset
            let seconds = min(max(place, origin), max(isLive ? live : end - 0.001, origin))
            return (serial(at: seconds), seconds)
        }
        let serial = isLive ? serial(at: max(live, origin)) : firstSerial
        return (serial, start(of: serial))
    }

    /// Puts a later state of the playlist, or another variant of it, behind or beside this one.
    ///
    /// - Parameter serial: The segment at which another variant is entered.
    /// - Returns: Whether their numbers belong together; otherwise the stream has begun again.
    func next(
        _ playlist: HLSMediaPlaylist, choice: Int, at serial: Int64, requestTime: HostTime
    ) -> (list: HLSList, isContinued: Bool) {
        func list(_ origin: Double, _ serial: Int64) -> HLSList {
            HLSList(
                playlist, choice: choice, origin: origin, firstSerial: serial,
                requestTime: requestTime)
        }
        let isOther = choice != self.choice
        if isOther, playlist.hasEnded, self.playlist.hasEnded {
            // Segments of variants may have other boundaries: those at the same time are meant.
            let other = list(origin, 0)
            let seconds = start(of: serial)
            let jitterSeconds = 0.1
            return (list(origin, serial - other.serial(at: seconds + jitterSeconds)), true)
        }
        if isOther, let (place, serial) = placeByDate(playlist) {
            return (list(place, serial), true)
        }
        let moved = playlist.mediaSequence - self.playlist.mediaSequence
        if (0...Self.movedMax).contains(moved) {
            // Segments that were never listed are taken to be as long as the others.
            let mean = playlist.duration / Double(max(playlist.segments.count, 1))
            let beyond = Double(max(moved - Int64(count), 0)) * mean
            let serial = firstSerial + moved
            return (list(start(of: serial) + beyond, serial), true)
        }
        if isOther, -moved <= Int64(playlist.segments.count) {
            let before = playlist.segments.prefix(Int(-moved)).reduce(0) { $0 + $1.duration }
            return (list(origin - before, firstSerial + moved), true)
        }
        return (list(end, endSerial), false)
    }

    /// The place of another variant with segments of the same dates.
    private func placeByDate(_ other: HLSMediaPlaylist) -> (origin: Double, serial: Int64)? {
        guard let date = other.segments.first?.date,
            let index = playlist.segments.indices.first(where: { index in
                playlist.segments[index].date.map {
                    abs($0 - date) < playlist.segments[index].duration / 2
                } ?? false
            })
        else { return nil }
        return (origin + starts[index], firstSerial + Int64(index))
    }

    /// Seconds of the stream at a date; `nil` for a playlist without dates.
    func seconds(at date: Double) -> Double? {
        guard !dated.isEmpty else { return nil }
        var (low, high) = (0, dated.count - 1)
        // Dates rise, so that the last that is not later is found by halves.
        while low < high {
            let middle = (low + high + 1) / 2
            if playlist.segments[dated[middle]].date ?? 0 <= date {
                low = middle
            } else {
                high = middle - 1
            }
        }
        let index = dated[low]
        return playlist.segments[index].date.map { origin + starts[index] + date - $0 }
    }

    /// The date of a time of the stream, in seconds since 1970; `nil` for a playlist without dates.
    func date(at seconds: Double) -> Double? {
        guard let first = dated.first else { return nil }
        let place = index(of: serial(at: seconds)) ?? max(count - 1, 0)
        // The last dated segment that is not later.
        var (low, high) = (0, dated.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if dated[middle] <= place { low = middle } else { high = middle - 1 }
        }
        let index = dated[low] <= place ? dated[low] : first
        return playlist.segments[index].date.map { $0 + seconds - origin - starts[index] }
    }
}
