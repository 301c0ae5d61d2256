import AudioCallbacks
import AudioUnits
import CAudioToolbox
import CoreAudioTypes
import SoundClient

/// The methods of an instance of a component that an app has registered with a factory.
///
/// The app's functions are looked up for each call, as the component may change them.
///
/// Ownership: immutable; the instance is the app's, and is closed once.
final class FactoryMethods: @unchecked Sendable {
    private let interface: UnsafeMutablePointer<AudioComponentPlugInInterface>
    private let object: UnsafeMutableRawPointer

    init(_ interface: UnsafeMutablePointer<AudioComponentPlugInInterface>) {
        self.interface = interface
        object = UnsafeMutableRawPointer(interface)
    }

    /// Returns the methods of a unit; `nil` for one without a factory.
    static func of(_ handle: AudioUnit?) -> FactoryMethods? {
        (audioUnits[handle] as? AppUnit)?.attachment as? FactoryMethods
    }

    /// Makes an instance of a component.
    ///
    /// - Throws: `failedInitialization` when the factory makes none.
    static func makeUnit(
        _ description: AudioComponentDescription, _ factory: AudioComponentFactoryFunction,
        for app: AppSound
    ) throws(UnitError) -> AppUnit {
        var description = description
        guard let interface = factory(&description) else { throw .failedInitialization }
        let methods = FactoryMethods(interface)
        let kernel = AppUnitKernel(
            AppUnitCalls(
                allocate: { _, _, _ in true },
                render: { flags, time, frameCount, list, _ in
                    flags.withMemoryRebound(to: AudioUnitRenderActionFlags.self, capacity: 1) {
                        methods.render($0, time, 0, frameCount, list)
                    }
                },
                reset: {}, latency: { 0 }, isBypassed: { false }, setBypassed: { _ in }))
        // It asks for its input itself.
        return AppUnit(description, app, kernel, form: .source, attachment: methods) { [] }
    }

    private func method<Method>(_ selector: Int, _ type: Method.Type) -> Method? {
        guard let method = interface.pointee.Lookup?(Int16(truncatingIfNeeded: selector)) else {
            return nil
        }
        return unsafeBitCast(method, to: type)
    }

    private static let missing = UnitError.unimplemented.status

    // MARK: Life

    func open(_ handle: AudioUnit) -> OSStatus { interface.pointee.Open?(object, handle) ?? 0 }

    func close() { _ = interface.pointee.Close?(object) }

    func initialize() -> OSStatus {
        method(kAudioUnitInitializeSelect, AudioUnitInitializeProc.self)?(object) ?? Self.missing
    }

    func uninitialize() -> OSStatus {
        method(kAudioUnitUninitializeSelect, AudioUnitUninitializeProc.self)?(object)
            ?? Self.missing
    }

    func reset(_ scope: AudioUnitScope, _ element: AudioUnitElement) -> OSStatus {
        method(kAudioUnitResetSelect, AudioUnitResetProc.self)?(object, scope, element)
            ?? Self.missing
    }

    func start() -> OSStatus {
        method(kAudioOutputUnitStartSelect, AudioUnitInitializeProc.self)?(object) ?? Self.missing
    }

    func stop() -> OSStatus {
        method(kAudioOutputUnitStopSelect, AudioUnitInitializeProc.self)?(object) ?? Self.missing
    }

    // MARK: Properties and parameters

    func propertyInfo(
        _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement,
        _ size: UnsafeMutablePointer<UInt32>?, _ setWritable: (Bool) -> Void
    ) -> OSStatus {
        var isWritable = false
        let status =
            method(kAudioUnitGetPropertyInfoSelect, AudioUnitGetPropertyInfoProc.self)?(
                object, property, scope, element, size, &isWritable) ?? Self.missing
        if status == 0 { setWritable(isWritable) }
        return status
    }

    func property(
        _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement,
        _ data: UnsafeMutableRawPointer?, _ size: UnsafeMutablePointer<UInt32>?
    ) -> OSStatus {
        guard let data, let size else { return UnitError.missingArgument.status }
        return method(kAudioUnitGetPropertySelect, AudioUnitGetPropertyProc.self)?(
            object, property, scope, element, data, size) ?? Self.missing
    }

    func setProperty(
        _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement,
        _ data: UnsafeRawPointer?, _ size: UInt32
    ) -> OSStatus {
        guard let data else { return UnitError.missingArgument.status }
        return method(kAudioUnitSetPropertySelect, AudioUnitSetPropertyProc.self)?(
            object, property, scope, element, data, size) ?? Self.missing
    }

    func parameter(
        _ parameter: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement,
        _ value: UnsafeMutablePointer<AudioUnitParameterValue>?
    ) -> OSStatus {
        guard let value else { return UnitError.missingArgument.status }
        return method(kAudioUnitGetParameterSelect, AudioUnitGetParameterProc.self)?(
            object, parameter, scope, element, value) ?? Self.missing
    }

    func setParameter(
        _ parameter: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement,
        _ value: AudioUnitParameterValue, _ offset: UInt32
    ) -> OSStatus {
        method(kAudioUnitSetParameterSelect, AudioUnitSetParameterProc.self)?(
            object, parameter, scope, element, value, offset) ?? Self.missing
    }

    // MARK: Notes

    func midiEvent(
        _ status: UInt32, _ data1: UInt32, _ data2: UInt32, _ offset: UInt32
    ) -> OSStatus {
        method(kMusicDeviceMIDIEventSelect, MusicDeviceMIDIEventProc.self)?(
            object, status, data1, data2, offset) ?? Self.missing
    }

    /// Sends a message as its bytes.
    func send(_ bytes: UnsafePointer<UInt8>, _ length: Int, after offset: UInt32) {
        guard length > 0 else { return }
        guard bytes[0] < 0xF0 else { return _ = systemExclusive(bytes, UInt32(clamping: length)) }
        _ = midiEvent(
            UInt32(bytes[0]), length > 1 ? UInt32(bytes[1]) : 0, length > 2 ? UInt32(bytes[2]) : 0,
            offset)
    }

    func systemExclusive(_ data: UnsafePointer<UInt8>?, _ length: UInt32) -> OSStatus {
        guard let data else { return UnitError.missingArgument.status }
        return method(kMusicDeviceSysExSelect, MusicDeviceSysExProc.self)?(object, data, length)
            ?? Self.missing
    }

    func startNote(
        _ instrument: MusicDeviceInstrumentID, _ group: MusicDeviceGroupID,
        _ note: UnsafeMutablePointer<NoteInstanceID>?, _ offset: UInt32,
        _ parameters: UnsafePointer<MusicDeviceNoteParams>?
    ) -> OSStatus {
        guard let parameters else { return UnitError.missingArgument.status }
        var number: NoteInstanceID = 0
        let status =
            method(kMusicDeviceStartNoteSelect, MusicDeviceStartNoteProc.self)?(
                object, instrument, group, &number, offset, parameters) ?? Self.missing
        if status == 0 { note?.pointee = number }
        return status
    }

    func stopNote(
        _ group: MusicDeviceGroupID, _ note: NoteInstanceID, _ offset: UInt32
    ) -> OSStatus {
        method(kMusicDeviceStopNoteSelect, MusicDeviceStopNoteProc.self)?(
            object, group, note, offset) ?? Self.missing
    }

    // MARK: Rendering

    func render(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
        _ time: UnsafePointer<AudioTimeStamp>, _ bus: UInt32, _ frameCount: UInt32,
        _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus {
        method(kAudioUnitRenderSelect, AudioUnitRenderProc.self)?(
            object, flags, time, bus, frameCount, list) ?? Self.missing
    }
}
