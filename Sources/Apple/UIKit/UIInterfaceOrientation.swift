import AudioModel

/// The orientation of an interface. It turns against the device: a device in landscape left, with its
/// home button at the right, has an interface in landscape right.
public enum UIInterfaceOrientation: Int, Sendable {
    /// The orientation is unknown.
    case unknown = 0
    /// Upright.
    case portrait = 1
    /// Upside down.
    case portraitUpsideDown = 2
    /// The home button is at the right.
    case landscapeRight = 3
    /// The home button is at the left.
    case landscapeLeft = 4

    /// Whether the interface is upright or upside down.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Whether the interface lies on its side.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// A set of orientations of an interface.
public struct UIInterfaceOrientationMask: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Upright: 2.
    public static let portrait = UIInterfaceOrientationMask(rawValue: 1 << 1)
    /// Upside down: 4.
    public static let portraitUpsideDown = UIInterfaceOrientationMask(rawValue: 1 << 2)
    /// The home button at the right: 8.
    public static let landscapeRight = UIInterfaceOrientationMask(rawValue: 1 << 3)
    /// The home button at the left: 16.
    public static let landscapeLeft = UIInterfaceOrientationMask(rawValue: 1 << 4)
    /// On either side: 24.
    public static let landscape: UIInterfaceOrientationMask = [.landscapeLeft, .landscapeRight]
    /// All four: 30.
    public static let all: UIInterfaceOrientationMask = [
        .portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight,
    ]
    /// All but upside down: 26.
    public static let allButUpsideDown: UIInterfaceOrientationMask = [
        .portrait, .landscapeLeft, .landscapeRight,
    ]
}

extension UIInterfaceOrientation {
    init(_ orientation: InterfaceOrientation) {
        switch orientation {
        case .portrait: self = .portrait
        case .upsideDown: self = .portraitUpsideDown
        case .landscapeRight: self = .landscapeRight
        case .landscapeLeft: self = .landscapeLeft
        }
    }

    /// The orientation without Apple's name; `nil` for an unknown one.
    var orientation: InterfaceOrientation? { InterfaceOrientation(rawValue: rawValue) }
}

extension UIInterfaceOrientationMask {
    var orientations: InterfaceOrientations {
        InterfaceOrientations(rawValue: intersection(.all).rawValue)
    }

    /// The orientations that an Info.plist lists; `nil` where it lists none that there is.
    init?(listed names: [String]?) {
        var mask: UIInterfaceOrientationMask = []
        for name in names ?? [] {
            switch name {
            case "UIInterfaceOrientationPortrait": mask.insert(.portrait)
            case "UIInterfaceOrientationPortraitUpsideDown": mask.insert(.portraitUpsideDown)
            case "UIInterfaceOrientationLandscapeLeft": mask.insert(.landscapeLeft)
            case "UIInterfaceOrientationLandscapeRight": mask.insert(.landscapeRight)
            default: break
            }
        }
        if mask.isEmpty { return nil }
        self = mask
    }
}
