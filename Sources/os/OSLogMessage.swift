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
/// A value that is marked private is written as `<private>`, unless the environment variable
/// `SORI_OS_LOG_PRIVATE` is `1`. All others are written, as in a debugger.
public struct OSLogPrivacy: Sendable {
    /// The replacement of a private value.
    public enum Mask: Sendable {
        /// A hash, the same for equal values.
        case hash
        /// The text `<private>`.
        case none
    }

    private var isPrivate = false
    private var mask = Mask.none

    /// Always visible.
    public static var `public`: OSLogPrivacy { OSLogPrivacy() }
    /// Hidden.
    public static var `private`: OSLogPrivacy { OSLogPrivacy(isPrivate: true) }
    /// Hidden.
    public static var sensitive: OSLogPrivacy { OSLogPrivacy(isPrivate: true) }
    /// Visible, as all values that are not marked.
    public static var auto: OSLogPrivacy { OSLogPrivacy() }
    /// Hidden, with a mask.
    public static func `private`(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(isPrivate: true, mask: mask)
    }
    /// Hidden, with a mask.
    public static func sensitive(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(isPrivate: true, mask: mask)
    }
    /// Visible; the mask is unused.
    public static func auto(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(mask: mask)
    }

    func text(_ value: String, _ settings: LogSettings) -> String {
        guard isPrivate, !settings.showsPrivate else { return value }
        guard case .hash = mask else { return "<private>" }
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in value.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return "<mask.hash: '\(String(sum, radix: 16))'>"
    }
}

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
        case value(() -> String, OSLogPrivacy)
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
            case .value(let value, let privacy): privacy.text(value(), settings)
            }
        }.joined()
    }

    // MARK: Values

    /// Appends a string.
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ align.text(argumentString()) }, privacy))
    }

    /// Appends the description of a value.
    public mutating func appendInterpolation<T: CustomStringConvertible>(
        _ value: @autoclosure @escaping () -> T, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ align.text(value().description) }, privacy))
    }

    /// Appends the name of a type.
    public mutating func appendInterpolation(
        _ value: @autoclosure @escaping () -> any Any.Type, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ align.text("\(value())") }, privacy))
    }

    /// Appends an error.
    @_disfavoredOverload
    public mutating func appendInterpolation(
        _ error: @autoclosure @escaping () -> any Error, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ "\(error())" }, privacy))
    }

    /// Appends an integer.
    public mutating func appendInterpolation<T: FixedWidthInteger>(
        _ number: @autoclosure @escaping () -> T, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ align.text(format.text(number())) }, privacy))
    }

    /// Appends a floating-point number.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Double, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ align.text(format.text(number())) }, privacy))
    }

    /// Appends a floating-point number.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Float, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ align.text(format.text(Double(number()))) }, privacy))
    }

    /// Appends a Boolean.
    public mutating func appendInterpolation(
        _ boolean: @autoclosure @escaping () -> Bool, format: OSLogBoolFormat = .truth,
        privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ format.text(boolean()) }, privacy))
    }

    /// Appends an address.
    public mutating func appendInterpolation(
        _ pointer: @autoclosure @escaping () -> UnsafeRawPointer, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ "\(pointer())" }, privacy))
    }
}
