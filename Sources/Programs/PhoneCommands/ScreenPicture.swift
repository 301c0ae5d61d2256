import Simulation
import SimulationReports
import Terminal

/// A picture of a screen, as a document of SVG that stands alone.
package struct ScreenPicture {
    private let lines: [ScreenLine]
    private let width: Int

    /// The size of a character's cell, in pixels.
    private static let cell = (width: 8.4, height: 18.0)
    private static let fontSize = 14
    private static let margin = 10.0
    private static let baseline = 13.5
    private static let background = "#1b1e23"
    private static let foreground = "#d6dae2"

    /// - Parameter width: The columns of the screen.
    package init(_ lines: [ScreenLine], width: Int) {
        self.lines = lines
        self.width = width
    }

    /// The document, on one line.
    package var svg: String {
        let size = (
            Self.number(Double(width) * Self.cell.width + 2 * Self.margin),
            Self.number(Double(lines.count) * Self.cell.height + 2 * Self.margin)
        )
        var writer = MarkupWriter()
        writer.open(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(size.0) \(size.1)",
                "width": size.0, "height": size.1, "role": "img",
                "aria-label": "The screen of sori phone", "font-family": "monospace",
                "font-size": "\(Self.fontSize)", "xml:space": "preserve",
            ])
        writer.element("rect", ["width": "100%", "height": "100%", "fill": Self.background])
        for (row, line) in lines.enumerated() { add(line, row, to: &writer) }
        writer.close()
        return writer.text.replacing("\n", with: "")
    }

    private func add(_ line: ScreenLine, _ row: Int, to writer: inout MarkupWriter) {
        let isBar = line.look == .title || line.look == .foot
        let top = Self.margin + Double(row) * Self.cell.height
        if isBar {
            writer.element(
                "rect",
                [
                    "x": Self.number(Self.margin), "y": Self.number(top),
                    "width": Self.number(Double(width) * Self.cell.width),
                    "height": Self.number(Self.cell.height), "fill": Self.foreground,
                ])
        }
        let characters = Array(line.text)
        var end = 0
        for mark in line.marks where mark.range.lowerBound >= end {
            let range = mark.range.clamped(to: end..<max(characters.count, end))
            add(characters, end..<range.lowerBound, .plain, line.look, top, to: &writer)
            add(characters, range, mark.style, line.look, top, to: &writer)
            end = range.upperBound
        }
        add(characters, end..<characters.count, .plain, line.look, top, to: &writer)
    }

    /// Adds characters of a line, at the columns where a terminal has them.
    private func add(
        _ characters: [Character], _ range: Range<Int>, _ style: TextPaint.Style,
        _ look: ScreenLine.Look, _ top: Double, to writer: inout MarkupWriter
    ) {
        let text = String(characters[range])
        guard text.contains(where: { $0 != " " }) else { return }
        let column = String(characters[..<range.lowerBound]).columnCount
        let isBar = look == .title || look == .foot
        let isBold = [.bold, .bad].contains(style) || look == .striking && style == .plain
        writer.element(
            "text",
            [
                "x": Self.number(Self.margin + Double(column) * Self.cell.width),
                "y": Self.number(top + Self.baseline),
                "textLength": Self.number(Double(text.columnCount) * Self.cell.width),
                "lengthAdjust": "spacingAndGlyphs",
                "fill": isBar ? Self.background : Self.color(of: style),
                "fill-opacity": look == .faint || style == .faint ? "0.65" : "1",
                "font-weight": isBold ? "bold" : "normal",
            ], text)
    }

    private static func color(of style: TextPaint.Style) -> String {
        switch style {
        case .plain, .bold, .faint: foreground
        case .strong: "#5fd7d7"
        case .good: "#7ecf7e"
        case .warning: "#e3c36a"
        case .bad: "#ff7b72"
        }
    }

    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
