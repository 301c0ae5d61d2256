public import Foundation

/// An object that handles events: here those of remote controls. Main thread.
@preconcurrency @MainActor
open class UIResponder: NSObject {
    /// Makes a responder.
    public override init() {
        super.init()
    }

    /// The next responder in the chain; for the application its delegate.
    open var next: UIResponder? { nil }

    /// Whether it may become first responder; false unless overridden.
    open var canBecomeFirstResponder: Bool { false }
    /// Whether it may resign as first responder; true unless overridden.
    open var canResignFirstResponder: Bool { true }

    /// Whether it is the first responder.
    open var isFirstResponder: Bool { UIApplication.shared.firstResponder === self }

    /// Makes it the first responder, if the current one resigns.
    ///
    /// - Returns: Whether it is the first responder now.
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

    /// Resigns as first responder.
    ///
    /// - Returns: Whether it did.
    @discardableResult
    open func resignFirstResponder() -> Bool {
        guard canResignFirstResponder else { return false }
        if isFirstResponder { UIApplication.shared.firstResponder = nil }
        return true
    }

    /// Handles a button of a remote control or a headset, after
    /// `beginReceivingRemoteControlEvents`. Passes the event to `next` unless overridden.
    open func remoteControlReceived(with event: UIEvent?) {
        next?.remoteControlReceived(with: event)
    }
}
