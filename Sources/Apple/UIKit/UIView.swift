public import Foundation
@_exported public import LayerModel

/// A rectangle of a user interface, without drawing: its place in a tree of views, its frame, whether
/// it is hidden. Main thread.
@preconcurrency @MainActor
open class UIView: UIResponder, @preconcurrency NSCoding {
    /// Makes a view with a frame in its superview's coordinates, in points.
    public init(frame: CGRect) {
        layer = Self.makeLayer()
        super.init()
        self.frame = frame
    }

    /// Makes a view with an empty frame.
    public convenience override init() {
        self.init(frame: .zero)
    }

    /// Makes a view from an archive, of which it reads the frame.
    public required init?(coder: NSCoder) {
        let frame = coder.decodeObject(forKey: "UIBounds") as? String
        let numbers = (frame ?? "").split(separator: " ").compactMap { Double($0) }
        layer = Self.makeLayer()
        super.init()
        bounds =
            numbers.count == 4
            ? CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]) : .zero
        center = CGPoint(x: bounds.midX, y: bounds.midY)
    }

    /// Writes the bounds to an archive.
    open func encode(with coder: NSCoder) {
        let numbers = [bounds.minX, bounds.minY, bounds.width, bounds.height]
        coder.encode(numbers.map { "\($0)" }.joined(separator: " "), forKey: "UIBounds")
    }

    // MARK: Layer

    /// The class of the layer that each view of this class gets; a subclass may override it, with a
    /// subclass of `CALayer`.
    open class var layerClass: AnyClass { CALayer.self }

    /// The layer, which has the view's geometry. Nothing is drawn.
    public let layer: CALayer

    private static func makeLayer() -> CALayer {
        (layerClass as? CALayer.Type)?.init() ?? CALayer()
    }

    // MARK: Geometry

    /// The rectangle in the superview's coordinates, in points.
    open var frame: CGRect {
        get {
            CGRect(
                x: center.x - bounds.width / 2, y: center.y - bounds.height / 2,
                width: bounds.width, height: bounds.height)
        }
        set {
            bounds.size = newValue.size
            center = CGPoint(x: newValue.midX, y: newValue.midY)
        }
    }

    /// The rectangle in the view's own coordinates, in points.
    open var bounds: CGRect {
        get { layer.bounds }
        set {
            let isResized = newValue.size != bounds.size
            layer.bounds = newValue
            if isResized { setNeedsLayout() }
        }
    }
    /// The centre in the superview's coordinates, in points.
    open var center: CGPoint {
        get { layer.position }
        set { layer.position = newValue }
    }

    /// The size that suits the view best; its present size unless overridden.
    open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

    /// Gives the view the size that `sizeThatFits(_:)` returns.
    open func sizeToFit() { bounds.size = sizeThatFits(bounds.size) }

    /// The size that its content asks for; (−1, −1) unless overridden.
    open var intrinsicContentSize: CGSize { CGSize(width: -1, height: -1) }

    private var needsLayout = true

    /// Marks the layout as out of date; `layoutIfNeeded()` then calls `layoutSubviews()`.
    open func setNeedsLayout() { needsLayout = true }

    /// Lays out this view and its subviews where that is out of date.
    open func layoutIfNeeded() {
        if needsLayout {
            needsLayout = false
            layoutSubviews()
        }
        for view in subviews { view.layoutIfNeeded() }
    }

    /// Places the subviews; does nothing unless overridden.
    open func layoutSubviews() {}

    /// Marks the content as out of date; without effect, because nothing is drawn.
    open func setNeedsDisplay() {}

    // MARK: Appearance

    /// Whether the view is hidden, with its subviews.
    open var isHidden: Bool {
        get { layer.isHidden }
        set { layer.isHidden = newValue }
    }
    /// Opacity, 0…1.
    open var alpha: CGFloat = 1
    /// Whether the view covers all of its rectangle.
    open var isOpaque = true
    /// Whether subviews end at the view's edge.
    open var clipsToBounds = false
    /// Whether touches reach the view.
    open var isUserInteractionEnabled = true
    /// An integer by which an app finds the view again.
    open var tag = 0

    // MARK: The tree of views

    /// The view that contains this one.
    open private(set) weak var superview: UIView?
    /// The views inside, those at the back first.
    open private(set) var subviews: [UIView] = []
    /// The controller that has this view as its `view`.
    weak var controller: UIViewController?

    /// The window at the root of the tree.
    open var window: UIWindow? { superview?.window }

    /// The next responder: the view's controller, or else its superview.
    open override var next: UIResponder? { controller ?? superview }

    /// Adds a view in front of the other subviews; it leaves its present superview.
    open func addSubview(_ view: UIView) { insertSubview(view, at: subviews.count) }

    /// Inserts a view; an index beyond the end adds it in front. A view that contains this one is
    /// refused.
    open func insertSubview(_ view: UIView, at index: Int) {
        guard !isDescendant(of: view) else { return }
        let window = self.window
        view.willMove(toSuperview: self)
        if view.window !== window { view.willMove(toWindow: window) }
        view.leaveSuperview()
        subviews.insert(view, at: min(max(index, 0), subviews.count))
        view.superview = self
        if subviews.last === view { layer.addSublayer(view.layer) } else { orderLayers() }
        setNeedsLayout()
        view.didMoveToSuperview()
        if window != nil { view.didMoveToWindow() }
        didAddSubview(view)
    }

    /// Removes the view from its superview.
    open func removeFromSuperview() {
        guard let superview else { return }
        superview.willRemoveSubview(self)
        willMove(toSuperview: nil)
        let hadWindow = window != nil
        if hadWindow { willMove(toWindow: nil) }
        leaveSuperview()
        didMoveToSuperview()
        if hadWindow { didMoveToWindow() }
    }

    private func leaveSuperview() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
        layer.removeFromSuperlayer()
    }

    /// Puts the layers of subviews in their order; layers that the app has added stay behind them.
    private func orderLayers() {
        for view in subviews { layer.addSublayer(view.layer) }
    }

    /// Puts a subview in front of the others.
    open func bringSubviewToFront(_ view: UIView) { move(view, to: subviews.count - 1) }
    /// Puts a subview behind the others.
    open func sendSubviewToBack(_ view: UIView) { move(view, to: 0) }

    private func move(_ view: UIView, to index: Int) {
        guard let present = subviews.firstIndex(where: { $0 === view }) else { return }
        subviews.remove(at: present)
        subviews.insert(view, at: index)
        orderLayers()
    }

    /// Whether the view is `view` or inside it.
    open func isDescendant(of view: UIView) -> Bool {
        var next: UIView? = self
        while let current = next {
            if current === view { return true }
            next = current.superview
        }
        return false
    }

    /// Finds a view by its tag, in this view and inside it.
    open func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for view in subviews {
            if let found = view.viewWithTag(tag) { return found }
        }
        return nil
    }

    /// The view is about to change its superview.
    open func willMove(toSuperview newSuperview: UIView?) {}
    /// The view has changed its superview.
    open func didMoveToSuperview() {}
    /// The view is about to change its window.
    open func willMove(toWindow newWindow: UIWindow?) {}
    /// The view has changed its window.
    open func didMoveToWindow() {}
    /// A subview was added.
    open func didAddSubview(_ subview: UIView) {}
    /// A subview is about to be removed.
    open func willRemoveSubview(_ subview: UIView) {}
}
