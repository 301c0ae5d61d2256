import AudioUnits
public import CAudioToolbox
public import CoreAudioTypes

// Audio units, which <AudioToolbox/AUComponent.h> declares and documents: life, parameters and
// rendering.

@c @implementation
public func AudioUnitInitialize(_ inUnit: AudioUnit!) -> OSStatus {
    if let methods = FactoryMethods.of(inUnit) {
        let status = methods.initialize()
        guard status == noErr else { return status }
    }
    return unitStatus { () throws(UnitError) in try unit(inUnit).initialize() }
}

@c @implementation
public func AudioUnitUninitialize(_ inUnit: AudioUnit!) -> OSStatus {
    let status = FactoryMethods.of(inUnit)?.uninitialize() ?? noErr
    let own = unitStatus { () throws(UnitError) in try unit(inUnit).uninitialize() }
    return own == noErr ? status : own
}

@c @implementation
public func AudioUnitReset(
    _ inUnit: AudioUnit!, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement
) -> OSStatus {
    if let methods = FactoryMethods.of(inUnit) { return methods.reset(inScope, inElement) }
    return unitStatus { () throws(UnitError) in
        let unit = try unit(inUnit)
        _ = try unitScope(inScope)
        unit.reset()
    }
}

@c @implementation
public func AudioOutputUnitStart(_ ci: AudioUnit!) -> OSStatus {
    if let methods = FactoryMethods.of(ci) { return methods.start() }
    return unitStatus { () throws(UnitError) in try outputUnit(ci).start() }
}

@c @implementation
public func AudioOutputUnitStop(_ ci: AudioUnit!) -> OSStatus {
    if let methods = FactoryMethods.of(ci) { return methods.stop() }
    return unitStatus { () throws(UnitError) in try outputUnit(ci).stop() }
}

// MARK: Parameters

@c @implementation
public func AudioUnitGetParameter(
    _ inUnit: AudioUnit!, _ inID: AudioUnitParameterID, _ inScope: AudioUnitScope,
    _ inElement: AudioUnitElement, _ outValue: UnsafeMutablePointer<AudioUnitParameterValue>!
) -> OSStatus {
    if let methods = FactoryMethods.of(inUnit) {
        return methods.parameter(inID, inScope, inElement, outValue)
    }
    return unitStatus { () throws(UnitError) in
        guard let outValue else { throw .missingArgument }
        let parameter = try unit(inUnit).parameter(inID, unitScope(inScope), Int(inElement))
        outValue.pointee = parameter.get()
    }
}

@c @implementation
public func AudioUnitSetParameter(
    _ inUnit: AudioUnit!, _ inID: AudioUnitParameterID, _ inScope: AudioUnitScope,
    _ inElement: AudioUnitElement, _ inValue: AudioUnitParameterValue,
    _ inBufferOffsetInFrames: UInt32
) -> OSStatus {
    if let methods = FactoryMethods.of(inUnit) {
        return methods.setParameter(inID, inScope, inElement, inValue, inBufferOffsetInFrames)
    }
    return unitStatus { () throws(UnitError) in
        try unit(inUnit).setParameter(
            inID, unitScope(inScope), Int(inElement), to: inValue,
            at: Int(inBufferOffsetInFrames))
    }
}

@c @implementation
public func AudioUnitScheduleParameters(
    _ inUnit: AudioUnit!, _ inParameterEvent: UnsafePointer<AudioUnitParameterEvent>!,
    _ inNumParamEvents: UInt32
) -> OSStatus {
    unitStatus { () throws(UnitError) in
        let unit = try unit(inUnit)
        guard let inParameterEvent else { throw .missingArgument }
        for index in 0..<Int(inNumParamEvents) {
            let event = inParameterEvent[index]
            let scope = try unitScope(event.scope)
            if event.eventType == .parameterEvent_Ramped {
                let ramp = event.eventValues.ramp
                try unit.schedule(
                    event.parameter, scope, Int(event.element), from: Int(ramp.startBufferOffset),
                    frameCount: Int(ramp.durationInFrames), startValue: ramp.startValue,
                    endValue: ramp.endValue)
            } else {
                let change = event.eventValues.immediate
                try unit.schedule(
                    event.parameter, scope, Int(event.element), from: Int(change.bufferOffset),
                    frameCount: 0, startValue: change.value, endValue: change.value)
            }
        }
    }
}

// MARK: Rendering

@c @implementation
public func AudioUnitRender(
    _ inUnit: AudioUnit!, _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>!,
    _ inTimeStamp: UnsafePointer<AudioTimeStamp>!, _ inOutputBusNumber: UInt32,
    _ inNumberFrames: UInt32, _ ioData: UnsafeMutablePointer<AudioBufferList>!
) -> OSStatus {
    if let methods = FactoryMethods.of(inUnit), let inTimeStamp, let ioData {
        return methods.render(
            ioActionFlags, inTimeStamp, inOutputBusNumber, inNumberFrames, ioData)
    }
    return unitStatus { () throws(UnitError) in
        let unit = try unit(inUnit)
        guard let inTimeStamp, let ioData else { throw .missingArgument }
        var flags = ioActionFlags?.pointee.rawValue ?? 0
        defer { ioActionFlags?.pointee = AudioUnitRenderActionFlags(rawValue: flags) }
        try unit.render(
            &flags, inTimeStamp.pointee, bus: Int(inOutputBusNumber),
            frameCount: Int(inNumberFrames), into: UnitBufferList(ioData))
    }
}

@c @implementation
public func AudioUnitProcess(
    _ inUnit: AudioUnit!, _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>!,
    _ inTimeStamp: UnsafePointer<AudioTimeStamp>!, _ inNumberFrames: UInt32,
    _ ioData: UnsafeMutablePointer<AudioBufferList>!
) -> OSStatus {
    unitStatus { () throws(UnitError) in
        let unit = try unit(inUnit)
        guard let inTimeStamp, let ioData else { throw .missingArgument }
        try unit.process(
            inTimeStamp.pointee, frameCount: Int(inNumberFrames), in: UnitBufferList(ioData))
    }
}

@c @implementation
public func AudioUnitProcessMultiple(
    _ inUnit: AudioUnit!, _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>!,
    _ inTimeStamp: UnsafePointer<AudioTimeStamp>!, _ inNumberFrames: UInt32,
    _ inNumberInputBufferLists: UInt32,
    _ inInputBufferLists: UnsafeMutablePointer<UnsafePointer<AudioBufferList>?>!,
    _ inNumberOutputBufferLists: UInt32,
    _ ioOutputBufferLists: UnsafeMutablePointer<UnsafeMutablePointer<AudioBufferList>?>!
) -> OSStatus {
    unitStatus { () throws(UnitError) in
        let unit = try unit(inUnit)
        guard let inTimeStamp, let inInputBufferLists, let ioOutputBufferLists else {
            throw .missingArgument
        }
        // The units that process have one input and one output.
        guard inNumberInputBufferLists == 1, inNumberOutputBufferLists == 1,
            let input = inInputBufferLists[0], let output = ioOutputBufferLists[0]
        else { throw .missingArgument }
        let source = UnitBufferList(UnsafeMutablePointer(mutating: input))
        let target = UnitBufferList(output)
        guard source.count == target.count else { throw .missingArgument }
        for index in 0..<source.count {
            let count = min(source[index].mDataByteSize, target[index].mDataByteSize)
            guard let from = source[index].mData, let to = target[index].mData else {
                throw .missingArgument
            }
            to.copyMemory(from: from, byteCount: Int(count))
        }
        try unit.process(inTimeStamp.pointee, frameCount: Int(inNumberFrames), in: target)
    }
}
