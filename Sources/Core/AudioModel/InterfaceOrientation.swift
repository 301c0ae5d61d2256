/// The orientation of an app's interface. Raw values are Apple's: the interface turns against the
/// device, so that a device held in landscape left has an interface in landscape right.
public enum InterfaceOrientation: Int, CaseIterable, Hashable, Sendable {
    case portrait = 1
    case upsideDown = 2
    /// The home button is at the right.
    case landscapeRight = 3
    /// The home button is at the left.
    case landscapeLeft = 4

    /// The orientation that fits a position of the device; `nil` for a flat one, which no interface
    /// follows.
    public init?(_ device: DeviceOrientation) {
        switch device {
        case .portrait: self = .portrait
        case .upsideDown: self = .upsideDown
        case .landscapeLeft: self = .landscapeRight
        case .landscapeRight: self = .landscapeLeft
        case .faceUp, .faceDown: return nil
        }
    }

    /// The scenario language's word.
    public var word: String {
        switch self {
        case .portrait: "portrait"
        case .upsideDown: "upside-down"
        case .landscapeRight: "landscape-right"
        case .landscapeLeft: "landscape-left"
        }
    }

    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }

    /// Returns the orientation that an interface has next.
    ///
    /// It follows the device where the app allows that; else it stays, and where it may not stay, it
    /// becomes upright, or has the home button at the right.
    ///
    /// - Parameters:
    ///   - device: How the device is held.
    ///   - allowed: The orientations that the app and its controller allow; none is taken for all.
    ///   - preferred: What a controller prefers where the interface may not stay; `nil` for nothing.
    ///   - isLocked: Whether the user has locked the rotation.
    public func next(
        on device: DeviceOrientation, allowed: InterfaceOrientations,
        preferred: InterfaceOrientation? = nil, isLocked: Bool = false
    ) -> InterfaceOrientation {
        if allowed.isEmpty { return self }
        let held = InterfaceOrientation(device)
        if let held, allowed.contains(held), !isLocked || !allowed.contains(self) { return held }
        if allowed.contains(self) { return self }
        if let preferred, allowed.contains(preferred) { return preferred }
        return Self.allCases.sorted { $0.preference < $1.preference }
            .first { allowed.contains($0) } ?? self
    }

    /// The place in the order in which orientations are tried.
    private var preference: Int {
        switch self {
        case .portrait: 0
        case .landscapeRight: 1
        case .landscapeLeft: 2
        case .upsideDown: 3
        }
    }
}

/// A set of orientations of an interface; the bits are Apple's.
public struct InterfaceOrientations: OptionSet, Hashable, Sendable {
    public var rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public init(_ orientations: [InterfaceOrientation]) {
        rawValue = orientations.reduce(0) { $0 | 1 << UInt($1.rawValue) }
    }

    public static let portrait = Self([.portrait])
    public static let landscape = Self([.landscapeLeft, .landscapeRight])
    public static let all = Self(InterfaceOrientation.allCases)
    public static let allButUpsideDown = Self([.portrait, .landscapeLeft, .landscapeRight])

    public func contains(_ orientation: InterfaceOrientation) -> Bool {
        rawValue & 1 << UInt(orientation.rawValue) != 0
    }

    /// The members, in the order of Apple's numbers.
    public var members: [InterfaceOrientation] {
        InterfaceOrientation.allCases.filter { contains($0) }
    }
}
