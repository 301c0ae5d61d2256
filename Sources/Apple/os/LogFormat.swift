import Foundation

/// A `printf` format that is applied without `printf`: arguments are checked, so a mismatch cannot
/// crash.
package struct LogFormat {
    private let format: String

    package init(_ format: StaticString) {
        self.format = "\(format)"
    }

    package func text(_ arguments: [Any], _ settings: LogSettings = .current) -> String {
        var text = ""
        var rest = format[...]
        var arguments = arguments[...]
        while let percent = rest.firstIndex(of: "%") {
            text += rest[..<percent]
            rest = rest[percent...]
            guard let specifier = LogSpecifier(&rest) else {
                text += "%"
                rest = rest.dropFirst()
                continue
            }
            text += specifier.text(&arguments, settings)
        }
        return text + rest
    }
}

/// One conversion specification of a format.
struct LogSpecifier {
    /// A width or a precision.
    private enum Count {
        case absent
        case number(Int)
        /// `*`: the next argument gives the number.
        case argument

        /// - Parameter max: The limit to which a larger number is clamped.
        init(_ scan: inout Substring, max: Int) {
            if scan.first == "*" {
                scan = scan.dropFirst()
                self = .argument
                return
            }
            let digits = scan.prefix { $0.isASCII && $0.isNumber }
            scan = scan[digits.endIndex...]
            self = digits.isEmpty ? .absent : .number(min(Int(digits) ?? max, max))
        }
    }

    private var isPublic = false
    private var isPrivate = false
    private var isHashed = false
    private let flags: String
    private let width: Count
    private let precision: Count
    private let conversion: Character
    private let whole: Substring

    /// Largest width, precision or byte count of a specifier.
    private static let countMax = 1024

    /// - Parameter rest: Starts with `%`; advanced past the specifier.
    init?(_ rest: inout Substring) {
        var scan = rest.dropFirst()
        if scan.first == "{" {
            guard let end = scan.firstIndex(of: "}") else { return nil }
            let words = scan[scan.index(after: scan.startIndex)..<end]
                .split(whereSeparator: { $0 == "," || $0 == " " })
            isPublic = words.contains("public")
            isPrivate = words.contains { $0 == "private" || $0 == "sensitive" }
            isHashed = words.contains("mask.hash")
            scan = scan[scan.index(after: end)...]
        }
        let flags = scan.prefix { "-+ #0".contains($0) }
        self.flags = "-+ #0".filter { flags.contains($0) }
        scan = scan[flags.endIndex...]
        width = Count(&scan, max: Self.countMax)
        if scan.first == "." {
            scan = scan.dropFirst()
            // A point without digits means a precision of zero.
            let count = Count(&scan, max: Self.countMax)
            if case .absent = count { precision = .number(0) } else { precision = count }
        } else {
            precision = .absent
        }
        scan = scan.drop { "hlqjztL".contains($0) }
        guard let conversion = scan.first, "@diuxXoDUOcCsSpPmfFeEgGaA%".contains(conversion) else {
            return nil
        }
        self.conversion = conversion
        scan = scan.dropFirst()
        whole = rest[..<scan.startIndex]
        rest = scan
    }

    func text(_ arguments: inout ArraySlice<Any>, _ settings: LogSettings) -> String {
        if conversion == "%" { return "%" }
        if conversion == "m" { return String(cString: strerror(errno)) }
        var layout = Layout(flags: flags)
        layout.setWidth(Self.value(of: width, &arguments))
        layout.precision = Self.value(of: precision, &arguments).flatMap { $0 < 0 ? nil : $0 }
        guard let argument = arguments.popFirst() else { return "<decode: missing data>" }
        guard let text = text(of: argument, layout) else {
            return "<decode: mismatch for [\(whole)] got [\(Self.kind(of: argument))]>"
        }
        guard isHidden, !settings.showsPrivate else { return text }
        return isHashed ? maskedText(text) : hiddenText
    }

    /// Whether the argument is private: objects and strings unless they are marked public, others
    /// if they are marked private.
    ///
    /// Source: os_log(3).
    private var isHidden: Bool {
        guard !isPublic else { return false }
        return isPrivate || isHashed || "@sS".contains(conversion)
    }

    /// An argument's kind: `STRING sz:5`, or the name of its type.
    private static func kind(of argument: Any) -> String {
        let isObject = type(of: argument) is AnyClass
        guard !isObject, let string = argument as? String else { return "\(type(of: argument))" }
        return "STRING sz:\(string.utf8.count)"
    }

