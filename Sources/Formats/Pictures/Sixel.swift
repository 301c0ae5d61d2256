extension Pixels {
    /// The picture as a DEC Sixel sequence at the cursor, with a palette of at most 255 colours.
    /// Pixels that are less than half opaque leave the screen's content visible.
    ///
    /// Source: DEC, VT330/VT340 Programmer Reference, chapter 14.
    package func sixels() -> String {
        let palette = ColourPalette(self)
        var text: [UInt8] = Array("\u{1B}P0;1;0q\"1;1;\(width);\(height)".utf8)
        for (index, colour) in palette.colours.enumerated() {
            let parts = [16, 8, 0].map { (shift: UInt32) -> String in
                let value = colour >> shift & 255
                return String((value * 100 + 127) / 255)
            }
            text += Array("#\(index);2;\(parts.joined(separator: ";"))".utf8)
        }
        for top in stride(from: 0, to: height, by: 6) {
            appendBand(top, palette, to: &text)
        }
        text += Array("\u{1B}\\".utf8)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends six rows, colour by colour.
    private func appendBand(_ top: Int, _ palette: ColourPalette, to text: inout [UInt8]) {
        // For each colour, a bit for each of the six rows, by column.
        var masks = [UInt8](repeating: 0, count: palette.colours.count * width)
        var isUsed = [Bool](repeating: false, count: palette.colours.count)
        for row in 0..<min(6, height - top) {
            for x in 0..<width {
                let pixel = 4 * ((top + row) * width + x)
                guard rgba[pixel + 3] >= 128 else { continue }
                let colour = palette.index(rgba[pixel], rgba[pixel + 1], rgba[pixel + 2])
                masks[colour * width + x] |= 1 << UInt8(row)
                isUsed[colour] = true
            }
        }
        var isFirst = true
        for colour in isUsed.indices where isUsed[colour] {
            if !isFirst { text.append(UInt8(ascii: "$")) }
            isFirst = false
            text += Array("#\(colour)".utf8)
            var x = 0
            while x < width {
                let mask = masks[colour * width + x]
                var end = x + 1
                while end < width, masks[colour * width + end] == mask { end += 1 }
                if end < width || mask != 0 { append(mask, times: end - x, to: &text) }
                x = end
            }
        }
        text.append(UInt8(ascii: "-"))
    }

    private func append(_ mask: UInt8, times: Int, to text: inout [UInt8]) {
        if times > 3 {
            text += Array("!\(times)".utf8) + [mask + 63]
        } else {
            text += [UInt8](repeating: mask + 63, count: times)
        }
    }
}

/// A palette for the colours of a picture, chosen by median cut.
///
/// Source: P. Heckbert, "Color image quantization for frame buffer display", 1982.
struct ColourPalette {
    private(set) var colours: [UInt32] = []
    /// The index of the colour for each bin of five bits a channel.
    private var indices = [UInt8](repeating: 0, count: 1 << 15)

    private static let coloursMax = 255

    init(_ pixels: Pixels) {
        var counts = [Int](repeating: 0, count: 1 << 15)
        for pixel in stride(from: 0, to: pixels.rgba.count, by: 4)
        where pixels.rgba[pixel + 3] >= 128 {
            counts[Self.bin(pixels.rgba[pixel], pixels.rgba[pixel + 1], pixels.rgba[pixel + 2])] +=
                1
        }
        var boxes = [counts.indices.filter { counts[$0] > 0 }]
        guard !boxes[0].isEmpty else { return }
        while boxes.count < Self.coloursMax {
            // The box with the longest side is cut.
            let lengths = boxes.map { Self.longestSide($0).length }
            guard let widest = lengths.indices.max(by: { lengths[$0] < lengths[$1] }),
                lengths[widest] > 0
            else { break }
            let (low, high) = Self.cut(boxes[widest], counts)
            boxes[widest] = low
            boxes.append(high)
        }
        for (index, box) in boxes.enumerated() {
            for bin in box { indices[bin] = UInt8(index) }
            colours.append(Self.mean(box, counts))
        }
    }

    func index(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
        Int(indices[Self.bin(red, green, blue)])
    }

    private static func bin(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
        Int(red >> 3) << 10 | Int(green >> 3) << 5 | Int(blue >> 3)
    }

    /// The shift of the channel with the largest range, and the range.
    private static func longestSide(_ box: [Int]) -> (shift: Int, length: Int) {
        var longest = (shift: 10, length: -1)
        for shift in [10, 5, 0] {
            var (least, most) = (31, 0)
            for bin in box {
                least = min(least, bin >> shift & 31)
                most = max(most, bin >> shift & 31)
            }
            if most - least > longest.length { longest = (shift, most - least) }
        }
        return longest
    }

    private static func cut(_ box: [Int], _ counts: [Int]) -> ([Int], [Int]) {
        let shift = longestSide(box).shift
        let sorted = box.sorted { ($0 >> shift & 31, $0) < ($1 >> shift & 31, $1) }
        let half = sorted.reduce(0) { $0 + counts[$1] } / 2
        var sum = 0
        var middle = 0
        while middle < sorted.count - 1 {
            sum += counts[sorted[middle]]
            middle += 1
            if sum >= half { break }
        }
        return (Array(sorted[..<middle]), Array(sorted[middle...]))
    }

    private static func mean(_ box: [Int], _ counts: [Int]) -> UInt32 {
        let total = max(box.reduce(0) { $0 + counts[$1] }, 1)
        return [10, 5, 0].reduce(UInt32(0)) { (colour: UInt32, shift: Int) -> UInt32 in
            var sum = 0
            for bin in box { sum += counts[bin] * (bin >> shift & 31) }
            return colour << 8 | UInt32((sum * 255 / 31 + total / 2) / total)
        }
    }
}
