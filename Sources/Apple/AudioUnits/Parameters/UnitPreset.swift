package import CAudioToolbox
import CoreAudioTypes
import Foundation

/// The preset of an audio unit (aupreset): a property list with the unit's component and the values
/// of its parameters.
///
/// Source: how Apple's published base class of audio units saves and restores its state.
package struct UnitPreset {
    /// A value of a parameter.
    package struct Value: Sendable {
        package var scope: UnitScope
        package var element: Int
        package var id: AudioUnitParameterID
        package var value: Float

        /// Whether it is one of the first element of the global scope, which all units have.
        package var isUsual: Bool { scope == .global && element == 0 }
    }

    /// The values in the file's order.
    package let values: [Value]

    /// The largest preset that is read, in bytes.
    package static let bytesMax = 16 << 20
    private static let version = 0

    /// The key of the preset's name.
    package static let nameKey = Key.name

    private enum Key {
        static let version = "version"
        static let type = "type"
        static let subType = "subtype"
        static let manufacturer = "manufacturer"
        static let name = "name"
        static let data = "data"
    }

    /// Reads the preset of a component.
    ///
    /// - Returns: `nil` for the preset of another component, and for one that is damaged.
    package init?(_ list: [String: Any], of component: AudioComponentDescription) {
        guard let version = Self.number(list[Key.version]), version <= Self.version,
            Self.code(list[Key.type]) == component.componentType,
            Self.code(list[Key.subType]) == component.componentSubType,
            Self.code(list[Key.manufacturer]) == component.componentManufacturer,
            let data = list[Key.data] as? Data, let values = Self.values([UInt8](data))
        else { return nil }
        self.values = values
    }

    /// The parameters of an element.
    package typealias Element = (scope: UnitScope, element: Int, parameters: [UnitParameter])

    /// The property list of a component's parameters.
    package static func list(
        _ elements: [Element], of component: AudioComponentDescription, name: String
    ) -> [String: Any] {
        var data = Data()
        func append(_ word: UInt32) {
            withUnsafeBytes(of: word.bigEndian) { data.append(contentsOf: $0) }
        }
        for (scope, element, parameters) in elements where !parameters.isEmpty {
            append(scope.rawValue)
            append(UInt32(truncatingIfNeeded: element))
            append(UInt32(parameters.count))
            for parameter in parameters {
                append(parameter.id)
                append(parameter.get().bitPattern)
            }
        }
        return [
            Key.version: version, Key.type: Int(component.componentType),
            Key.subType: Int(component.componentSubType),
            Key.manufacturer: Int(component.componentManufacturer), Key.name: name, Key.data: data,
        ]
    }

    /// The values of scopes that there are; `nil` for data that is cut or too long.
    private static func values(_ bytes: [UInt8]) -> [Value]? {
        guard bytes.count.isMultiple(of: 4) else { return nil }
        var words = stride(from: 0, to: bytes.count, by: 4).map { place in
            bytes[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }[...]
        var values: [Value] = []
        while !words.isEmpty {
            guard words.count >= 3 else { return nil }
            let scope = UnitScope(rawValue: words.removeFirst())
            let element = Int(words.removeFirst())
            let count = Int(words.removeFirst())
            guard count <= words.count / 2 else { return nil }
            for _ in 0..<count {
                let id = words.removeFirst()
                let value = Float(bitPattern: words.removeFirst())
                guard let scope, value.isFinite else { continue }
                values.append(Value(scope: scope, element: element, id: id, value: value))
            }
        }
        return values
    }

    private static func number(_ value: Any?) -> Int? { (value as? NSNumber)?.intValue }

    /// A four-character code, which property lists hold as a number with or without a sign.
    private static func code(_ value: Any?) -> UInt32? {
        number(value).map { UInt32(truncatingIfNeeded: $0) }
    }
}
