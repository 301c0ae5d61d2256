import AudioModel
import AudioUnits
public import CAudioToolbox
public import CoreAudioTypes
import Foundation

// Properties of audio units: what can be read, and how large it is.

@c @implementation
public func AudioUnitGetProperty(
    _ inUnit: AudioUnit!, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope,
    _ inElement: AudioUnitElement, _ outData: UnsafeMutableRawPointer!,
    _ ioDataSize: UnsafeMutablePointer<UInt32>!
) -> OSStatus {
    if let methods = FactoryMethods.of(inUnit) {
        return methods.property(inID, inScope, inElement, outData, ioDataSize)
    }
    return unitStatus { () throws(UnitError) in
        let unit = try unit(inUnit)
        guard let ioDataSize else { throw .missingArgument }
        let place = UnitPlace(scope: try unitScope(inScope), element: Int(inElement))
        let value = try unit.value(of: inID, place)
        // Without a buffer an app asks for the size.
        guard let outData else { return ioDataSize.pointee = UInt32(clamping: value.byteCount) }
        try value.write(to: outData, ioDataSize, orThrow: UnitError.missingArgument)
    }
}

func unitPropertyInfo(
    _ inUnit: AudioUnit?, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope,
    _ inElement: AudioUnitElement, _ outDataSize: UnsafeMutablePointer<UInt32>?,
    setWritable: (Bool) -> Void
) -> OSStatus {
    if let methods = FactoryMethods.of(inUnit) {
        return methods.propertyInfo(inID, inScope, inElement, outDataSize, setWritable)
    }
    return unitStatus { () throws(UnitError) in
        let unit = try unit(inUnit)
        let place = UnitPlace(scope: try unitScope(inScope), element: Int(inElement))
        let size = try unit.size(of: inID, place)
        outDataSize?.pointee = UInt32(clamping: size)
        setWritable(unit.isWritable(inID, place))
    }
}

/// A scope and one of its elements.
struct UnitPlace: Hashable {
    var scope: UnitScope
    var element: Int
}

extension UnitCore {
    /// The size of a property in bytes.
    fileprivate func size(
        of property: AudioUnitPropertyID, _ place: UnitPlace
    ) throws(UnitError) -> Int {
        if let size = try sizeOfPlayer(property) { return size }
        if let size = try sizeOfInstrument(property) { return size }
        if let size = try sizeOfMixer(property, place) { return size }
        switch property {
        // Properties that can only be set.
        case kAudioUnitProperty_MakeConnection:
            try checkElement(.input, place.element)
            return MemoryLayout<AudioUnitConnection>.size
        case kAudioUnitProperty_SetRenderCallback, kAudioOutputUnitProperty_SetInputCallback:
            return MemoryLayout<AURenderCallbackStruct>.size
        // Reading the value clears it.
        case kAudioUnitProperty_LastRenderError: return MemoryLayout<OSStatus>.size
        default: return try value(of: property, place).byteCount
        }
    }

    /// Whether a property that exists can be set.
    fileprivate func isWritable(_ property: AudioUnitPropertyID, _ place: UnitPlace) -> Bool {
        switch property {
        case kAudioUnitProperty_ParameterList, kAudioUnitProperty_ParameterInfo,
            kAudioUnitProperty_CPULoad, kAudioUnitProperty_Latency, kAudioUnitProperty_TailTime,
            kAudioUnitProperty_SupportedNumChannels, kAudioUnitProperty_LastRenderError,
            kAudioUnitProperty_FactoryPresets, kAudioUnitProperty_LastRenderSampleTime,
            kAudioUnitProperty_ParameterValueStrings, kAudioOutputUnitProperty_IsRunning,
            kAudioOutputUnitProperty_HasIO, kAudioUnitProperty_CurrentPlayTime,
            kMusicDeviceProperty_InstrumentCount, kAudioUnitProperty_MatrixLevels,
            kAudioUnitProperty_MatrixDimensions, kAudioUnitProperty_MeterClipping:
            false
        case kAudioUnitProperty_StreamFormat, kAudioUnitProperty_SampleRate:
            isFormatSettable(place.scope, place.element)
        case kAudioUnitProperty_ElementCount: isElementCountWritable(place.scope)
        default: true
        }
    }

    /// The value of a property.
    ///
    /// - Throws: `invalidProperty`, `invalidScope`, `invalidElement`.
    fileprivate func value(
        of property: AudioUnitPropertyID, _ place: UnitPlace
    ) throws(UnitError) -> PropertyValue {
        if let value = try valueOfOutput(property, place) { return value }
        if let value = try valueOfParameters(property, place) { return value }
        if let value = try valueOfPlayer(property) { return value }
        if let value = try valueOfInstrument(property) { return value }
        if let value = try valueOfMixer(property, place) { return value }
        switch property {
        case kAudioUnitProperty_ClassInfo, kAudioUnitProperty_ClassInfoFromDocument:
            return .object(NSDictionary(dictionary: presetList))
        case kAudioUnitProperty_SampleRate:
            return .of(try format(place.scope, place.element).sampleRate)
        case kAudioUnitProperty_StreamFormat:
            return .of(AudioStreamBasicDescription(try format(place.scope, place.element)))
        case kAudioUnitProperty_ElementCount:
            return .of(UInt32(elementCount(place.scope)))
        case kAudioUnitProperty_CPULoad: return .of(load)
        case kAudioUnitProperty_Latency: return .of(latency)
        case kAudioUnitProperty_TailTime: return .of(Float64(0))
        case kAudioUnitProperty_SupportedNumChannels:
            return .list([AUChannelInfo(inChannels: -1, outChannels: -1)])
        case kAudioUnitProperty_MaximumFramesPerSlice: return .of(UInt32(maximumFrames))
        case kAudioUnitProperty_BypassEffect:
            guard let isBypassed else { throw .invalidProperty }
            return .of(UInt32(isBypassed ? 1 : 0))
        case kAudioUnitProperty_LastRenderError: return .of(takeLastRenderError().status)
        case kAudioUnitProperty_LastRenderSampleTime: return .of(lastSampleTime)
        case kAudioUnitProperty_FactoryPresets:
            guard !factoryPresets.isEmpty, let list = FactoryPresetList.array(factoryPresets) else {
                throw .invalidProperty
            }
            return .object(list)
        case kAudioUnitProperty_PresentPreset:
            return preset(presentPreset)
        case kAudioUnitProperty_NickName: return .text(nickname)
        case kAudioUnitProperty_RenderQuality, kAudioUnitProperty_OfflineRender,
            kAudioUnitProperty_ShouldAllocateBuffer, kAudioUnitProperty_InPlaceProcessing:
            return .of(keptNumber(property))
        default: throw .invalidProperty
        }
    }

