extension ChannelLayout {
    /// English names of the speakers in channel order: `left, right, centre`.
    ///
    /// An unknown tag is given as its layout number and channel count.
    public var plainName: String {
        switch tag {
        case Self.useDescriptions:
            return Self.name(ofLabels: descriptions.map(\.label))
        case Self.useBitmap:
            // Bit n corresponds to label n + 1.
            let bits = (0..<UInt32(UInt32.bitWidth)).filter { bitmap & 1 << $0 != 0 }
            return Self.name(ofLabels: bits.map { $0 + 1 })
        default:
            if let name = Self.tagNames[tag] { return name }
            if let standard = StandardLayout.of(tag) {
                return Self.name(ofLabels: standard.labels.map(\.rawValue))
            }
            let (layout, channelCount) = (tag >> 16, tag & 0xFFFF)
            if layout == 0xFFFF { return "unknown, \(channelCount) channels" }
            return "layout \(layout), \(channelCount) channels"
        }
    }

    private static func name(ofLabels labels: [UInt32]) -> String {
        labels.isEmpty ? "none" : labels.map(speakerName).joined(separator: ", ")
    }

    /// Source: Apple's `AudioChannelLabel` constants and Microsoft's speaker position bits.
    private static func speakerName(_ label: UInt32) -> String {
        let names: [UInt32: String] = [
            0: "unused", 1: "left", 2: "right", 3: "centre", 4: "low frequency",
            5: "left surround", 6: "right surround", 7: "left centre", 8: "right centre",
            9: "centre surround", 10: "left surround direct", 11: "right surround direct",
            12: "top centre", 13: "top left", 14: "top front centre", 15: "top right",
            16: "top back left", 17: "top back centre", 18: "top back right",
            33: "rear left", 34: "rear right", 35: "left wide", 36: "right wide",
            37: "low frequency 2", 38: "left total", 39: "right total", 42: "mono",
            100: "by coordinates", 301: "left headphone", 302: "right headphone",
        ]
        if let name = names[label] { return name }
        return label >> 16 == 1 ? "discrete \(label & 0xFFFF)" : "label \(label)"
    }

    private static let tagNames: [UInt32: String] = [
        100 << 16 | 1: "mono",
        101 << 16 | 2: "stereo",
        102 << 16 | 2: "stereo headphones",
        106 << 16 | 2: "binaural",
        108 << 16 | 4: "quadraphonic",
        113 << 16 | 3: "left, right, centre",
        114 << 16 | 3: "centre, left, right",
        117 << 16 | 5: "5.0: left, right, centre, left surround, right surround",
        120 << 16 | 5: "5.0: centre, left, right, left surround, right surround",
        121 << 16 | 6:
            "5.1: left, right, centre, low frequency, left surround, right surround",
        124 << 16 | 6:
            "5.1: centre, left, right, left surround, right surround, low frequency",
        126 << 16 | 8: "7.1, two of them at the sides of the centre",
        127 << 16 | 8: "7.1, the centre first",
        128 << 16 | 8: "7.1, two of them at the back",
    ]
}
