/// The frames of an MP3 or ADTS file, which servers of HLS cut into segments.
struct StreamFrames {
    enum Kind {
        case mp3
        case adts
    }

    var kind: Kind
    /// The bytes of each frame.
    var frames: [Range<Int>]
    /// The length of each frame in samples, and the sample rate.
    var samplesPerFrame: Int
    var sampleRate: Int

    /// - Parameter bytes: A whole file. `nil` for other files, and for those without frames.
    init?(_ bytes: [UInt8]) {
        var index = Self.endOfTag(bytes)
        guard let first = Self.frame(bytes, at: index) else { return nil }
        (kind, samplesPerFrame, sampleRate) = (first.kind, first.samples, first.rate)
        frames = []
        while let frame = Self.frame(bytes, at: index), frame.kind == first.kind,
            index + frame.length <= bytes.count
        {
            let range = index..<(index + frame.length)
            // The first frame of an MP3 file may describe the others, and has no sound.
            if !frames.isEmpty || !Self.isDescription(bytes[range]) { frames.append(range) }
            index = range.upperBound
        }
        if frames.isEmpty { return nil }
    }

    /// The length of a frame in seconds.
    var frameSeconds: Double { Double(samplesPerFrame) / Double(sampleRate) }

    /// The bytes of the frames without what stands around them in the file.
    func sound(of bytes: [UInt8]) -> [UInt8] { frames.flatMap { bytes[$0] } }

    private static func endOfTag(_ bytes: [UInt8]) -> Int {
        guard bytes.count > 10, bytes.starts(with: "ID3".utf8) else { return 0 }
        return 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    }

    private static func isDescription(_ frame: ArraySlice<UInt8>) -> Bool {
        let head = Array(frame.prefix(64))
        return ["Xing", "Info"].contains { mark in
            let mark = Array(mark.utf8)
            return head.indices.contains { head[$0...].starts(with: mark) }
        }
    }

    private struct Frame {
        var kind: Kind
        var length: Int
        var samples: Int
        var rate: Int
    }

    private static func frame(_ bytes: [UInt8], at index: Int) -> Frame? {
        guard index + 7 <= bytes.count, bytes[index] == 0xFF, bytes[index + 1] & 0xE0 == 0xE0
        else { return nil }
        let isADTS = bytes[index + 1] & 0xF6 == 0xF0
        return isADTS ? adts(bytes, index) : mp3(bytes, index)
    }

    private static func adts(_ bytes: [UInt8], _ index: Int) -> Frame? {
        let rates = [
            96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025,
            8_000, 7_350,
        ]
        let rate = Int(bytes[index + 2] >> 2 & 0xF)
        let length =
            Int(bytes[index + 3] & 3) << 11 | Int(bytes[index + 4]) << 3
            | Int(bytes[index + 5] >> 5)
        guard rate < rates.count, length > 7 else { return nil }
        return Frame(
            kind: .adts, length: length, samples: 1024 * (Int(bytes[index + 6] & 3) + 1),
            rate: rates[rate])
    }

    private static func mp3(_ bytes: [UInt8], _ index: Int) -> Frame? {
        let version = Int(bytes[index + 1] >> 3 & 3)
        let isLayer3 = bytes[index + 1] >> 1 & 3 == 1
        let (bit, rateIndex) = (Int(bytes[index + 2] >> 4), Int(bytes[index + 2] >> 2 & 3))
        guard isLayer3, version != 1, rateIndex < 3, (1...14).contains(bit) else { return nil }
        let isFirst = version == 3
        let kilobits =
            isFirst
            ? [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320][bit]
            : [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160][bit]
        let rate = [44_100, 48_000, 32_000][rateIndex] >> (isFirst ? 0 : version == 2 ? 1 : 2)
        let samples = isFirst ? 1152 : 576
        let padding = Int(bytes[index + 2] >> 1 & 1)
        return Frame(
            kind: .mp3, length: samples / 8 * kilobits * 1000 / rate + padding, samples: samples,
            rate: rate)
    }
}
