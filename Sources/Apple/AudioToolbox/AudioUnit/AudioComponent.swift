public import AudioCallbacks
import AudioUnits
public import CAudioToolbox
public import CoreAudioTypes
import CoreFoundationTypes
import Foundation
import SoundClient
import SoundRuntime

// Audio components, which <AudioToolbox/AudioComponent.h> declares and documents.

/// A component that an app can find: Apple's, or one that it has registered.
enum FoundComponent {
    case apple(UnitComponent)
    case registered(RegisteredComponent)

    var description: AudioComponentDescription {
        switch self {
        case .apple(let component): component.description
        case .registered(let component): component.description
        }
    }

    /// The manufacturer's name, a colon, and the component's own.
    var name: String {
        switch self {
        case .apple(let component): "Apple: \(component.name)"
        case .registered(let component): component.name
        }
    }

    var version: UInt32 {
        switch self {
        case .apple: UInt32(UnitComponent.version)
        case .registered(let component): component.version
        }
    }
}

/// The components that an app can find, in the order in which it finds them: Apple's first.
enum ComponentRegistry {
    /// A component's handle is its place in this list, from 1.
    private static var components: [FoundComponent] {
        UnitComponent.allCases.map { .apple($0) }
            + RegisteredComponent.all.map { .registered($0) }
    }

    static func component(_ handle: AudioComponent?) -> FoundComponent? {
        let (components, index) = (components, Int(bitPattern: handle) - 1)
        return components.indices.contains(index) ? components[index] : nil
    }

    /// The handle of the component with the codes of a description.
    static func handle(_ description: AudioComponentDescription) -> AudioComponent? {
        components.firstIndex { $0.description.names(description) }
            .flatMap { AudioComponent(bitPattern: $0 + 1) }
    }

    /// The handles of the components that fit a description.
    static func handles(_ wanted: AudioComponentDescription) -> [AudioComponent] {
        components.enumerated().filter { wanted.fits($0.element.description) }
            .compactMap { AudioComponent(bitPattern: $0.offset + 1) }
    }
}

@c @implementation
public func AudioComponentFindNext(
    _ inComponent: AudioComponent!, _ inDesc: UnsafePointer<AudioComponentDescription>!
) -> AudioComponent! {
    guard let inDesc else { return nil }
    let handles = ComponentRegistry.handles(inDesc.pointee)
    guard let inComponent else { return handles.first }
    let after = UInt(bitPattern: inComponent)
    return handles.first { UInt(bitPattern: $0) > after }
}

@c @implementation
public func AudioComponentCount(_ inDesc: UnsafePointer<AudioComponentDescription>!) -> UInt32 {
    inDesc.map { UInt32(ComponentRegistry.handles($0.pointee).count) } ?? 0
}

@c @implementation
public func AudioComponentGetDescription(
    _ inComponent: AudioComponent!, _ outDesc: UnsafeMutablePointer<AudioComponentDescription>!
) -> OSStatus {
    guard let component = ComponentRegistry.component(inComponent), let outDesc else {
        return kAudio_ParamError
    }
    outDesc.pointee = component.description
    return noErr
}

@c @implementation
public func AudioComponentGetVersion(
    _ inComponent: AudioComponent!, _ outVersion: UnsafeMutablePointer<UInt32>!
) -> OSStatus {
    guard let component = ComponentRegistry.component(inComponent), let outVersion else {
        return kAudio_ParamError
    }
    outVersion.pointee = component.version
    return noErr
}

@c @implementation
public func AudioComponentGetLastActiveTime(_ comp: AudioComponent!) -> Double { 0 }

@c @implementation
public func AudioComponentInstanceNew(
    _ inComponent: AudioComponent!, _ outInstance: UnsafeMutablePointer<AudioComponentInstance?>!
) -> OSStatus {
    unitStatus { () throws(UnitError) in
        guard let outInstance else { throw .missingArgument }
        guard let component = ComponentRegistry.component(inComponent) else {
            throw .invalidComponent
        }
        let unit = try RegisteredComponent.makeCore(
            component.description, for: currentApp(isForSound: false))
        let handle = audioUnits.add(unit)
        if let methods = FactoryMethods.of(handle), let handle {
            let status = methods.open(handle)
            guard status == noErr else {
                audioUnits.remove(handle)
                throw UnitError(status: status)
            }
        }
        outInstance.pointee = handle
    }
}

@c @implementation
public func AudioComponentInstanceDispose(_ inInstance: AudioComponentInstance!) -> OSStatus {
    unitStatus { () throws(UnitError) in
        let unit = try unit(inInstance)
        FactoryMethods.of(inInstance)?.close()
        unit.dispose()
        audioUnits.remove(inInstance)
    }
}

