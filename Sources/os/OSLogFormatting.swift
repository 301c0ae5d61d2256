import Foundation

/// The format of an interpolated integer.
public struct OSLogIntegerFormatting {
    private let radix: Int
    private var hasPlus = false
    private var hasPrefix = false
    private var isUppercase = false
    private var minDigits: (() -> Int)?

    private init(radix: Int) {
        self.radix = radix
    }

    /// Decimal digits.
    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 10) }
    /// Hexadecimal digits.
    public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16) }
    /// Octal digits.
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8) }

    /// Decimal digits, with a plus sign on request.
    public static func decimal(explicitPositiveSign: Bool = false) -> OSLogIntegerFormatting {
        var format = decimal
        format.hasPlus = explicitPositiveSign
        return format
    }

    /// Decimal digits, padded with zeros to `minDigits`.
    public static func decimal(
        explicitPositiveSign: Bool = false, minDigits: @autoclosure @escaping () -> Int
    ) -> OSLogIntegerFormatting {
        var format = decimal(explicitPositiveSign: explicitPositiveSign)
        format.minDigits = minDigits
        return format
    }

    /// Hexadecimal digits, with a plus sign, the prefix `0x` or uppercase letters on request.
    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false
    ) -> OSLogIntegerFormatting {
        var format = hex
        format.hasPlus = explicitPositiveSign
        format.hasPrefix = includePrefix
        format.isUppercase = uppercase
        return format
    }

    /// Hexadecimal digits, padded with zeros to `minDigits`.
    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
        minDigits: @autoclosure @escaping () -> Int
    ) -> OSLogIntegerFormatting {
        var format = hex(
            explicitPositiveSign: explicitPositiveSign, includePrefix: includePrefix,
            uppercase: uppercase)
        format.minDigits = minDigits
        return format
    }

    /// Octal digits, with a plus sign or the prefix `0o` on request.
    public static func octal(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false
    ) -> OSLogIntegerFormatting {
        var format = octal
        format.hasPlus = explicitPositiveSign
        format.hasPrefix = includePrefix
        format.isUppercase = uppercase
        return format
    }

    /// Octal digits, padded with zeros to `minDigits`.
    public static func octal(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
        minDigits: @autoclosure @escaping () -> Int
    ) -> OSLogIntegerFormatting {
        var format = octal(
            explicitPositiveSign: explicitPositiveSign, includePrefix: includePrefix,
            uppercase: uppercase)
        format.minDigits = minDigits
        return format
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

    private init(
        _ conversion: String, hasPlus: Bool = false, isUppercase: Bool = false,
        precision: (() -> Int)? = nil
    ) {
        self.conversion = conversion
        self.hasPlus = hasPlus
        self.isUppercase = isUppercase
        self.precision = precision
    }

    /// Fixed-point notation, as `%f`.
    public static var fixed: OSLogFloatFormatting { OSLogFloatFormatting("f") }
    /// Hexadecimal notation, as `%a`.
    public static var hex: OSLogFloatFormatting { OSLogFloatFormatting("a") }
    /// Exponential notation, as `%e`.
    public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting("e") }
    /// The shorter of fixed-point and exponential notation, as `%g`.
    public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting("g") }

    /// Fixed-point notation, with a plus sign or uppercase letters on request.
    public static func fixed(
        explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting("f", hasPlus: explicitPositiveSign, isUppercase: uppercase)
    }

    /// Fixed-point notation with `precision` digits after the point.
    public static func fixed(
        precision: @autoclosure @escaping () -> Int, explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(
            "f", hasPlus: explicitPositiveSign, isUppercase: uppercase, precision: precision)
    }

    /// Hexadecimal notation, with a plus sign or uppercase letters on request.
    public static func hex(
        explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting("a", hasPlus: explicitPositiveSign, isUppercase: uppercase)
    }

    /// Exponential notation, with a plus sign or uppercase letters on request.
    public static func exponential(
        explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting("e", hasPlus: explicitPositiveSign, isUppercase: uppercase)
    }

    /// Exponential notation with `precision` digits after the point.
    public static func exponential(
        precision: @autoclosure @escaping () -> Int, explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(
            "e", hasPlus: explicitPositiveSign, isUppercase: uppercase, precision: precision)
    }

    /// The shorter notation, with a plus sign or uppercase letters on request.
    public static func hybrid(
        explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting("g", hasPlus: explicitPositiveSign, isUppercase: uppercase)
    }

    /// The shorter notation with `precision` significant digits.
    public static func hybrid(
        precision: @autoclosure @escaping () -> Int, explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(
            "g", hasPlus: explicitPositiveSign, isUppercase: uppercase, precision: precision)
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
