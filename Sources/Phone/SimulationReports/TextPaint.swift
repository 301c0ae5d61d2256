package import AudioModel

/// Terminal colours, or none. `sori sim` and `sori phone` use the same ones.
package struct TextPaint: Sendable {
    /// A style; the raw value is the parameter of "select graphic rendition".
    package enum Style: String, Sendable {
        case plain = ""
        case bold = "1"
        case faint = "2"
        case strong = "36"
        case good = "32"
        case warning = "33"
        case bad = "1;31"
    }

    package var isOn: Bool

    package init(isOn: Bool) {
        self.isOn = isOn
    }

    package func callAsFunction(_ text: String, _ style: Style) -> String {
        isOn && style != .plain ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}

extension TextPaint.Style {
    /// The style of a stream's state.
    package init(_ state: StreamState) {
        self =
            switch state {
            case .audible: .good
            case .ducked: .strong
            case .silent, .interrupted: .warning
            case .paused, .stopped: .faint
            }
    }

    /// The style of what happens to the device.
    package static let deviceEvent = Self.strong
    /// The style of what an app does.
    package static let appEvent = Self.plain
    /// The style of what an app is told.
    package static let notification = Self.faint
}
