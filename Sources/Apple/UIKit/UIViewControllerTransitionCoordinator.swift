public import Foundation

/// What a controller learns of a transition between two sizes. Main thread.
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {
    /// Whether the transition is animated.
    var isAnimated: Bool { get }
    /// Whether the transition was cancelled; never here.
    var isCancelled: Bool { get }
    /// Whether a gesture drives the transition; never here.
    var isInteractive: Bool { get }
    /// The length of the animation in seconds; nothing moves here, so that it is over at once.
    var transitionDuration: TimeInterval { get }
}

/// Runs blocks beside a transition. Main thread.
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext
{
    /// Runs a block when the new size holds, and another after the transition.
    ///
    /// - Returns: Whether the blocks will run: true inside `viewWillTransition(to:with:)`.
    @discardableResult
    func animate(
        alongsideTransition animation: (
            (any UIViewControllerTransitionCoordinatorContext) -> Void
        )?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
}

/// The transition of an interface that turns.
@MainActor
final class TurnCoordinator: UIViewControllerTransitionCoordinator {
    typealias Block = (any UIViewControllerTransitionCoordinatorContext) -> Void

    let isAnimated = true
    let isCancelled = false
    let isInteractive = false
    let transitionDuration: TimeInterval = 0.3

    private var animations: [Block] = []
    private var completions: [Block] = []
    private var isOver = false

    /// The largest number of blocks of one transition; further ones are not run.
    private static let blocksMax = 1000

    @discardableResult
    func animate(alongsideTransition animation: Block?, completion: Block?) -> Bool {
        guard !isOver, animations.count < Self.blocksMax, completions.count < Self.blocksMax else {
            return false
        }
        if let animation { animations.append(animation) }
        if let completion { completions.append(completion) }
        return true
    }

    /// Runs the blocks that belong beside the change of the size.
    func runAnimations() {
        let blocks = animations
        animations = []
        for block in blocks { block(self) }
    }

    /// Runs the blocks that belong after the transition.
    func runCompletions() {
        isOver = true
        let blocks = completions
        completions = []
        for block in blocks { block(self) }
    }
}
