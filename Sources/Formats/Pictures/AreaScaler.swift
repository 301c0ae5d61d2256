/// Makes a picture smaller: each pixel is the mean of the area it covers, in whole numbers.
///
/// Takes the picture row by row, so that it need not be in memory as a whole.
struct AreaScaler {
    private let fromWidth: Int
    private let fromHeight: Int
    private let width: Int
    private let height: Int
    /// Red, green and blue times alpha, and alpha, of the present source row; in units of the
    /// target's width.
    private var rowSums: [UInt64]
    /// The same of the present target row, times the source rows' shares.
    private var sums: [UInt64]
    private var rowIndex = 0
    private var rgba: [UInt8] = []

    /// - Parameters: The target must not be larger than the source.
    init(fromWidth: Int, height fromHeight: Int, toWidth width: Int, height: Int) {
        precondition(width <= fromWidth && height <= fromHeight, "pictures are made smaller only")
        self.fromWidth = fromWidth
        self.fromHeight = fromHeight
        self.width = width
        self.height = height
        rowSums = [UInt64](repeating: 0, count: 4 * width)
        sums = rowSums
        rgba.reserveCapacity(4 * width * height)
    }

    /// Adds the next source row.
    mutating func add(_ row: ArraySlice<UInt8>) {
        row.withUnsafeBufferPointer { add($0) }
    }

    /// Adds the next source row, of four bytes a pixel.
    mutating func add(_ row: UnsafeBufferPointer<UInt8>) {
        precondition(row.count >= 4 * fromWidth, "a row has all its pixels")
        guard rowIndex < fromHeight else { return }
        sumUp(row)
        // A source row is `height` units high, a target row `fromHeight`.
        let (start, end) = (rowIndex * height, (rowIndex + 1) * height)
        let boundary = (start / fromHeight + 1) * fromHeight
        addRow(share: min(end, boundary) - start)
        if end >= boundary {
            finishRow()
            addRow(share: end - boundary)
        }
        rowIndex += 1
    }

    /// The picture; missing rows are transparent.
    var pixels: Pixels {
        let missing = [UInt8](repeating: 0, count: 4 * width * height - rgba.count)
        return Pixels(width: width, height: height, rgba: rgba + missing)
    }

    private mutating func sumUp(_ row: UnsafeBufferPointer<UInt8>) {
        let (width, fromWidth) = (width, fromWidth)
        rowSums.withUnsafeMutableBufferPointer { sums in
            sums.update(repeating: 0)
            var target = 0
            // Units that are left of the present target pixel, which is `fromWidth` wide.
            var left = fromWidth
            for x in 0..<fromWidth {
                let pixel = 4 * x
                let alpha = UInt64(row[pixel + 3])
                var share = width
                while share > 0 {
                    let part = min(share, left)
                    let weight = UInt64(part) * alpha
                    sums[4 * target] &+= UInt64(row[pixel]) &* weight
                    sums[4 * target + 1] &+= UInt64(row[pixel + 1]) &* weight
                    sums[4 * target + 2] &+= UInt64(row[pixel + 2]) &* weight
                    sums[4 * target + 3] &+= weight
                    share -= part
                    left -= part
                    if left == 0 {
                        target += 1
                        left = fromWidth
                    }
                }
            }
        }
    }

    private mutating func addRow(share: Int) {
        guard share > 0 else { return }
        for index in sums.indices { sums[index] &+= rowSums[index] &* UInt64(share) }
    }

    private mutating func finishRow() {
        let area = UInt64(fromWidth) * UInt64(fromHeight)
        for x in 0..<width {
            let alpha = sums[4 * x + 3]
            for channel in 0..<3 {
                let sum = sums[4 * x + channel]
                rgba.append(alpha == 0 ? 0 : UInt8(min((sum + alpha / 2) / alpha, 255)))
            }
            rgba.append(UInt8(min((alpha + area / 2) / area, 255)))
        }
        sums.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    }
}
