/// A view that the user operates, without drawing. Main thread.
@preconcurrency @MainActor
open class UIControl: UIView {
    /// Whether the user can operate it; true at first.
    open var isEnabled = true
    /// Whether it is selected.
    open var isSelected = false
    /// Whether it is highlighted.
    open var isHighlighted = false

    /// The state that decides how a control is drawn.
    public struct State: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Enabled, not selected, not highlighted.
        public static var normal: State { [] }
        /// Highlighted.
        public static let highlighted = State(rawValue: 1)
        /// Disabled.
        public static let disabled = State(rawValue: 2)
        /// Selected.
        public static let selected = State(rawValue: 4)
    }

    /// The present state.
    open var state: State {
        var state: State = []
        if isHighlighted { state.insert(.highlighted) }
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        return state
    }
}

/// A slider, without drawing: its value within its range. Main thread.
@preconcurrency @MainActor
open class UISlider: UIControl {
    private var stored: Float = 0

    /// The lowest value; 0 at first.
    open var minimumValue: Float = 0 {
        didSet { value = stored }
    }

    /// The highest value; 1 at first.
    open var maximumValue: Float = 1 {
        didSet { value = stored }
    }

    /// The value; set within the range, and not changed to one that is not a number.
    open var value: Float {
        get { stored }
        set {
            guard !newValue.isNaN else { return }
            stored = max(min(newValue, maximumValue), minimumValue)
        }
    }

    /// Sets the value; without drawing there is no animation.
    open func setValue(_ value: Float, animated: Bool) { self.value = value }

    /// Whether it reports values while it is dragged; true at first, without effect here.
    open var isContinuous = true
}
