import AudioCallbacks
import AudioUnits
import CAudioToolbox
import Foundation
import SoundClient
import Synchronization

/// A component of the app's own.
struct RegisteredComponent: Sendable {
    var description: AudioComponentDescription
    /// The manufacturer's name, a colon, a space and the unit's own.
    var name: String
    var version: UInt32
    /// The class of the units; `nil` for a component with a factory.
    var unitClass: AUAudioUnit.Type?
    var factory: AudioComponentFactoryFunction?

    private static let list = Mutex<[RegisteredComponent]>([])

    /// The components in the order in which they were registered.
    static var all: [RegisteredComponent] { list.withLock { $0 } }

    /// Adds a component; of one that is known already the class changes.
    static func register(_ component: RegisteredComponent) {
        list.withLock { list in
            if let index = list.firstIndex(where: { $0.description.names(component.description) }) {
                list[index] = component
            } else {
                list.append(component)
            }
        }
    }

    static func find(_ description: AudioComponentDescription) -> RegisteredComponent? {
        list.withLock { $0.first { $0.description.names(description) } }
    }

    /// Makes a unit of the class of a component.
    ///
    /// - Returns: `nil` for a component that no app has registered.
    static func makeUnit(
        _ description: AudioComponentDescription, _ options: AudioComponentInstantiationOptions
    ) throws -> AUAudioUnit? {
        guard let unitClass = find(description)?.unitClass else { return nil }
        return try AudioToolbox.makeUnit(unitClass, description, options)
    }

    /// Makes the unit of a component, Apple's or the app's own.
    ///
    /// - Throws: `invalidComponent`; what a class of the app throws, as a status.
    static func makeCore(
        _ description: AudioComponentDescription, for app: AppSound
    ) throws(UnitError) -> UnitCore {
        if let component = UnitComponent(description) {
            return try UnitCore.make(component, for: app)
        }
        if let factory = find(description)?.factory {
            return try FactoryMethods.makeUnit(description, factory, for: app)
        }
        let made: AUAudioUnit?
        do {
            made = try makeUnit(description, [])
        } catch {
            throw UnitError(status: OSStatus(truncatingIfNeeded: (error as NSError).code))
        }
        guard let made else { throw .invalidComponent }
        return made.makeCore(for: app)
    }
}

/// Makes an instance of a class that is known only at run time.
///
/// Swift calls an initializer through a metatype only if it is `required`, and Apple's is not:
/// subclasses override it without saying so. Every subclass of `AUAudioUnit` nevertheless has an
/// entry for it in its vtable: its own, or a stub that ends the process. `RequiredAudioUnit` declares
/// the entry as callable through a metatype. All class metatypes have one representation, and the
/// result is used as what it is.
///
/// Not optimised, since the types are not what they claim.
@inline(never)
@_optimize(none)
private func makeUnit(
    _ unitClass: AUAudioUnit.Type, _ description: AudioComponentDescription,
    _ options: AudioComponentInstantiationOptions
) throws -> AUAudioUnit {
    try unsafeBitCast(unitClass, to: RequiredAudioUnit.Type.self)
        .init(componentDescription: description, options: options)
}

/// Declares the initializer of `AUAudioUnit` as a required one. Never instantiated.
///
/// Open, so that no module can know all of its subclasses.
///
/// Ownership: that of `AUAudioUnit`, to which it adds nothing.
@_spi(SoriInternal)
open class RequiredAudioUnit: AUAudioUnit, @unchecked Sendable {
    public required override init(
        componentDescription: AudioComponentDescription,
        options: AudioComponentInstantiationOptions = []
    ) throws {
        try super.init(componentDescription: componentDescription, options: options)
    }
}