    private func preset(_ preset: UnitPresetName) -> PropertyValue {
        var value = AUPreset()
        value.presetNumber = preset.number
        let offset = MemoryLayout<AUPreset>.size - MemoryLayout<UnsafeRawPointer?>.size
        return .structure(
            withUnsafeBytes(of: value) { Array($0) }, texts: [(offset, preset.name as NSString)])
    }

    /// The values of output units.
    ///
    /// - Returns: `nil` for a property of other units.
    private func valueOfOutput(
        _ property: AudioUnitPropertyID, _ place: UnitPlace
    ) throws(UnitError) -> PropertyValue? {
        switch property {
        case kAudioOutputUnitProperty_IsRunning:
            guard let output = self as? OutputUnit else { throw .invalidProperty }
            return .of(UInt32(output.isRunning ? 1 : 0))
        case kAudioOutputUnitProperty_EnableIO:
            guard let output = self as? OutputUnit else { throw .invalidProperty }
            return .of(UInt32(try output.isEnabled(place.scope, place.element) ? 1 : 0))
        case kAudioOutputUnitProperty_HasIO:
            guard self is OutputUnit else { throw .invalidProperty }
            let format = try format(place.element == 1 ? .input : .output, place.element)
            return .of(UInt32(format.channelCount > 0 ? 1 : 0))
        case kAudioOutputUnitProperty_ChannelMap:
            guard hasChannelMap else { throw .invalidProperty }
            return .list(channelMap(element: place.element))
        case kAudioOutputUnitProperty_StartTimestampsAtZero,
            kAUVoiceIOProperty_BypassVoiceProcessing, kAUVoiceIOProperty_VoiceProcessingEnableAGC,
            kAUVoiceIOProperty_VoiceProcessingQuality, kAUVoiceIOProperty_MuteOutput,
            kAUVoiceIOProperty_DuckNonVoiceAudio:
            guard isVoiceProperty(property) else { throw .invalidProperty }
            return .of(keptNumber(property))
        case kAUVoiceIOProperty_OtherAudioDuckingConfiguration:
            guard let settings = (self as? OutputUnit)?.ducking?.settings else {
                throw .invalidProperty
            }
            return .of(AUVoiceIOOtherAudioDuckingConfiguration(settings))
        default: return nil
        }
    }

    /// Whether the unit has a number of output units, or of voice processors.
    func isVoiceProperty(_ property: AudioUnitPropertyID) -> Bool {
        guard self is OutputUnit else { return false }
        return property == kAudioOutputUnitProperty_StartTimestampsAtZero
            || component == .voiceProcessingIO
    }

    /// The values of parameters.
    ///
    /// - Returns: `nil` for another property.
    private func valueOfParameters(
        _ property: AudioUnitPropertyID, _ place: UnitPlace
    ) throws(UnitError) -> PropertyValue? {
        switch property {
        case kAudioUnitProperty_ParameterList:
            try checkElement(place.scope, 0)
            return .list(parameters(place.scope, 0).map(\.id))
        case kAudioUnitProperty_ParameterInfo:
            // The element is the parameter's number.
            try checkElement(place.scope, 0)
            guard
                let found = parameters(place.scope, 0).first(where: { $0.id == place.element })
            else { throw .invalidParameter }
            return found.info
        default: return nil
        }
    }
}

extension UnitParameter {
    /// The parameter in C's form; the app releases its name.
    fileprivate var info: PropertyValue {
        var info = AudioUnitParameterInfo()
        withUnsafeMutableBytes(of: &info.name) { bytes in
            // A NUL ends the name.
            for (index, byte) in name.utf8.prefix(bytes.count - 1).enumerated() {
                bytes[index] = byte
            }
        }
        info.unit = unit
        info.minValue = range.lowerBound
        info.maxValue = range.upperBound
        info.defaultValue = defaultValue
        info.flags = [
            .flag_IsReadable, .flag_HasCFNameString, .flag_CFNameRelease,
        ]
        info.flags.insert(isReadOnly ? .flag_MeterReadOnly : .flag_IsWritable)
        if canRamp { info.flags.insert(.flag_CanRamp) }
        let offset = MemoryLayout<AudioUnitParameterInfo>.offset(of: \.__cfNameString) ?? 0
        return .structure(
            withUnsafeBytes(of: info) { Array($0) }, texts: [(offset, name as NSString)])
    }
}