@c @implementation
public func AudioComponentInstanceGetComponent(
    _ inInstance: AudioComponentInstance!
) -> AudioComponent! {
    audioUnits[inInstance].flatMap { ComponentRegistry.handle($0.componentDescription) }
}

@c @implementation
public func AudioComponentInstanceCanDo(
    _ inInstance: AudioComponentInstance!, _ inSelectorID: Int16
) -> Bool {
    guard let unit = audioUnits[inInstance] else { return false }
    return switch Int(inSelectorID) {
    case kAudioUnitInitializeSelect, kAudioUnitUninitializeSelect,
        kAudioUnitGetPropertyInfoSelect, kAudioUnitGetPropertySelect,
        kAudioUnitSetPropertySelect, kAudioUnitAddPropertyListenerSelect,
        kAudioUnitRemovePropertyListenerSelect,
        kAudioUnitRemovePropertyListenerWithUserDataSelect, kAudioUnitAddRenderNotifySelect,
        kAudioUnitRemoveRenderNotifySelect, kAudioUnitGetParameterSelect,
        kAudioUnitSetParameterSelect, kAudioUnitRenderSelect, kAudioUnitResetSelect:
        true
    case kAudioOutputUnitStartSelect, kAudioOutputUnitStopSelect: unit is OutputUnit
    default: false
    }
}

/// Gets a component's name: the manufacturer's, a colon, and its own.
@discardableResult
public func AudioComponentCopyName(
    _ inComponent: AudioComponent, _ outName: UnsafeMutablePointer<Unmanaged<CFString>?>
) -> OSStatus {
    guard let component = ComponentRegistry.component(inComponent) else {
        return kAudio_ParamError
    }
    let name = component.name as NSString
    outName.pointee = Unmanaged.passRetained(name)
    return noErr
}

@c(AudioComponentCopyName)
@usableFromInline
func copyComponentNameForC(
    _ inComponent: AudioComponent?, _ outName: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let component = ComponentRegistry.component(inComponent), let outName else {
        return kAudio_ParamError
    }
    let name = component.name as NSString
    outName.pointee = UnsafeRawPointer(Unmanaged.passRetained(name).toOpaque())
    return noErr
}

/// Registers a component of the app's own, for this process.
///
/// - Parameters:
///   - inName: The manufacturer's name, a colon, a space and the unit's own.
///   - inFactory: Makes the methods of an instance.
/// - Returns: The component; `nil` for a description that is taken.
@available(swift, introduced: 6)
@preconcurrency
public func AudioComponentRegister(
    _ inDesc: UnsafePointer<AudioComponentDescription>, _ inName: CFString, _ inVersion: UInt32,
    _ inFactory: @escaping AudioComponentFactoryFunction
) -> AudioComponent! {
    let name = string(ofCFString: UnsafeRawPointer(Unmanaged.passUnretained(inName).toOpaque()))
    return register(inDesc.pointee, name, inVersion, inFactory)
}

private func register(
    _ description: AudioComponentDescription, _ name: String, _ version: UInt32,
    _ factory: @escaping AudioComponentFactoryFunction
) -> AudioComponent? {
    guard ComponentRegistry.handle(description) == nil else { return nil }
    RegisteredComponent.register(
        RegisteredComponent(
            description: description, name: name, version: version, factory: factory))
    return ComponentRegistry.handle(description)
}

@c(AudioComponentRegister)
@usableFromInline
func registerComponentForC(
    _ inDesc: UnsafePointer<AudioComponentDescription>?, _ inName: UnsafeRawPointer?,
    _ inVersion: UInt32, _ inFactory: AudioComponentFactoryFunction?
) -> AudioComponent? {
    guard let inDesc, let inFactory else { return nil }
    return register(
        inDesc.pointee, inName.map(string(ofCFString:)) ?? "", inVersion, inFactory)
}

/// Makes an instance of a component and hands it to a closure, on a queue of the system's.
public func AudioComponentInstantiate(
    _ inComponent: AudioComponent, _ inOptions: AudioComponentInstantiationOptions,
    _ inCompletionHandler: @escaping @Sendable (AudioComponentInstance?, OSStatus) -> Void
) {
    let app = currentApp(isForSound: false)
    let number = UInt(bitPattern: inComponent)
    app.environment.onQueue {
        var instance: AudioComponentInstance?
        let status = AudioComponentInstanceNew(AudioComponent(bitPattern: number), &instance)
        inCompletionHandler(instance, status)
    }
}
