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

    /// The actions for events of the control, in the order in which they were added.
    private var actions: [(action: UIAction, events: UIControl.Event)] = []

    /// Adds an action for some events. One of the same identifier replaces that of these events.
    ///
    /// Targets with selectors (`addTarget(_:action:for:)`) need Objective-C, which Linux does not have.
    open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) {
        removeAction(identifiedBy: action.identifier, for: controlEvents)
        actions.append((action, controlEvents))
    }

    /// Removes an action from some events.
    open func removeAction(_ action: UIAction, for controlEvents: UIControl.Event) {
        removeAction(identifiedBy: action.identifier, for: controlEvents)
    }

    /// Removes the action of an identifier from some events.
    open func removeAction(
        identifiedBy identifier: UIAction.Identifier, for controlEvents: UIControl.Event
    ) {
        actions = actions.compactMap { entry in
            guard entry.action.identifier == identifier else { return entry }
            let rest = entry.events.subtracting(controlEvents)
            return rest.isEmpty ? nil : (entry.action, rest)
        }
    }

    /// The events for which there are actions.
    open var allControlEvents: UIControl.Event {
        actions.reduce(into: []) { $0.formUnion($1.events) }
    }

    /// Performs an action with this control as its sender.
    open func sendAction(_ action: UIAction) { action.perform(sender: self) }

    /// Performs the actions for some events, as when a user operates the control.
    open func sendActions(for controlEvents: UIControl.Event) {
        for entry in actions where !entry.events.isDisjoint(with: controlEvents) {
            sendAction(entry.action)
        }
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
