public import Foundation

/// A picture, without drawing. Any thread.
public final class UIImage: NSObject, Sendable {
    /// The size in points.
    public let size: CGSize

    package init(size: CGSize) {
        self.size = size
        super.init()
    }
}
