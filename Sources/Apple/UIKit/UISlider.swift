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
