package import AudioEffects
package import AudioGraph
import AudioModel
package import CoreAudioTypes
import Foundation
import Synchronization

/// What an app's own unit does, for its kernel. All of it calls code of the app.
package struct AppUnitCalls: Sendable {
    package typealias Flags = UnsafeMutablePointer<UInt32>
    package typealias Pull = (
        _ flags: Flags, _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: UInt32, _ bus: Int,
        _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus

    /// Gives the unit its formats and allocates; returns whether it can render.
    package var allocate:
        @Sendable (_ sampleRate: Double, _ channelCount: Int, _ maximumFrameCount: Int) -> Bool
    package var render:
        @Sendable (
            _ flags: Flags, _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: UInt32,
            _ list: UnsafeMutablePointer<AudioBufferList>, _ pull: Pull?
        ) -> OSStatus
    package var reset: @Sendable () -> Void
    /// Returns the processing delay in seconds.
    package var latency: @Sendable () -> Double
    package var isBypassed: @Sendable () -> Bool
    package var setBypassed: @Sendable (Bool) -> Void
    /// Sends a MIDI message, some frames into the next slice; returns whether the unit takes MIDI.
    package var sendMIDI: @Sendable (_ bytes: [UInt8], _ delay: Int) -> Bool

    package init(
        allocate: @escaping @Sendable (Double, Int, Int) -> Bool,
        render:
            @escaping @Sendable (
                Flags, UnsafePointer<AudioTimeStamp>, UInt32, UnsafeMutablePointer<AudioBufferList>,
                Pull?
            ) -> OSStatus,
        reset: @escaping @Sendable () -> Void, latency: @escaping @Sendable () -> Double,
        isBypassed: @escaping @Sendable () -> Bool,
        setBypassed: @escaping @Sendable (Bool) -> Void,
        sendMIDI: @escaping @Sendable ([UInt8], Int) -> Bool = { _, _ in false }
    ) {
        self.allocate = allocate
        self.render = render
        self.reset = reset
        self.latency = latency
        self.isBypassed = isBypassed
        self.setBypassed = setBypassed
        self.sendMIDI = sendMIDI
    }
}

/// The kernel of an app's own unit: an effect, a change of speed, or a source.
///
/// The unit's code runs on the thread that renders the graph, which is never the device's. It is
/// not called by `prepare`, which holds locks of the engine's: `allocate` calls it, or else the
/// first slice. A unit that fails is silent.
///
/// Ownership: `prepare` and the thread that renders, one at a time; a lock guards the allocation.
package final class AppUnitKernel: @unchecked Sendable, TimedEffect, TimeEffect, GraphSource,
    Bypassable
{
    private struct Format: Equatable {
        var sampleRate: Double
        var channelCount: Int
        var maximumFrameCount: Int
    }

    private let calls: AppUnitCalls
    /// Called before each slice, on the thread that renders.
    package typealias SliceHook =
        @Sendable (
            _ time: RenderTime, _ frameCount: Int, _ sampleRate: Double
        ) -> Void

    private let sliceHook = Mutex<SliceHook?>(nil)
    private let lock = NSRecursiveLock()
    private var format: Format?
    /// The format of the unit's present resources; `nil` when it could not allocate.
    private var allocated: Format?
    private var isAllocationDone = false
    private var needsReset = false

    private var input: PlanarBuffer?
    private var list: UnitBufferList?
    /// The frames of `input` that are there, and those that the unit has taken.
    private var inputCount = 0
    private var takenCount = 0
    /// The frames that the unit has asked for in this slice.
    private var wantedCount = 0
    private var nextSampleTime: Int64 = 0
    private let queue = AppUnitQueue()
    private var takesQueue = false

    package init(_ calls: AppUnitCalls) { self.calls = calls }

    deinit { list?.deallocate() }

    // MARK: Control

    package func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        lock.withLock {
            let wanted = Format(
                sampleRate: sampleRate, channelCount: channelCount,
                maximumFrameCount: maximumFrameCount)
            isAllocationDone = allocated == wanted
            guard format != wanted else { return }
            format = wanted
            input = PlanarBuffer(channelCount: channelCount, capacity: maximumFrameCount)
            list?.deallocate()
            list = UnitBufferList.allocate(count: channelCount)
            queue.prepare(channelCount: channelCount)
        }
    }

    /// Lets the unit allocate for the prepared format, unless it has. Without locks of the engine's.
    package func allocate() {
        lock.withLock {
            guard let format, !isAllocationDone else { return }
            isAllocationDone = true
            let isDone = calls.allocate(
                format.sampleRate, format.channelCount, format.maximumFrameCount)
            allocated = isDone ? format : nil
        }
    }

    /// Lets the unit allocate for a format.
    ///
    /// - Returns: Whether it can render.
    func allocate(_ format: GraphFormat, maximumFrameCount: Int) -> Bool {
        prepare(
            sampleRate: format.sampleRate, channelCount: format.channelCount,
            maximumFrameCount: maximumFrameCount)
        allocate()
        return lock.withLock { allocated != nil }
    }

    package var latencyFrames: Int {
        let rate = lock.withLock { format?.sampleRate ?? 0 }
        let frames = (calls.latency() * rate).rounded()
        return Int(exactly: frames).map { max($0, 0) } ?? 0
    }

    package var isBypassed: Bool {
        get { calls.isBypassed() }
        set { calls.setBypassed(newValue) }
    }

    /// Sends a MIDI message, some frames into the next slice.
    ///
    /// - Returns: Whether the unit takes MIDI.
    @discardableResult
    package func sendMIDI(_ bytes: [UInt8], after delay: Int) -> Bool {
        calls.sendMIDI(bytes, delay)
    }

    /// Sets what is called before each slice, such as a sequencer's part that sends messages.
    package func setSliceHook(_ hook: SliceHook?) { sliceHook.withLock { $0 = hook } }

    /// Drops what sounds on, with the next slice.
    package func reset() {
        lock.withLock {
            needsReset = true
            queue.clear()
        }
    }

    // MARK: An effect

    package func process(_ samples: PlanarSamples, frameCount: Int) {
        process(
            samples, frameCount: frameCount,
            at: RenderTime(sampleTime: nextSampleTime, hostTime: nil))
    }

    package func process(_ samples: PlanarSamples, frameCount: Int, at time: RenderTime) {
        guard let input, let format, frameCount <= input.capacity else { return }
        for channel in 0..<format.channelCount {
            input.samples[channel].update(from: samples[channel], count: frameCount)
        }
        inputCount = frameCount
        takesQueue = false
        _ = renderUnit(samples, frameCount: frameCount, at: time, pullsInput: true)
    }

    // MARK: A source

    package func render(_ output: PlanarSamples, frameCount: Int, at time: RenderTime) -> Bool {
        renderUnit(output, frameCount: frameCount, at: time, pullsInput: false)
    }

    // MARK: A change of speed

    package func neededInputFrames(for outputFrameCount: Int) -> Int {
        queue.neededFrames(for: outputFrameCount)
    }

    package func append(_ input: PlanarSamples, frameCount: Int) {
        queue.append(input, frameCount)
    }

    package func read(_ output: PlanarSamples, frameCount: Int) {
        takesQueue = true
        let time = RenderTime(sampleTime: nextSampleTime, hostTime: nil)
        _ = renderUnit(output, frameCount: frameCount, at: time, pullsInput: true)
        queue.note(wanted: wantedCount, for: frameCount)
    }

    // MARK: Rendering

    /// - Returns: Whether all frames are silence.
    private func renderUnit(
        _ output: PlanarSamples, frameCount: Int, at time: RenderTime, pullsInput: Bool
    ) -> Bool {
        nextSampleTime = time.sampleTime + Int64(frameCount)
        allocate()
        guard let format, let list, allocated == format else {
            return silence(output, from: 0, to: frameCount)
        }
        if lock.withLock({ () -> Bool in
            defer { needsReset = false }
            return needsReset
        }) {
            calls.reset()
        }
        list.setCount(format.channelCount)
        let byteCount = UInt32(frameCount * MemoryLayout<Float>.stride)
        for channel in 0..<format.channelCount {
            list[channel] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: byteCount, mData: output[channel])
            if !pullsInput { output[channel].update(repeating: 0, count: frameCount) }
        }
        (takenCount, wantedCount) = (0, 0)
        sliceHook.withLock { $0 }?(time, frameCount, format.sampleRate)
        var flags: UInt32 = 0
        var stamp = AudioTimeStamp(time, rate: format.sampleRate)
        var pull: AppUnitCalls.Pull?
        if pullsInput {
            pull = { self.pull($0, $1, $2, $3, $4) }
        }
        let status = calls.render(&flags, &stamp, UInt32(frameCount), list.pointer, pull)
        guard status == 0, list.count == format.channelCount else {
            return silence(output, from: 0, to: frameCount)
        }
        var written = frameCount
        for channel in 0..<format.channelCount {
            let buffer = list[channel]
            written = min(written, Int(buffer.mDataByteSize) / MemoryLayout<Float>.stride)
            guard let memory = buffer.mData else {
                return silence(output, from: 0, to: frameCount)
            }
            if memory != UnsafeMutableRawPointer(output[channel]) {
                output[channel].update(
                    from: memory.assumingMemoryBound(to: Float.self), count: written)
            }
        }
        if written < frameCount { _ = silence(output, from: written, to: frameCount) }
        return flags & RenderFlags.outputIsSilence != 0
    }

    private func silence(_ output: PlanarSamples, from first: Int, to end: Int) -> Bool {
        for channel in 0..<(format?.channelCount ?? 0) {
            (output[channel] + first).update(repeating: 0, count: end - first)
        }
        return true
    }

    /// Gives the unit frames of its input.
    private func pull(
        _ flags: AppUnitCalls.Flags, _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: UInt32,
        _ bus: Int, _ pointer: UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus {
        guard bus == 0 else { return UnitError.noConnection.status }
        let target = UnitBufferList(pointer)
        let count = Int(frameCount)
        guard let format, let input, target.count == format.channelCount else {
            return UnitError.missingArgument.status
        }
        guard count <= format.maximumFrameCount else { return UnitError.tooManyFrames.status }
        wantedCount += count
        if takesQueue {
            queue.take(count, into: input.samples)
            (inputCount, takenCount) = (count, 0)
        }
        let ready = min(count, inputCount - takenCount)
        for channel in 0..<format.channelCount {
            let source = input.samples[channel] + takenCount
            let byteCount = count * MemoryLayout<Float>.stride
            if target[channel].mData == nil, ready == count {
                target[channel].mData = UnsafeMutableRawPointer(source)
            } else {
                guard let memory = target[channel].mData,
                    Int(target[channel].mDataByteSize) >= byteCount
                else { return UnitError.missingArgument.status }
                let floats = memory.assumingMemoryBound(to: Float.self)
                floats.update(from: source, count: ready)
                (floats + ready).update(repeating: 0, count: count - ready)
            }
            target[channel].mDataByteSize = UInt32(byteCount)
        }
        takenCount += ready
        return 0
    }
}

