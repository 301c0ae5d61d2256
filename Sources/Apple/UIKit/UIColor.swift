public import Foundation

/// A colour: red, green, blue and opacity, each 0…1 and extended beyond. Any thread.
///
/// Ownership: constants, set in `init`.
open class UIColor: NSObject, NSSecureCoding, @unchecked Sendable {
    private let components: [CGFloat]

    /// Makes a colour of the sRGB space.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        components = [red, green, blue, alpha]
    }

    /// Makes a grey.
    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// Whether it can be archived; true.
    open class var supportsSecureCoding: Bool { true }

    /// Reads a colour from an archive.
    public required init?(coder: NSCoder) {
        components = ["UIRed", "UIGreen", "UIBlue", "UIAlpha"].map {
            CGFloat(coder.decodeDouble(forKey: $0))
        }
    }

    /// Writes the colour to an archive.
    open func encode(with coder: NSCoder) {
        for (key, value) in zip(["UIRed", "UIGreen", "UIBlue", "UIAlpha"], components) {
            coder.encode(Double(value), forKey: key)
        }
    }

    /// Writes the components to where pointers lead.
    ///
    /// - Returns: `true`.
    open func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        for (pointer, value) in zip([red, green, blue, alpha], components) {
            pointer?.pointee = value
        }
        return true
    }

    /// The same colour with another opacity.
    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        UIColor(red: components[0], green: components[1], blue: components[2], alpha: alpha)
    }

    /// Colours are equal by their components.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? UIColor)?.components == components
    }

    open override var hash: Int { components.hashValue }

    open class var black: UIColor { UIColor(white: 0, alpha: 1) }
    open class var darkGray: UIColor { UIColor(white: 1.0 / 3, alpha: 1) }
    open class var gray: UIColor { UIColor(white: 0.5, alpha: 1) }
    open class var lightGray: UIColor { UIColor(white: 2.0 / 3, alpha: 1) }
    open class var white: UIColor { UIColor(white: 1, alpha: 1) }
    open class var clear: UIColor { UIColor(white: 0, alpha: 0) }
    open class var red: UIColor { UIColor(red: 1, green: 0, blue: 0, alpha: 1) }
    open class var green: UIColor { UIColor(red: 0, green: 1, blue: 0, alpha: 1) }
    open class var blue: UIColor { UIColor(red: 0, green: 0, blue: 1, alpha: 1) }
    open class var cyan: UIColor { UIColor(red: 0, green: 1, blue: 1, alpha: 1) }
    open class var magenta: UIColor { UIColor(red: 1, green: 0, blue: 1, alpha: 1) }
    open class var yellow: UIColor { UIColor(red: 1, green: 1, blue: 0, alpha: 1) }
    open class var orange: UIColor { UIColor(red: 1, green: 0.5, blue: 0, alpha: 1) }
    open class var purple: UIColor { UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1) }
    open class var brown: UIColor { UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1) }
    open class var systemBlue: UIColor { UIColor(red: 0, green: 122.0 / 255, blue: 1, alpha: 1) }
}
