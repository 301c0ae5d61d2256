import AudioCallbacks
import AudioModel
import AudioUnits
public import CAudioToolbox
public import CoreAudioTypes
import CoreFoundation
import Foundation

// Properties of audio units: what can be set.

@c @implementation
public func AudioUnitSetProperty(
    _ inUnit: AudioUnit!, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope,
    _ inElement: AudioUnitElement, _ inData: UnsafeRawPointer!, _ inDataSize: UInt32
) -> OSStatus {
    if let methods = FactoryMethods.of(inUnit) {
        return methods.setProperty(inID, inScope, inElement, inData, inDataSize)
    }
    return unitStatus { () throws(UnitError) in
        let unit = try unit(inUnit)
        let place = UnitPlace(scope: try unitScope(inScope), element: Int(inElement))
        let data = UnsafeRawBufferPointer(
            start: inData, count: inData == nil ? 0 : Int(inDataSize))
        try unit.set(inID, place, to: data)
    }
}

extension UnsafeRawBufferPointer {
    /// The object.
    ///
    /// - Throws: `invalidPropertyValue` for none.
    func object() throws(UnitError) -> UnsafeRawPointer {
        let address: UInt = try value()
        guard let object = UnsafeRawPointer(bitPattern: address) else {
            throw .invalidPropertyValue
        }
        return object
    }

    /// The value in C's layout.
    ///
    /// - Throws: `invalidPropertyValue` for another size.
    func value<Value: BitwiseCopyable>(
        _ type: Value.Type = Value.self
    ) throws(UnitError) -> Value {
        guard count == MemoryLayout<Value>.size else { throw .invalidPropertyValue }
        return loadUnaligned(as: type)
    }
}

extension UnitCore {
    fileprivate func set(
        _ property: AudioUnitPropertyID, _ place: UnitPlace, to data: UnsafeRawBufferPointer
    ) throws(UnitError) {
        if try setSource(property, place, data) { return }
        if try setOutput(property, place, data) { return }
        if try setPlayer(property, data) { return }
        if try setInstrument(property, data) { return }
        if try setMixer(property, place, data) { return }
        switch property {
        case kAudioUnitProperty_ClassInfo, kAudioUnitProperty_ClassInfoFromDocument:
            try restore(data.object())
        case kAudioUnitProperty_SampleRate:
            var format = try format(place.scope, place.element)
            format.sampleRate = try data.value()
            try setFormat(format, place.scope, place.element)
        case kAudioUnitProperty_StreamFormat:
            let description: AudioStreamBasicDescription = try data.value()
            guard place.scope != .global else { throw .invalidScope }
            try setFormat(StreamFormat(description), place.scope, place.element)
        case kAudioUnitProperty_ElementCount:
            try setElementCount(Int(data.value(UInt32.self)), place.scope)
        case kAudioUnitProperty_MaximumFramesPerSlice:
            try setMaximumFrames(Int(data.value(UInt32.self)))
        case kAudioUnitProperty_BypassEffect:
            guard isBypassed != nil else { throw .invalidProperty }
            try setBypassed(data.value(UInt32.self) != 0)
        case kAudioUnitProperty_PresentPreset:
            let preset: AUPreset = try data.value()
            try setPreset(preset)
        case kAudioUnitProperty_NickName:
            nickname = string(ofCFString: try data.object())
        case kAudioUnitProperty_RenderQuality, kAudioUnitProperty_OfflineRender,
            kAudioUnitProperty_ShouldAllocateBuffer, kAudioUnitProperty_InPlaceProcessing:
            try keepNumber(data.value(UInt32.self), of: property)
        case kAudioUnitProperty_HostCallbacks, kAudioUnitProperty_ContextName: break
        case kAudioUnitProperty_ParameterList, kAudioUnitProperty_ParameterInfo,
            kAudioUnitProperty_CPULoad, kAudioUnitProperty_Latency, kAudioUnitProperty_TailTime,
            kAudioUnitProperty_SupportedNumChannels, kAudioUnitProperty_LastRenderError,
            kAudioUnitProperty_LastRenderSampleTime, kAudioUnitProperty_FactoryPresets:
            throw .notWritable
        default: throw .invalidProperty
        }
    }

