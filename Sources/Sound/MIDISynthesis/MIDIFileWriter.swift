extension MIDIFile {
    /// The bytes of the file, with running status; every track ends with its end mark.
    package var bytes: [UInt8] {
        var bytes = Array("MThd".utf8)
        Self.append(6, byteCount: 4, to: &bytes)
        Self.append(min(max(format, 0), 2), byteCount: 2, to: &bytes)
        Self.append(min(tracks.count, 0xFFFF), byteCount: 2, to: &bytes)
        switch division {
        case .ticksPerBeat(let ticks):
            Self.append(min(max(ticks, 1), 0x7FFF), byteCount: 2, to: &bytes)
        case .smpte(let frames, let ticks):
            bytes += [UInt8(truncatingIfNeeded: -frames), UInt8(clamping: ticks)]
        }
        for track in tracks.prefix(0xFFFF) {
            let body = Self.trackBytes(track)
            bytes += Array("MTrk".utf8)
            Self.append(body.count, byteCount: 4, to: &bytes)
            bytes += body
        }
        return bytes
    }

    /// The largest number of ticks between two events.
    private static let deltaMax = 0x0FFF_FFFF

    private static func trackBytes(_ events: [Event]) -> [UInt8] {
        var bytes: [UInt8] = []
        var tick = 0
        var runningStatus: UInt8?
        var hasEnd = false
        for event in events.sorted(by: { $0.tick < $1.tick }) where !hasEnd {
            let delta = min(max(event.tick - tick, 0), deltaMax)
            appendVariableLength(delta, to: &bytes)
            tick += delta
            switch event.body {
            case .message(let message):
                if message.status != runningStatus { bytes.append(message.status) }
                runningStatus = message.status
                bytes.append(message.data1)
                if message.kind.dataByteCount == 2 { bytes.append(message.data2) }
            case .systemExclusive(let data), .escape(let data):
                if case .systemExclusive = event.body {
                    bytes.append(0xF0)
                } else {
                    bytes.append(0xF7)
                }
                appendBlock(data, to: &bytes)
                runningStatus = nil
            case .meta(let type, let data):
                bytes += [0xFF, type & 0x7F]
                appendBlock(data, to: &bytes)
                runningStatus = nil
                hasEnd = type == 0x2F
            }
        }
        if !hasEnd { bytes += [0, 0xFF, 0x2F, 0] }
        return bytes
    }

    private static func append(_ number: Int, byteCount: Int, to bytes: inout [UInt8]) {
        for index in (0..<byteCount).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index)))
        }
    }

    private static func appendBlock(_ data: [UInt8], to bytes: inout [UInt8]) {
        let data = data.prefix(deltaMax)
        appendVariableLength(data.count, to: &bytes)
        bytes += data
    }

    private static func appendVariableLength(_ number: Int, to bytes: inout [UInt8]) {
        for shift in stride(from: 21, to: 0, by: -7) where number >> shift > 0 {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift & 0x7F) | 0x80)
        }
        bytes.append(UInt8(number & 0x7F))
    }
}
