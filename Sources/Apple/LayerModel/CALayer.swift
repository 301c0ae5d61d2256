public import Foundation

/// A rectangle of what is shown, as a model without drawing: its place in a tree of layers, its frame,
/// whether it is hidden. The thread that has the tree, which for a view's layer is the main thread.
open class CALayer: NSObject {
    /// Makes an empty layer.
    public override required init() { super.init() }

    /// Makes a copy of a layer, without its tree.
    public required init(layer: Any) {
        super.init()
        guard let layer = layer as? CALayer else { return }
        bounds = layer.bounds
        position = layer.position
        anchorPoint = layer.anchorPoint
        isHidden = layer.isHidden
        opacity = layer.opacity
        name = layer.name
    }

    // MARK: Geometry

    /// The rectangle in the layer's own coordinates.
    open var bounds = CGRect.zero {
        didSet { if bounds.size != oldValue.size { setNeedsLayout() } }
    }
    /// Where the anchor point is in the superlayer's coordinates.
    open var position = CGPoint.zero
    /// The point of the bounds that `position` places; (0.5, 0.5) is the centre.
    open var anchorPoint = CGPoint(x: 0.5, y: 0.5)
    /// The place in front of or behind other layers.
    open var zPosition: CGFloat = 0

    /// The rectangle in the superlayer's coordinates.
    open var frame: CGRect {
        get {
            CGRect(
                x: position.x - anchorPoint.x * bounds.width,
                y: position.y - anchorPoint.y * bounds.height,
                width: bounds.width, height: bounds.height)
        }
        set {
            bounds.size = newValue.size
            position = CGPoint(
                x: newValue.minX + anchorPoint.x * newValue.width,
                y: newValue.minY + anchorPoint.y * newValue.height)
        }
    }

    private var needsLayout = false

    /// Marks the layout as out of date; `layoutIfNeeded()` then calls `layoutSublayers()`.
    open func setNeedsLayout() { needsLayout = true }

    /// Lays out the layer and those inside it where that is out of date.
    open func layoutIfNeeded() {
        if needsLayout {
            needsLayout = false
            layoutSublayers()
        }
        for layer in sublayers ?? [] { layer.layoutIfNeeded() }
    }

    /// Places the layers inside; does nothing unless overridden.
    open func layoutSublayers() {}

    /// Marks the content as out of date; without effect, because nothing is drawn.
    open func setNeedsDisplay() {}

    // MARK: Appearance

    /// Whether the layer is hidden, with those inside it.
    open var isHidden = false
    /// Opacity, 0…1.
    open var opacity: Float = 1
    /// Whether layers inside end at the layer's edge.
    open var masksToBounds = false
    /// The radius of the corners.
    open var cornerRadius: CGFloat = 0
    /// Pixels of a point.
    open var contentsScale: CGFloat = 1
    /// A name by which an app finds the layer again.
    open var name: String?

    // MARK: The tree of layers

    /// The layer that contains this one.
    open private(set) weak var superlayer: CALayer?
    private var layers: [CALayer] = []

    /// The layers inside, those at the back first; `nil` for none.
    open var sublayers: [CALayer]? {
        get { layers.isEmpty ? nil : layers }
        set {
            for layer in layers where newValue?.contains(where: { $0 === layer }) != true {
                layer.superlayer = nil
            }
            layers = []
            for layer in newValue ?? [] { addSublayer(layer) }
        }
    }

    /// Adds a layer in front of the others; it leaves its present superlayer.
    open func addSublayer(_ layer: CALayer) { insert(layer) { $0.count } }

    /// Inserts a layer; an index beyond the end adds it in front. A layer that contains this one is
    /// refused.
    open func insertSublayer(_ layer: CALayer, at idx: UInt32) {
        insert(layer) { min(Int(idx), $0.count) }
    }

    /// Inserts a layer behind another, or behind all if that is not there.
    open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
        insert(layer) { layers in layers.firstIndex { $0 === sibling } ?? 0 }
    }

    /// Inserts a layer in front of another, or of all if that is not there.
    open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
        insert(layer) { layers in
            layers.firstIndex { $0 === sibling }.map { $0 + 1 } ?? layers.count
        }
    }

    /// Removes the layer from its superlayer.
    open func removeFromSuperlayer() {
        superlayer?.layers.removeAll { $0 === self }
        superlayer = nil
    }

    private func insert(_ layer: CALayer, at index: ([CALayer]) -> Int) {
        guard !isInside(layer) else { return }
        layer.removeFromSuperlayer()
        layers.insert(layer, at: index(layers))
        layer.superlayer = self
        setNeedsLayout()
    }

    /// Whether the layer is `layer` or inside it.
    private func isInside(_ layer: CALayer) -> Bool {
        var next: CALayer? = self
        while let current = next {
            if current === layer { return true }
            next = current.superlayer
        }
        return false
    }
}