    /// Gives an input its source.
    ///
    /// - Returns: Whether the property is one of sources.
    private func setSource(
        _ property: AudioUnitPropertyID, _ place: UnitPlace, _ data: UnsafeRawBufferPointer
    ) throws(UnitError) -> Bool {
        switch property {
        case kAudioUnitProperty_MakeConnection:
            guard place.scope == .input || place.scope == .global else { throw .invalidScope }
            guard !data.isEmpty else {
                try connect(nil, output: 0, input: place.element)
                return true
            }
            let connection: AudioUnitConnection = try data.value()
            let source = try connection.sourceAudioUnit.map { handle throws(UnitError) in
                try unit(handle)
            }
            try connect(
                source, output: Int(connection.sourceOutputNumber),
                input: Int(connection.destInputNumber))
        case kAudioUnitProperty_SetRenderCallback:
            guard place.scope == .input || place.scope == .global else { throw .invalidScope }
            try setCallback(try callback(data), input: place.element)
        case kAudioOutputUnitProperty_SetInputCallback:
            guard let output = self as? OutputUnit else { throw .invalidProperty }
            output.inputCallback = try callback(data)
        default: return false
        }
        return true
    }

    private func callback(_ data: UnsafeRawBufferPointer) throws(UnitError) -> RenderCallback? {
        guard !data.isEmpty else { return nil }
        let value: AURenderCallbackStruct = try data.value()
        return RenderCallback(value.inputProc, value.inputProcRefCon)
    }

    /// Sets a property of output units.
    ///
    /// - Returns: Whether the property is one of them.
    private func setOutput(
        _ property: AudioUnitPropertyID, _ place: UnitPlace, _ data: UnsafeRawBufferPointer
    ) throws(UnitError) -> Bool {
        switch property {
        case kAudioOutputUnitProperty_EnableIO:
            guard let output = self as? OutputUnit else { throw .invalidProperty }
            try output.enable(data.value(UInt32.self) != 0, place.scope, place.element)
        case kAudioOutputUnitProperty_ChannelMap:
            guard hasChannelMap else { throw .invalidProperty }
            guard data.count.isMultiple(of: 4) else { throw .invalidPropertyValue }
            let map = stride(from: 0, to: data.count, by: 4).map {
                data.loadUnaligned(fromByteOffset: $0, as: Int32.self)
            }
            try setChannelMap(map, element: place.element)
        case kAudioOutputUnitProperty_StartTimestampsAtZero,
            kAUVoiceIOProperty_BypassVoiceProcessing, kAUVoiceIOProperty_VoiceProcessingEnableAGC,
            kAUVoiceIOProperty_VoiceProcessingQuality, kAUVoiceIOProperty_MuteOutput,
            kAUVoiceIOProperty_DuckNonVoiceAudio:
            guard isVoiceProperty(property) else { throw .invalidProperty }
            try keepNumber(data.value(UInt32.self), of: property)
        case kAUVoiceIOProperty_OtherAudioDuckingConfiguration:
            guard let ducking = (self as? OutputUnit)?.ducking else { throw .invalidProperty }
            try ducking.set(data.value())
            listeners.notify(property, .global, 0)
        case kAudioOutputUnitProperty_IsRunning, kAudioOutputUnitProperty_HasIO:
            guard self is OutputUnit else { throw .invalidProperty }
            throw .notWritable
        default: return false
        }
        return true
    }

    private func setPreset(_ preset: AUPreset) throws(UnitError) {
        let name =
            preset.__presetName.map { string(ofCFString: UnsafeRawPointer($0)) } ?? ""
        try choosePreset(preset.presetNumber, name: name)
    }

    /// Takes the values of a preset (`kAudioUnitProperty_ClassInfo`).
    private func restore(_ object: UnsafeRawPointer) throws(UnitError) {
        guard let bytes = propertyListBytes(object),
            let list = try? PropertyListSerialization.propertyList(
                from: Data(bytes), format: nil),
            let entries = list as? [String: Any]
        else { throw .invalidPropertyValue }
        try restore(preset: entries)
    }
}
