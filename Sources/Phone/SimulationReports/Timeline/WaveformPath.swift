package import AudioModel

/// A lane's peaks as the upper half of a filled SVG path; the lower half is its mirror image.
///
/// One user unit a column, heights in thousandths, so that numbers are short integers.
package struct WaveformPath {
    /// Thousandths of full height, one for each column from `firstColumn` on.
    package private(set) var heights: [Int] = []
    private(set) var firstColumn = 0

    /// - Parameter loudest: The peak that gets full height.
    package init(
        _ peaks: [Float], start: HostTime, step: HostInterval, scale: TimelineScale, loudest: Float
    ) {
        guard !peaks.isEmpty, step.nanoseconds > 0, loudest > 0 else { return }
        let stepLength = Double(step.nanoseconds)
        let startTime = Double(start.nanoseconds)
        firstColumn = scale.column(startTime)
        let lastColumn = scale.column(startTime + stepLength * Double(peaks.count) - 1)
        heights = Array(repeating: 0, count: max(1, lastColumn - firstColumn + 1))
        for (index, peak) in peaks.enumerated() {
            let from = startTime + stepLength * Double(index)
            let first = scale.column(from) - firstColumn
            let last = scale.column(from + stepLength - 1) - firstColumn
            let height = Self.height(peak, loudest: loudest)
            for column in max(first, 0)...max(min(last, heights.count - 1), max(first, 0))
            where column < heights.count {
                heights[column] = max(heights[column], height)
            }
        }
    }

    /// The square root lets a sound that is ducked by 20 dB still be seen.
    private static func height(_ peak: Float, loudest: Float) -> Int {
        guard peak.isFinite, peak > 0 else { return 0 }
        return Int((min(peak / loudest, 1).squareRoot() * 1000).rounded())
    }

    package var isEmpty: Bool { heights.allSatisfy { $0 == 0 } }

    /// Path data; y points up from 0 to −1000. One outline for each stretch that is not silent.
    package var data: String {
        var path = ""
        var column = 0
        while column < heights.count {
            guard heights[column] > 0 else {
                column += 1
                continue
            }
            let end = heights[column...].firstIndex(of: 0) ?? heights.count
            path += outline(of: column..<end)
            column = end
        }
        return path
    }

    private func outline(of columns: Range<Int>) -> String {
        // A little below zero: the mirror image would otherwise leave a seam.
        var path = "M\(firstColumn + columns.lowerBound) \(Self.seam)"
        var height = -Self.seam
        var flatColumns = 0
        for next in heights[columns] {
            if next != height {
                if flatColumns > 0 { path += "h\(flatColumns)" }
                path += "v\(height - next)"
                height = next
                flatColumns = 0
            }
            flatColumns += 1
        }
        return path + "h\(flatColumns)V\(Self.seam)z"
    }

    private static let seam = 15
}
