extension MIDIFile {
    /// Reads a file; any bytes may be given.
    ///
    /// A track that is cut off or contains an error ends there; chunks of other kinds are skipped.
    /// A file inside a RIFF container of the form `RMID` is read too.
    package init(bytes: [UInt8]) throws(MIDIFileError) {
        var reader = MIDIReader(bytes)
        if reader.tag(at: 0) == "RIFF", reader.tag(at: 8) == "RMID", reader.tag(at: 12) == "data" {
            reader.position = 20
        }
        guard reader.readTag() == "MThd", let length = reader.readNumber(4), length >= 6,
            let format = reader.readNumber(2), reader.readNumber(2) != nil,
            let division = reader.readNumber(2)
        else { throw .noHeader }
        guard let parsed = Self.division(division) else { throw .invalidDivision }
        reader.skip(length - 6)
        var tracks: [[Event]] = []
        while tracks.count < Self.tracksMax, let tag = reader.readTag(),
            let length = reader.readNumber(4)
        {
            let end = min(reader.position + length, bytes.count)
            if tag == "MTrk" { tracks.append(Self.readTrack(&reader, end: end)) }
            reader.position = end
        }
        guard !tracks.isEmpty else { throw .noTrack }
        self.init(format: min(format, 2), division: parsed, tracks: tracks)
    }

    /// The largest number of tracks that are read.
    private static let tracksMax = 1024

    private static func division(_ number: Int) -> Division? {
        if number & 0x8000 == 0 { return number > 0 ? .ticksPerBeat(number) : nil }
        let frames = 256 - (number >> 8)
        let ticks = number & 0xFF
        guard [24, 25, 29, 30].contains(frames), ticks > 0 else { return nil }
        return .smpte(framesPerSecond: frames, ticksPerFrame: ticks)
    }

    private static func readTrack(_ reader: inout MIDIReader, end: Int) -> [Event] {
        var events: [Event] = []
        var tick = 0
        var runningStatus: UInt8?
        while reader.position < end {
            guard let delta = reader.readVariableLength(end), let first = reader.peek(end) else {
                break
            }
            tick += delta
            switch first {
            case 0xFF:
                reader.position += 1
                guard let type = reader.read(end), let bytes = reader.readBlock(end) else {
                    return events
                }
                // The end of the track.
                if type == 0x2F {
                    events.append(Event(tick: tick, .meta(type: type, [])))
                    return events
                }
                events.append(Event(tick: tick, .meta(type: type, bytes)))
            case 0xF0, 0xF7:
                reader.position += 1
                guard let bytes = reader.readBlock(end) else { return events }
                runningStatus = nil
                events.append(
                    Event(tick: tick, first == 0xF0 ? .systemExclusive(bytes) : .escape(bytes)))
            default:
                if first >= 0x80 {
                    reader.position += 1
                    runningStatus = first
                }
                guard let status = runningStatus, let message = reader.readMessage(status, end)
                else { return events }
                events.append(Event(tick: tick, .message(message)))
            }
        }
        return events
    }
}

/// Reads numbers from bytes, with a position that never passes their end.
private struct MIDIReader {
    private let bytes: [UInt8]
    var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func tag(at offset: Int) -> String? {
        guard offset + 4 <= bytes.count else { return nil }
        return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
    }

    mutating func readTag() -> String? {
        guard let tag = tag(at: position) else { return nil }
        position += 4
        return tag
    }

    /// Reads a number of `count` bytes, the most significant first.
    mutating func readNumber(_ count: Int) -> Int? {
        guard position + count <= bytes.count else { return nil }
        defer { position += count }
        return bytes[position..<position + count].reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func skip(_ count: Int) { position = min(position + count, bytes.count) }

    func peek(_ end: Int) -> UInt8? { position < end ? bytes[position] : nil }

    mutating func read(_ end: Int) -> UInt8? {
        guard position < end else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    /// Reads a number of up to four bytes with seven bits each.
    mutating func readVariableLength(_ end: Int) -> Int? {
        var number = 0
        for _ in 0..<4 {
            guard let byte = read(end) else { return nil }
            number = number << 7 | Int(byte & 0x7F)
            if byte < 0x80 { return number }
        }
        return nil
    }

    /// Reads a length and that many bytes; `nil` when there are fewer.
    mutating func readBlock(_ end: Int) -> [UInt8]? {
        guard let length = readVariableLength(end), length <= end - position else { return nil }
        defer { position += length }
        return Array(bytes[position..<position + length])
    }

    mutating func readMessage(_ status: UInt8, _ end: Int) -> MIDIMessage? {
        guard let kind = MIDIMessage.Kind(rawValue: status & 0xF0), let data1 = read(end) else {
            return nil
        }
        guard kind.dataByteCount == 2 else { return MIDIMessage(status: status, data1: data1) }
        return read(end).flatMap { MIDIMessage(status: status, data1: data1, data2: $0) }
    }
}