    private static func value(of count: Count, _ arguments: inout ArraySlice<Any>) -> Int? {
        switch count {
        case .absent: return nil
        case .number(let number): return number
        case .argument:
            guard let number = arguments.first as? any BinaryInteger else { return nil }
            arguments.removeFirst()
            return max(min(Int(clamping: number), countMax), -countMax)
        }
    }

    // MARK: Arguments

    private func text(of argument: Any, _ layout: Layout) -> String? {
        switch conversion {
        case "@":
            return String(describing: argument)
        case "d", "i", "D", "u", "U", "x", "X", "o", "O":
            return integer(argument).map { layout.text($0, conversion) }
        case "c", "C":
            return integer(argument)
                .flatMap { UInt32(exactly: $0) }.flatMap { Unicode.Scalar($0) }
                .map { layout.padded(String($0)) }
        case "f", "F", "e", "E", "g", "G", "a", "A":
            let number =
                (argument as? Double) ?? (argument as? Float).map(Double.init)
                ?? (argument as? CGFloat).map { Double($0) }
            return number.map { layout.text($0, conversion) }
        case "s", "S":
            return layout.text(cString: argument)
        default:
            return pointer(argument).map { layout.padded($0) }
        }
    }

    private func integer(_ argument: Any) -> (any FixedWidthInteger)? {
        // An `NSNumber` is an object, although it can be cast to a number.
        if argument is NSNumber, type(of: argument) is AnyClass { return nil }
        if type(of: argument) == Bool.self, let isTrue = argument as? Bool {
            return isTrue ? 1 : 0
        }
        return argument as? any FixedWidthInteger
    }

    private func pointer(_ argument: Any) -> String? {
        let address: UInt
        switch argument {
        case let pointer as any _Pointer: address = UInt(bitPattern: Int(bitPattern: pointer))
        case let pointer as OpaquePointer: address = UInt(bitPattern: pointer)
        default:
            guard type(of: argument) is AnyClass else { return nil }
            address = UInt(bitPattern: ObjectIdentifier(argument as AnyObject))
        }
        return "0x" + String(address, radix: 16)
    }
}

/// Flags, width and precision of a specifier.
private struct Layout {
    private var flags: String
    private var width = 0
    var precision: Int?

    init(flags: String) {
        self.flags = flags
    }

    /// - Parameter count: A negative one means left alignment.
    mutating func setWidth(_ count: Int?) {
        guard let count else { return }
        width = Int(count.magnitude)
        if count < 0 { flags += "-" }
    }

    /// The specification for `printf`, built only from checked parts.
    private var spelled: String {
        flags + (width > 0 ? String(width) : "") + (precision.map { ".\($0)" } ?? "")
    }

    func padded(_ text: String) -> String {
        let missing = width - text.count
        guard missing > 0 else { return text }
        let space = String(repeating: " ", count: missing)
        return flags.contains("-") ? text + space : space + text
    }

    func text(_ number: any FixedWidthInteger, _ conversion: Character) -> String {
        switch conversion {
        case "d", "i", "D":
            return String(format: "%\(spelled)lld", Int64(truncatingIfNeeded: number))
        default:
            let bits = UInt64(truncatingIfNeeded: number)
            let unsigned = number.bitWidth < 64 ? bits & (1 << UInt64(number.bitWidth) - 1) : bits
            let letter = conversion == "X" ? "X" : conversion.lowercased()
            return String(format: "%\(spelled)ll\(letter)", unsigned)
        }
    }

    func text(_ number: Double, _ conversion: Character) -> String {
        String(format: "%\(spelled)\(conversion)", number)
    }

    /// - Parameter argument: A pointer to bytes, terminated by zero or limited by the precision.
    func text(cString argument: Any) -> String? {
        let start: UnsafeRawPointer
        switch argument {
        case let pointer as UnsafePointer<CChar>: start = UnsafeRawPointer(pointer)
        case let pointer as UnsafeMutablePointer<CChar>: start = UnsafeRawPointer(pointer)
        case let pointer as UnsafePointer<UInt8>: start = UnsafeRawPointer(pointer)
        case let pointer as UnsafeMutablePointer<UInt8>: start = UnsafeRawPointer(pointer)
        default: return nil
        }
        let byteCount = strnlen(
            start.assumingMemoryBound(to: CChar.self), precision ?? Self.stringMax)
        let bytes = UnsafeRawBufferPointer(start: start, count: byteCount)
        return padded(String(decoding: bytes, as: UTF8.self))
    }

    /// Most bytes of one string that are written.
    private static let stringMax = 65_536
}
