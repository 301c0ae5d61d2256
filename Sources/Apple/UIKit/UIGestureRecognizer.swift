public import Foundation

/// Recognizes a gesture on a view. There are no touches here: an app or a test sets the state and
/// calls the app's action itself. Main thread.
@preconcurrency @MainActor
open class UIGestureRecognizer: NSObject {
    /// How far a gesture has come; values are Apple's.
    public enum State: Int, Sendable {
        /// No gesture yet.
        case possible = 0
        /// It begins.
        case began = 1
        /// It has changed.
        case changed = 2
        /// It has ended, or was recognized.
        case ended = 3
        /// It was cancelled.
        case cancelled = 4
        /// It was another gesture.
        case failed = 5

        /// A gesture without a course was recognized.
        public static var recognized: State { .ended }
    }

    /// Makes a recognizer of no view.
    public nonisolated override init() { super.init() }

    /// How far the gesture has come.
    open var state = State.possible
    /// Whether the gesture is recognized.
    open var isEnabled = true
}

/// Recognizes two fingers that move apart or together. Main thread.
@preconcurrency @MainActor
open class UIPinchGestureRecognizer: UIGestureRecognizer {
    /// The distance of the fingers, where 1 is that at the beginning.
    open var scale: CGFloat = 1
    /// How fast the scale changes, a second.
    open var velocity: CGFloat { 0 }
}
