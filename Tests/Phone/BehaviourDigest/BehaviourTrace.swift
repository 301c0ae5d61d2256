import AudioModel
import SoundPolicy

/// A hash of policy responses that does not depend on any name or sentence.
///
/// Numbers and gains enter bit by bit. An enumeration's case enters as a number given at its first
/// appearance, so that renaming it changes nothing; text does not enter at all.
struct BehaviourTrace {
    private let labels: CaseNumbers
    private(set) var hash = FNV1aHash()

    init(_ labels: CaseNumbers) {
        self.labels = labels
    }

    mutating func add(_ effects: [PolicyEffect], refusal: SessionError?, at time: HostTime) {
        guard !effects.isEmpty || refusal != nil else { return }
        add(time)
        add(effects.count)
        for effect in effects {
            // A verdict's reasons hold sentences; what counts is the rule behind each.
            if case .verdict(let stream, let verdict, let directive) = effect {
                add(stream)
                add(verdict)
                add(directive)
            } else {
                add(effect)
            }
        }
        add(refusal as Any)
    }

    private mutating func add(_ verdict: Verdict) {
        add(verdict.state)
        add(verdict.factors)
        for reason in verdict.reasons {
            hash.add(labels.number(of: "rule \(reason.rule)"))
        }
        add(verdict.by as Any)
    }

    private mutating func add(_ value: Any) {
        switch value {
        case let number as any BinaryInteger: hash.add(UInt64(truncatingIfNeeded: number))
        case let number as Float: hash.add(UInt64(number.bitPattern))
        case let number as Double: hash.add(number.bitPattern)
        case let flag as Bool: hash.add(flag ? 1 : 0)
        case is String: break
        default: addParts(of: value)
        }
    }

    private mutating func addParts(of value: Any) {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .enum:
            let name = mirror.children.first?.label ?? "\(value)"
            hash.add(labels.number(of: "\(type(of: value)).\(name)"))
        case .set, .dictionary:
            // In no particular order.
            let parts = mirror.children.map { child in
                var part = BehaviourTrace(labels)
                part.add(child.value)
                return part.hash.value
            }
            hash.add(UInt64(parts.count))
            for part in parts.sorted() { hash.add(part) }
            return
        case .collection, .optional: hash.add(UInt64(mirror.children.count))
        default: break
        }
        for child in mirror.children { add(child.value) }
    }
}

/// Numbers enumeration cases in the order in which they first appear.
final class CaseNumbers {
    private var numbers: [String: UInt64] = [:]

    func number(of name: String) -> UInt64 {
        if let number = numbers[name] { return number }
        let number = UInt64(numbers.count)
        numbers[name] = number
        return number
    }
}

extension FNV1aHash {
    mutating func add(_ number: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) {
            add(byte: UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }

    /// The hash as 16 hexadecimal digits.
    var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
