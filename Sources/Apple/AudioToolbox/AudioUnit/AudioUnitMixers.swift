import AudioGraph
import AudioUnits
import CAudioToolbox
import CoreAudioTypes

// Properties of mixers: meters, the matrix and places in space.

extension UnitCore {
    /// The size of a property of mixers in bytes, where reading the value would change it; `nil` for
    /// another property.
    func sizeOfMixer(
        _ property: AudioUnitPropertyID, _ place: UnitPlace
    ) throws(UnitError) -> Int? {
        guard property == kAudioUnitProperty_MeterClipping else { return nil }
        _ = try isMetering(place.scope, place.element)
        return MemoryLayout<AudioUnitMeterClipping>.size
    }

    /// The value of a property of mixers; `nil` for another property.
    func valueOfMixer(
        _ property: AudioUnitPropertyID, _ place: UnitPlace
    ) throws(UnitError) -> PropertyValue? {
        switch property {
        case kAudioUnitProperty_MeteringMode:
            return .of(UInt32(try isMetering(place.scope, place.element) ? 1 : 0))
        case kAudioUnitProperty_MeterClipping:
            let seen = try takeClipping(place.scope, place.element)
            var value = AudioUnitMeterClipping()
            value.peakValueSinceLastCall = seen.peak
            value.sawInfinity = DarwinBoolean(seen.sawInfinity)
            value.sawNotANumber = DarwinBoolean(seen.sawNotANumber)
            return .of(value)
        case kAudioUnitProperty_MatrixLevels: return .list(try matrix().levels)
        case kAudioUnitProperty_MatrixDimensions:
            let (inputCount, outputCount) = try matrix().dimensions
            return .list([UInt32(inputCount), UInt32(outputCount)])
        case kAudioUnitProperty_SampleRateConverterComplexity:
            guard component == .converter else { throw .invalidProperty }
            return .of(keptNumber(property))
        default: return try valueOfSpace(property, place)
        }
    }

    /// Sets a property of mixers.
    ///
    /// - Returns: Whether the property is one of them.
    func setMixer(
        _ property: AudioUnitPropertyID, _ place: UnitPlace, _ data: UnsafeRawBufferPointer
    ) throws(UnitError) -> Bool {
        switch property {
        case kAudioUnitProperty_MeteringMode:
            try setMetering(data.value(UInt32.self) != 0, place.scope, place.element)
        case kAudioUnitProperty_MeterClipping:
            _ = try isMetering(place.scope, place.element)
            throw .notWritable
        case kAudioUnitProperty_MatrixLevels, kAudioUnitProperty_MatrixDimensions:
            _ = try matrix()
            throw .notWritable
        case kAudioUnitProperty_SampleRateConverterComplexity:
            guard component == .converter else { throw .invalidProperty }
            try keepNumber(data.value(), of: property)
        default: return try setSpace(property, place, data)
        }
        return true
    }

    private func matrix() throws(UnitError) -> MatrixUnit {
        guard let unit = self as? MatrixUnit else { throw .invalidProperty }
        return unit
    }

    // MARK: Space

    private func space() throws(UnitError) -> SpatialUnit {
        guard let unit = self as? SpatialUnit else { throw .invalidProperty }
        return unit
    }

    private func valueOfSpace(
        _ property: AudioUnitPropertyID, _ place: UnitPlace
    ) throws(UnitError) -> PropertyValue? {
        switch property {
        case kAudioUnitProperty_SpatializationAlgorithm:
            return .of(try space().placement(place.scope, place.element).algorithm)
        case kAudioUnitProperty_SpatialMixerRenderingFlags:
            return .of(try space().placement(place.scope, place.element).flags)
        case kAudioUnitProperty_SpatialMixerSourceMode:
            return .of(try space().placement(place.scope, place.element).sourceMode)
        case kAudioUnitProperty_SpatialMixerPointSourceInHeadMode:
            return .of(try space().placement(place.scope, place.element).inHeadMode)
        case kAudioUnitProperty_SpatialMixerAttenuationCurve:
            return .of(try space().placement(place.scope, place.element).curve)
        case kAudioUnitProperty_SpatialMixerDistanceParams:
            let placement = try space().placement(place.scope, place.element)
            return .of(
                MixerDistanceParams(
                    mReferenceDistance: placement.referenceDistance,
                    mMaxDistance: placement.maximumDistance,
                    mMaxAttenuation: placement.maximumAttenuation))
        case kAudioUnitProperty_ReverbRoomType:
            return .of(try space().reverbRoom)
        case kAudioUnitProperty_UsesInternalReverb:
            return .of(UInt32(try space().hasReverb ? 1 : 0))
        case kAudioUnitProperty_SpatialMixerOutputType,
            kAudioUnitProperty_SpatialMixerEnableHeadTracking,
            kAudioUnitProperty_SpatialMixerPersonalizedHRTFMode:
            return .of(try space().keptNumber(property))
        default: return nil
        }
    }

    private func setSpace(
        _ property: AudioUnitPropertyID, _ place: UnitPlace, _ data: UnsafeRawBufferPointer
    ) throws(UnitError) -> Bool {
        switch property {
        case kAudioUnitProperty_SpatializationAlgorithm:
            try setPlacement(place, data, 0...7, \.algorithm)
        case kAudioUnitProperty_SpatialMixerRenderingFlags:
            try setPlacement(place, data, 0...UInt32.max, \.flags)
        case kAudioUnitProperty_SpatialMixerSourceMode:
            try setPlacement(place, data, 0...3, \.sourceMode)
        case kAudioUnitProperty_SpatialMixerPointSourceInHeadMode:
            try setPlacement(place, data, 0...1, \.inHeadMode)
        case kAudioUnitProperty_SpatialMixerAttenuationCurve:
            try setPlacement(place, data, 0...3, \.curve)
        case kAudioUnitProperty_SpatialMixerDistanceParams:
            let unit = try space()
            let value: MixerDistanceParams = try data.value()
            let numbers = [value.mReferenceDistance, value.mMaxDistance, value.mMaxAttenuation]
            guard numbers.allSatisfy(\.isFinite), value.mReferenceDistance >= 0,
                value.mMaxDistance >= value.mReferenceDistance
            else { throw .invalidPropertyValue }
            try unit.changePlacement(place.scope, place.element) { placement in
                placement.referenceDistance = value.mReferenceDistance
                placement.maximumDistance = value.mMaxDistance
                placement.maximumAttenuation = value.mMaxAttenuation
            }
        case kAudioUnitProperty_ReverbRoomType:
            try space().setReverbRoom(data.value())
        case kAudioUnitProperty_UsesInternalReverb:
            let unit = try space()
            unit.hasReverb = try data.value(UInt32.self) != 0
        case kAudioUnitProperty_SpatialMixerOutputType,
            kAudioUnitProperty_SpatialMixerEnableHeadTracking,
            kAudioUnitProperty_SpatialMixerPersonalizedHRTFMode:
            try space().keepNumber(data.value(), of: property)
            return true
        default: return false
        }
        listeners.notify(property, place.scope, place.element)
        return true
    }

    private func setPlacement(
        _ place: UnitPlace, _ data: UnsafeRawBufferPointer, _ valid: ClosedRange<UInt32>,
        _ path: WritableKeyPath<SpatialInputPlacement, UInt32>
    ) throws(UnitError) {
        let unit = try space()
        let value: UInt32 = try data.value()
        guard valid.contains(value) else { throw .invalidPropertyValue }
        try unit.changePlacement(place.scope, place.element) { $0[keyPath: path] = value }
    }
}
