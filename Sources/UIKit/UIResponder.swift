import Foundation

/// What answers events: here those of remote controls.
///
/// Main thread.
@preconcurrency @MainActor
open class UIResponder: NSObject {
    public override init() {
        super.init()
    }

    /// Who is asked when this one has no answer; the application's is its delegate.
    open var next: UIResponder? { nil }

    open var canBecomeFirstResponder: Bool { false }
    open var canResignFirstResponder: Bool { true }

    /// Whether it is the first whom events go to.
    open var isFirstResponder: Bool { UIApplication.shared.firstResponder === self }

    /// - Returns: Whether it is the first now.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        let application = UIApplication.shared
        guard canBecomeFirstResponder else { return isFirstResponder }
        if let first = application.firstResponder, first !== self, !first.resignFirstResponder() {
            return false
        }
        application.firstResponder = self
        return true
    }

    @discardableResult
    open func resignFirstResponder() -> Bool {
        guard canResignFirstResponder else { return false }
        if isFirstResponder { UIApplication.shared.firstResponder = nil }
        return true
    }

    /// A button of a remote control or a headset, after `beginReceivingRemoteControlEvents`. Passed
    /// on to `next` unless it is overridden.
    open func remoteControlReceived(with event: UIEvent?) {
        next?.remoteControlReceived(with: event)
    }
}