/// The input of an app's own unit that changes the speed: the number of frames that it takes is
/// known only afterwards, so the next slice's is guessed from the last.
///
/// Ownership: the thread that renders, and `prepare`.
private final class AppUnitQueue: @unchecked Sendable {
    private var channels: [[Float]] = []
    private var framesPerFrame = 1.0

    private static let framesPerFrameMax = 32.0

    func prepare(channelCount: Int) {
        channels = [[Float]](repeating: [], count: channelCount)
        framesPerFrame = 1
    }

    func clear() {
        for channel in channels.indices { channels[channel].removeAll(keepingCapacity: true) }
    }

    func neededFrames(for outputFrameCount: Int) -> Int {
        let wanted = (Double(outputFrameCount) * framesPerFrame).rounded(.up)
        return max(Int(wanted) - (channels.first?.count ?? Int(wanted)), 0)
    }

    func append(_ input: PlanarSamples, _ frameCount: Int) {
        for channel in channels.indices {
            channels[channel] += UnsafeBufferPointer(start: input[channel], count: frameCount)
        }
    }

    /// Takes frames; silence for those that are not there.
    func take(_ count: Int, into output: PlanarSamples) {
        for channel in channels.indices {
            let ready = min(count, channels[channel].count)
            for frame in 0..<ready { output[channel][frame] = channels[channel][frame] }
            (output[channel] + ready).update(repeating: 0, count: count - ready)
            channels[channel].removeFirst(ready)
        }
    }

    func note(wanted: Int, for frameCount: Int) {
        guard frameCount > 0 else { return }
        framesPerFrame = min(Double(wanted) / Double(frameCount), Self.framesPerFrameMax)
    }
}
