import Foundation

/// A log message: a string with interpolations that are evaluated only when it is written.
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
    private let interpolation: OSLogInterpolation

    /// Makes a message from its interpolations.
    public init(stringInterpolation: OSLogInterpolation) {
        interpolation = stringInterpolation
    }

    /// Makes a message from a literal.
    public init(stringLiteral value: String) {
        var interpolation = OSLogInterpolation(literalCapacity: 0, interpolationCount: 0)
        interpolation.appendLiteral(value)
        self.interpolation = interpolation
    }

    package func text(_ settings: LogSettings) -> String { interpolation.text(settings) }
}

/// The visibility of an interpolated value.
///
/// Numbers and Booleans are public unless they are marked, everything else is private, and written
/// as `<private>`, unless the environment variable `SORI_OS_LOG_PRIVATE` is `1`.
///
/// Source: os_log(3) and Apple's "Generating Log Messages from Your Code".
public struct OSLogPrivacy: Sendable {
    /// The replacement of a private value.
    public enum Mask: Sendable {
        /// A hash, the same for equal values until the machine starts again.
        case hash
        /// The text `<private>`.
        case none
    }

    private enum Visibility {
        case isPublic, isPrivate, ofType
    }

    private var visibility: Visibility
    private var mask = Mask.none

    /// Always visible.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(visibility: .isPublic) }
    /// Hidden.
    public static var `private`: OSLogPrivacy { OSLogPrivacy(visibility: .isPrivate) }
    /// Hidden.
    public static var sensitive: OSLogPrivacy { OSLogPrivacy(visibility: .isPrivate) }
    /// Visible for numbers and Booleans, otherwise hidden.
    public static var auto: OSLogPrivacy { OSLogPrivacy(visibility: .ofType) }
    /// Hidden, with a mask.
    public static func `private`(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(visibility: .isPrivate, mask: mask)
    }
    /// Hidden, with a mask.
    public static func sensitive(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(visibility: .isPrivate, mask: mask)
    }
    /// Visible for numbers and Booleans, otherwise hidden, with a mask.
    public static func auto(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(visibility: .ofType, mask: mask)
    }

    /// - Parameter isScalar: Whether the value is a number or a Boolean.
    func text(_ value: () -> String, isScalar: Bool, _ settings: LogSettings) -> String {
        let isHidden =
            switch visibility {
            case .isPublic: false
            case .isPrivate: true
            case .ofType: !isScalar
            }
        guard isHidden, !settings.showsPrivate else { return value() }
        return mask == .hash ? maskedText(value()) : hiddenText
    }
}

/// The text in place of a private value.
let hiddenText = "<private>"

/// The text in place of a private value with a mask: 16 bytes of a hash, which equal values share until
/// the machine starts again.
func maskedText(_ value: String) -> String {
    let halves = [0xCBF2_9CE4_8422_2325, 0x9E37_79B9_7F4A_7C15].map { basis in
        (bootID + Array(value.utf8)).reduce(basis) { sum, byte in
            (sum ^ UInt64(byte)) &* 0x100_0000_01B3
        }
    }
    let bytes = halves.flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (8 * $0)) }
    }
    return "<mask.hash: '\(Data(bytes).base64EncodedString())'>"
}

/// A number of the machine's present run; empty if the system tells none.
private let bootID = Array(
    (FileManager.default.contents(atPath: "/proc/sys/kernel/random/boot_id") ?? Data()))

/// The alignment of an interpolated value within a column width.
public struct OSLogStringAlignment {
    private var columns: (() -> Int)?
    private var isLeft = false

    /// No padding.
    public static var none: OSLogStringAlignment { OSLogStringAlignment() }
    /// Right alignment in a number of columns.
    public static func right(columns: @autoclosure @escaping () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns)
    }
    /// Left alignment in a number of columns.
    public static func left(columns: @autoclosure @escaping () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns, isLeft: true)
    }

    private static let columnsMax = 1000

    func text(_ value: String) -> String {
        guard let columns else { return value }
        let missing = min(columns(), Self.columnsMax) - value.count
        guard missing > 0 else { return value }
        let space = String(repeating: " ", count: missing)
        return isLeft ? value + space : space + value
    }
}

/// The interpolations of an `OSLogMessage`.
public struct OSLogInterpolation: StringInterpolationProtocol {
    private enum Piece {
        case literal(String)
        case value(() -> String, isScalar: Bool, OSLogPrivacy)
    }

    private var pieces: [Piece] = []

    /// Starts an empty message.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends literal text.
    public mutating func appendLiteral(_ literal: String) {
        if !literal.isEmpty { pieces.append(.literal(literal)) }
    }

    func text(_ settings: LogSettings) -> String {
        pieces.map { piece in
            switch piece {
            case .literal(let text): text
            case .value(let value, let isScalar, let privacy):
                privacy.text(value, isScalar: isScalar, settings)
            }
        }.joined()
    }

    // MARK: Values

    /// Appends a string.
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ align.text(argumentString()) }, isScalar: false, privacy))
    }

    /// Appends the description of a value.
    public mutating func appendInterpolation<T: CustomStringConvertible>(
        _ value: @autoclosure @escaping () -> T, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        // Numbers come here, too, where no format is given.
        let isScalar = T.self is any Numeric.Type || T.self is Bool.Type
        pieces.append(.value({ align.text(value().description) }, isScalar: isScalar, privacy))
    }

    /// Appends the name of a type.
    public mutating func appendInterpolation(
        _ value: @autoclosure @escaping () -> any Any.Type, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ align.text("\(value())") }, isScalar: false, privacy))
    }

    /// Appends an error.
    @_disfavoredOverload
    public mutating func appendInterpolation(
        _ error: @autoclosure @escaping () -> any Error, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ "\(error())" }, isScalar: false, privacy))
    }

    /// Appends an integer.
    public mutating func appendInterpolation<T: FixedWidthInteger>(
        _ number: @autoclosure @escaping () -> T, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ align.text(format.text(number())) }, isScalar: true, privacy))
    }

    /// Appends a floating-point number.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Double, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ align.text(format.text(number())) }, isScalar: true, privacy))
    }

    /// Appends a floating-point number.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Float, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(
            .value({ align.text(format.text(Double(number()))) }, isScalar: true, privacy))
    }

    /// Appends a Boolean.
    public mutating func appendInterpolation(
        _ boolean: @autoclosure @escaping () -> Bool, format: OSLogBoolFormat = .truth,
        privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ format.text(boolean()) }, isScalar: true, privacy))
    }

    /// Appends an address.
    public mutating func appendInterpolation(
        _ pointer: @autoclosure @escaping () -> UnsafeRawPointer, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ "\(pointer())" }, isScalar: true, privacy))
    }
}
