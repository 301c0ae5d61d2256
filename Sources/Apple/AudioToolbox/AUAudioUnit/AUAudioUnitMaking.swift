import AudioUnits
public import CAudioToolbox
import CoreAudioTypes
import Foundation

// How units are made, registered and named.

extension AUAudioUnit {
    /// Makes one of Apple's units, or in a subclass the app's own.
    public convenience init(componentDescription: AudioComponentDescription) throws {
        try self.init(componentDescription: componentDescription, options: [])
    }

    /// Makes a unit of the class that its component was registered with, or one of Apple's.
    ///
    /// - Parameters:
    ///   - options: Where the unit's code is to run; always in the app's process.
    ///   - completionHandler: Called before this returns, with the unit or with an error.
    @preconcurrency
    public class func instantiate(
        with componentDescription: AudioComponentDescription,
        options: AudioComponentInstantiationOptions = [],
        completionHandler: @escaping @Sendable (AUAudioUnit?, (any Error)?) -> Void
    ) {
        do {
            completionHandler(try make(componentDescription, options), nil)
        } catch { completionHandler(nil, error) }
    }

    /// Makes a unit of the class that its component was registered with, or one of Apple's.
    ///
    /// - Throws: The status −3000 for a component that does not exist.
    public class func instantiate(
        with componentDescription: AudioComponentDescription,
        options: AudioComponentInstantiationOptions = []
    ) async throws -> AUAudioUnit {
        try make(componentDescription, options)
    }

    private class func make(
        _ description: AudioComponentDescription, _ options: AudioComponentInstantiationOptions
    ) throws -> AUAudioUnit {
        if let unit = try RegisteredComponent.makeUnit(description, options) { return unit }
        return try AUAudioUnit(componentDescription: description, options: options)
    }

    /// Makes a class of the app's a component, which is then found like Apple's.
    ///
    /// - Parameters:
    ///   - cls: A subclass of `AUAudioUnit`; another class has no effect.
    ///   - name: The manufacturer's name, a colon, a space and the unit's own.
    ///   - version: The version as a hexadecimal number.
    public class func registerSubclass(
        _ cls: AnyClass, as componentDescription: AudioComponentDescription, name: String,
        version: UInt32
    ) {
        guard let unitClass = cls as? AUAudioUnit.Type, unitClass != AUAudioUnit.self else {
            return
        }
        RegisteredComponent.register(
            RegisteredComponent(
                description: componentDescription, name: name, version: version,
                unitClass: unitClass))
    }

    // MARK: Names

    /// The component.
    public var component: AudioComponent {
        // What is no component is no handle either.
        ComponentRegistry.handle(componentDescription) ?? AudioComponent(bitPattern: UInt.max)!
    }

    private var registered: (name: String, version: UInt32)? {
        if let component = UnitComponent(componentDescription) {
            return ("Apple: \(component.name)", UInt32(UnitComponent.version))
        }
        return RegisteredComponent.find(componentDescription).map { ($0.name, $0.version) }
    }

    /// The manufacturer and the name of the component; `nil` for a component that does not exist.
    public var componentName: String? { registered?.name }

    /// The name of the unit; `nil` for a component that does not exist.
    public var audioUnitName: String? { registered.map { $0.name.componentNames.unit } }

    /// A short name of the unit.
    public var audioUnitShortName: String? { audioUnitName }

    /// The name of the manufacturer.
    public var manufacturerName: String? {
        if componentDescription.componentManufacturer == kAudioUnitManufacturer_Apple {
            return "Apple"
        }
        return registered?.name.componentNames.manufacturer
    }

    /// The version as a hexadecimal number.
    public var componentVersion: UInt32 { registered?.version ?? UInt32(UnitComponent.version) }
}

/// What an engine's node adds to its unit.
package struct AUNodeCalls: Sendable {
    /// Returns the processing delay in seconds.
    package var latency: @Sendable () -> Double
    package var reset: @Sendable () -> Void
    /// Takes a MIDI message; `nil` for a node that takes none.
    package var send: (@Sendable ([UInt8]) -> Void)?

    package init(
        latency: @escaping @Sendable () -> Double, reset: @escaping @Sendable () -> Void,
        send: (@Sendable ([UInt8]) -> Void)? = nil
    ) {
        self.latency = latency
        self.reset = reset
        self.send = send
    }
}

extension String {
    /// The two parts of a component's name.
    var componentNames: (manufacturer: String?, unit: String) {
        guard let colon = range(of: ": ") else { return (nil, self) }
        return (String(self[..<colon.lowerBound]), String(self[colon.upperBound...]))
    }
}
