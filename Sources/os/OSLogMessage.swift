import Foundation

/// What a log is given: a string whose interpolated values are evaluated only when it is written.
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
    private let interpolation: OSLogInterpolation

    public init(stringInterpolation: OSLogInterpolation) {
        interpolation = stringInterpolation
    }

    public init(stringLiteral value: String) {
        var interpolation = OSLogInterpolation(literalCapacity: 0, interpolationCount: 0)
        interpolation.appendLiteral(value)
        self.interpolation = interpolation
    }

    package func text(_ settings: LogSettings) -> String { interpolation.text(settings) }
}

/// Who may read an interpolated value.
///
/// A value that says so itself is written as `<private>`, unless the environment variable
/// `SORI_OS_LOG_PRIVATE` is `1`. All others are written, as in a debugger.
public struct OSLogPrivacy: Sendable {
    /// What takes a private value's place.
    public enum Mask: Sendable {
        /// The same for equal values.
        case hash
        case none
    }

    let isPrivate: Bool
    let mask: Mask

    private init(isPrivate: Bool, mask: Mask = .none) {
        self.isPrivate = isPrivate
        self.mask = mask
    }

    public static var `public`: OSLogPrivacy { OSLogPrivacy(isPrivate: false) }
    public static var `private`: OSLogPrivacy { OSLogPrivacy(isPrivate: true) }
    public static var sensitive: OSLogPrivacy { OSLogPrivacy(isPrivate: true) }
    public static var auto: OSLogPrivacy { OSLogPrivacy(isPrivate: false) }
    public static func `private`(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(isPrivate: true, mask: mask)
    }
    public static func sensitive(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(isPrivate: true, mask: mask)
    }
    public static func auto(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(isPrivate: false, mask: mask)
    }

    func text(_ value: String, _ settings: LogSettings) -> String {
        guard isPrivate, !settings.showsPrivate else { return value }
        guard case .hash = mask else { return "<private>" }
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in value.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return "<mask.hash: '\(String(sum, radix: 16))'>"
    }
}

/// Where an interpolated value stands in columns that it does not fill.
public struct OSLogStringAlignment {
    private let columns: (() -> Int)?
    private let isLeft: Bool

    private init(columns: (() -> Int)?, isLeft: Bool) {
        self.columns = columns
        self.isLeft = isLeft
    }

    public static var none: OSLogStringAlignment {
        OSLogStringAlignment(columns: nil, isLeft: false)
    }
    public static func right(columns: @autoclosure @escaping () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns, isLeft: false)
    }
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

/// The pieces of an `OSLogMessage`.
public struct OSLogInterpolation: StringInterpolationProtocol {
    private enum Piece {
        case literal(String)
        case value(() -> String, OSLogPrivacy)
    }

    private var pieces: [Piece] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}

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

    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ align.text(argumentString()) }, privacy))
    }

    public mutating func appendInterpolation<T: CustomStringConvertible>(
        _ value: @autoclosure @escaping () -> T, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ align.text(value().description) }, privacy))
    }

    public mutating func appendInterpolation(
        _ value: @autoclosure @escaping () -> any Any.Type, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ align.text("\(value())") }, privacy))
    }

    @_disfavoredOverload
    public mutating func appendInterpolation(
        _ error: @autoclosure @escaping () -> any Error, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ "\(error())" }, privacy))
    }

    public mutating func appendInterpolation<T: FixedWidthInteger>(
        _ number: @autoclosure @escaping () -> T, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ align.text(format.text(number())) }, privacy))
    }

    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Double, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ align.text(format.text(number())) }, privacy))
    }

    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Float, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ align.text(format.text(Double(number()))) }, privacy))
    }

    public mutating func appendInterpolation(
        _ boolean: @autoclosure @escaping () -> Bool, format: OSLogBoolFormat = .truth,
        privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ format.text(boolean()) }, privacy))
    }

    public mutating func appendInterpolation(
        _ pointer: @autoclosure @escaping () -> UnsafeRawPointer, privacy: OSLogPrivacy = .auto
    ) {
        pieces.append(.value({ "\(pointer())" }, privacy))
    }
}
