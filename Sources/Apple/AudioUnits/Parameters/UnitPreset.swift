package import CAudioToolbox
import CoreAudioTypes
import Foundation

/// The preset of an audio unit (aupreset): a property list with the unit's component and the values
/// of its parameters.
///
/// Source: how Apple's published base class of audio units saves and restores its state.
package struct UnitPreset {
    /// The values by the numbers of the parameters, in the file's order.
    package let values: [(id: AudioUnitParameterID, value: Float)]

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

    /// The property list of a component's parameters.
    package static func list(
        _ parameters: [UnitParameter], of component: AudioComponentDescription, name: String
    ) -> [String: Any] {
        var data = Data()
        func append(_ word: UInt32) {
            withUnsafeBytes(of: word.bigEndian) { data.append(contentsOf: $0) }
        }
        if !parameters.isEmpty {
            append(UInt32(kAudioUnitScope_Global))
            append(0)
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

    /// The values of the global scope's first element; `nil` for data that is cut or too long.
    private static func values(
        _ bytes: [UInt8]
    ) -> [(id: AudioUnitParameterID, value: Float)]? {
        guard bytes.count.isMultiple(of: 4) else { return nil }
        var words = stride(from: 0, to: bytes.count, by: 4).map { place in
            bytes[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }[...]
        var values: [(id: AudioUnitParameterID, value: Float)] = []
        while !words.isEmpty {
            guard words.count >= 3 else { return nil }
            let isGlobal = words.popFirst() == UInt32(kAudioUnitScope_Global)
            let isFirst = words.popFirst() == 0
            let count = Int(words.removeFirst())
            guard count <= words.count / 2 else { return nil }
            for _ in 0..<count {
                let id = words.removeFirst()
                let value = Float(bitPattern: words.removeFirst())
                guard isGlobal, isFirst, value.isFinite else { continue }
                values.append((id, value))
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
