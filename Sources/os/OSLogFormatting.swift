import Foundation

/// How an integer is written.
public struct OSLogIntegerFormatting {
    private let radix: Int
    private var hasPlus = false
    private var hasPrefix = false
    private var isUppercase = false
    private var minDigits: (() -> Int)?

    private init(radix: Int) {
        self.radix = radix
    }

    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 10) }
    public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16) }
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8) }

    public static func decimal(explicitPositiveSign: Bool = false) -> OSLogIntegerFormatting {
        var format = decimal
        format.hasPlus = explicitPositiveSign
        return format
    }

    public static func decimal(
        explicitPositiveSign: Bool = false, minDigits: @autoclosure @escaping () -> Int
    ) -> OSLogIntegerFormatting {
        var format = decimal(explicitPositiveSign: explicitPositiveSign)
        format.minDigits = minDigits
        return format
    }

    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false
    ) -> OSLogIntegerFormatting {
        var format = hex
        format.hasPlus = explicitPositiveSign
        format.hasPrefix = includePrefix
        format.isUppercase = uppercase
        return format
    }

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

    public static func octal(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false
    ) -> OSLogIntegerFormatting {
        var format = octal
        format.hasPlus = explicitPositiveSign
        format.hasPrefix = includePrefix
        format.isUppercase = uppercase
        return format
    }

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

/// How a floating-point number is written.
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

    public static var fixed: OSLogFloatFormatting { OSLogFloatFormatting("f") }
    public static var hex: OSLogFloatFormatting { OSLogFloatFormatting("a") }
    public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting("e") }
    public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting("g") }

    public static func fixed(
        explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting("f", hasPlus: explicitPositiveSign, isUppercase: uppercase)
    }

    public static func fixed(
        precision: @autoclosure @escaping () -> Int, explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(
            "f", hasPlus: explicitPositiveSign, isUppercase: uppercase, precision: precision)
    }

    public static func hex(
        explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting("a", hasPlus: explicitPositiveSign, isUppercase: uppercase)
    }

    public static func exponential(
        explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting("e", hasPlus: explicitPositiveSign, isUppercase: uppercase)
    }

    public static func exponential(
        precision: @autoclosure @escaping () -> Int, explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(
            "e", hasPlus: explicitPositiveSign, isUppercase: uppercase, precision: precision)
    }

    public static func hybrid(
        explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting("g", hasPlus: explicitPositiveSign, isUppercase: uppercase)
    }

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

/// How a truth value is written.
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
