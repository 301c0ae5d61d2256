import Foundation

/// The format of an interpolated integer.
public struct OSLogIntegerFormatting {
    private let radix: Int
    private var hasPlus = false
    private var hasPrefix = false
    private var isUppercase = false
    private var minDigits: (() -> Int)?

    /// Decimal digits.
    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 10) }
    /// Hexadecimal digits.
    public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16) }
    /// Octal digits.
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8) }

    /// Decimal digits, with a plus sign on request.
    public static func decimal(explicitPositiveSign: Bool = false) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(radix: 10, hasPlus: explicitPositiveSign)
    }

    /// Decimal digits, padded with zeros to `minDigits`.
    public static func decimal(
        explicitPositiveSign: Bool = false, minDigits: @autoclosure @escaping () -> Int
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(radix: 10, hasPlus: explicitPositiveSign, minDigits: minDigits)
    }

    /// Hexadecimal digits, with a plus sign, the prefix `0x` or uppercase letters on request.
    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 16, hasPlus: explicitPositiveSign, hasPrefix: includePrefix,
            isUppercase: uppercase)
    }

    /// Hexadecimal digits, padded with zeros to `minDigits`.
    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
        minDigits: @autoclosure @escaping () -> Int
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 16, hasPlus: explicitPositiveSign, hasPrefix: includePrefix,
            isUppercase: uppercase, minDigits: minDigits)
    }

    /// Octal digits, with a plus sign or the prefix `0o` on request.
    public static func octal(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 8, hasPlus: explicitPositiveSign, hasPrefix: includePrefix,
            isUppercase: uppercase)
    }

    /// Octal digits, padded with zeros to `minDigits`.
    public static func octal(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
        minDigits: @autoclosure @escaping () -> Int
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 8, hasPlus: explicitPositiveSign, hasPrefix: includePrefix,
            isUppercase: uppercase, minDigits: minDigits)
    }

    private static let digitsMax = 1000

    func text(_ number: some FixedWidthInteger) -> String {
        var digits = String(number.magnitude, radix: radix, uppercase: isUppercase)
        if let minDigits {
            let missing = min(minDigits(), Self.digitsMax) - digits.count
            if missing > 0 { digits = String(repeating: "0", count: missing) + digits }
        }
        let prefix = hasPrefix ? (radix == 16 ? "0x" : "0o") : ""
        return (number < 0 ? "-" : hasPlus ? "+" : "") + prefix + digits
    }
}

/// The format of an interpolated floating-point number.
public struct OSLogFloatFormatting {
    private let conversion: String
    private var hasPlus = false
    private var isUppercase = false
    private var precision: (() -> Int)?

    private static let precisionMax = 100

    /// Fixed-point notation, as `%f`.
    public static var fixed: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "f") }
    /// Hexadecimal notation, as `%a`.
    public static var hex: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "a") }
    /// Exponential notation, as `%e`.
    public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "e") }
    /// The shorter of fixed-point and exponential notation, as `%g`.
    public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "g") }

    /// Fixed-point notation, with a plus sign or uppercase letters on request.
    public static func fixed(
        explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(conversion: "f", hasPlus: explicitPositiveSign, isUppercase: uppercase)
    }

    /// Fixed-point notation with `precision` digits after the point.
    public static func fixed(
        precision: @autoclosure @escaping () -> Int, explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(
            conversion: "f", hasPlus: explicitPositiveSign, isUppercase: uppercase,
            precision: precision)
    }

    /// Hexadecimal notation, with a plus sign or uppercase letters on request.
    public static func hex(
        explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(conversion: "a", hasPlus: explicitPositiveSign, isUppercase: uppercase)
    }

    /// Exponential notation, with a plus sign or uppercase letters on request.
    public static func exponential(
        explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(conversion: "e", hasPlus: explicitPositiveSign, isUppercase: uppercase)
    }

    /// Exponential notation with `precision` digits after the point.
    public static func exponential(
        precision: @autoclosure @escaping () -> Int, explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(
            conversion: "e", hasPlus: explicitPositiveSign, isUppercase: uppercase,
            precision: precision)
    }

    /// The shorter notation, with a plus sign or uppercase letters on request.
    public static func hybrid(
        explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(conversion: "g", hasPlus: explicitPositiveSign, isUppercase: uppercase)
    }

    /// The shorter notation with `precision` significant digits.
    public static func hybrid(
        precision: @autoclosure @escaping () -> Int, explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(
            conversion: "g", hasPlus: explicitPositiveSign, isUppercase: uppercase,
            precision: precision)
    }

    func text(_ number: Double) -> String {
        let places = precision.map { ".\(max(min($0(), Self.precisionMax), 0))" } ?? ""
        let letter = isUppercase ? conversion.uppercased() : conversion
        return String(format: "%\(hasPlus ? "+" : "")\(places)\(letter)", number)
    }
}

/// The format of an interpolated Boolean.
public enum OSLogBoolFormat: Sendable {
    /// `true` or `false`.
    case truth
    /// `yes` or `no`.
    case answer

    func text(_ value: Bool) -> String {
        switch self {
        case .truth: value ? "true" : "false"
        case .answer: value ? "yes" : "no"
        }
    }
}
