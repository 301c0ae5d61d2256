import AudioUnits
import CAudioToolbox
import CoreAudioTypes
import Foundation

// The blocks of units, and the observers of slices.

extension AUAudioUnit {
    /// Adds a block that is called before and after each slice.
    ///
    /// - Returns: The number by which it is removed.
    public func token(byAddingRenderObserver observer: @escaping AURenderObserver) -> Int {
        let token = rendering.add(observer)
        guard let core else { return token }
        nonisolated(unsafe) let observer = observer
        let address = UInt(bitPattern: token)
        core.addRenderNotify(
            RenderCallback(procedure: address, argument: Self.observerMark) {
                flags, time, frameBus, frameCount, _ in
                observer(
                    AudioUnitRenderActionFlags(rawValue: flags.pointee), time, frameCount,
                    Int(frameBus))
                return 0
            })
        return token
    }

    /// Removes a block that is called before and after each slice.
    public func removeRenderObserver(_ token: Int) {
        rendering.removeObserver(token)
        core?.removeRenderNotify(
            procedure: UInt(bitPattern: token), argument: Self.observerMark)
    }

    /// What tells the observers from an app's functions, which have addresses.
    private static let observerMark = UInt.max

    /// Notes that the resources were allocated or freed.
    public func setRenderResourcesAllocated(_ flag: Bool) {
        rendering.forgetBlock()
        lock.withLock { own.isAllocated = flag }
    }

    // MARK: Rendering

    func makeRenderBlock() -> AURenderBlock {
        let unit = self
        guard let core else {
            return { flags, time, frameCount, bus, list, pull in
                guard unit.renderResourcesAllocated else { return UnitError.uninitialized.status }
                guard frameCount <= unit.maximumFramesToRender else {
                    return UnitError.tooManyFrames.status
                }
                guard bus >= 0, bus < unit.outputBusses.count else {
                    return UnitError.invalidElement.status
                }
                return unit.rendering.render(unit, flags, time, frameCount, bus, list, pull)
            }
        }
        let rendering = rendering
        return { flags, time, frameCount, bus, list, pull in
            rendering.pull = pull
            defer { rendering.pull = nil }
            return flags.withMemoryRebound(to: UInt32.self, capacity: 1) { flags in
                do throws(UnitError) {
                    try core.render(
                        flags, time.pointee, bus: bus, frameCount: Int(frameCount),
                        into: UnitBufferList(list))
                    return 0
                } catch { return error.status }
            }
        }
    }

    /// Gives the inputs that have no other source the block of the present slice.
    func supplyInputs(of core: UnitCore) throws(UnitError) {
        guard !(core is OutputUnit) else { return }
        let rendering = rendering
        for input in 0..<core.elementCount(.input) where !core.hasSource(input: input) {
            let callback = RenderCallback { flags, time, frameCount, bus, list in
                guard let pull = rendering.pull else { return UnitError.noConnection.status }
                return pull(flags, time, frameCount, bus, list)
            }
            try core.setCallback(callback, input: input)
        }
    }

    func makeInternalRenderBlock() -> AUInternalRenderBlock {
        guard core != nil else {
            return { _, _, _, _, _, _, _ in UnitError.unimplemented.status }
        }
        let block = makeRenderBlock()
        return { flags, time, frameCount, bus, list, _, pull in
            block(flags, time, frameCount, bus, list, pull)
        }
    }

    // MARK: Scheduling

    func makeScheduleParameterBlock() -> AUScheduleParameterBlock {
        let unit = self
        guard core == nil, node == nil else {
            return { _, _, address, value in
                unit.parameterTree?.parameter(withAddress: address)?.value = value
            }
        }
        return { time, rampFrames, address, value in
            if rampFrames > 0,
                let parameter = unit.parameterTree?.parameter(withAddress: address),
                !parameter.flags.contains(.flag_CanRamp)
            {
                return
            }
            unit.rendering.events.addParameter(time, rampFrames: rampFrames, address, value)
        }
    }

    func makeScheduleMIDIEventBlock() -> AUScheduleMIDIEventBlock? {
        if let send = node?.send {
            return { _, _, length, bytes in
                guard length > 0 else { return }
                send([UInt8](UnsafeBufferPointer(start: bytes, count: length)))
            }
        }
        if let instrument = core as? InstrumentUnit {
            return { time, _, length, bytes in
                instrument.send(
                    [UInt8](UnsafeBufferPointer(start: bytes, count: max(length, 0))),
                    after: Self.delay(of: time))
            }
        }
        if let methods = (core as? AppUnit)?.attachment as? FactoryMethods {
            guard isMusicDeviceOrEffect else { return nil }
            return { time, _, length, bytes in
                methods.send(bytes, length, after: Self.delay(of: time))
            }
        }
        guard core == nil, node == nil, isMusicDeviceOrEffect else { return nil }
        let events = rendering.events
        return { time, cable, length, bytes in
            events.addMIDI(time, cable: cable, length: length, bytes)
        }
    }

    /// The frames into the next slice that a time means; 0 for one that is not relative to it.
    private static func delay(of time: AUEventSampleTime) -> UInt32 {
        let (offset, overflow) = time.subtractingReportingOverflow(AUEventSampleTimeImmediate)
        return overflow || offset >= RenderEventQueue.immediateOffsetMax
            ? 0 : UInt32(max(offset, 0))
    }
}
