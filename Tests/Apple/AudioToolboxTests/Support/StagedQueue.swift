import AudioModel
import AudioToolbox
import Simulation
import SoundPolicy
import Synchronization
import TestSupport

/// An output queue of floats at the stage's rate, so that the output equals what was enqueued,
/// frame by frame; and a log of its callbacks.
///
/// Ownership: the test's thread, which runs the simulated phone and its callbacks.
final class StagedQueue: @unchecked Sendable {
    enum Event: Equatable {
        /// A buffer came back, by its number from zero.
        case done(Int)
        case isRunning(UInt32)
    }

    let stage: SimulatedStage
    let app: StagedApp
    private(set) var queue: AudioQueueRef!
    private(set) var buffers: [AudioQueueBufferRef] = []
    private(set) var events: [Event] = []
    private(set) var times: [Double] = []
    private(set) var threads: [SimulatedThread?] = []
    /// What the callback does beside noting the call.
    var whenDone: (StagedQueue, AudioQueueBufferRef) -> Void = { _, _ in }
    let channels: Int

    /// Full volume, so that gains are one.
    static func stage() -> SimulatedStage {
        var configuration = PolicyConfiguration()
        configuration.mediaVolume = 1
        return SimulatedStage(configuration)
    }

    init(
        _ app: StagedApp, on stage: SimulatedStage, channels: Int = 1, sampleRate: Double = 48_000,
        runLoop: CFRunLoop? = CFRunLoopGetMain(), format: AudioStreamBasicDescription? = nil
    ) {
        self.stage = stage
        self.app = app
        self.channels = channels
        var format = format ?? .floats(sampleRate, channels: UInt32(channels))
        let status = app.run {
            AudioQueueNewOutput(
                &format, stagedQueueCallback, Unmanaged.passUnretained(self).toOpaque(), runLoop,
                nil, 0, &queue)
        }
        precondition(status == noErr, "a queue: \(status)")
        AudioQueueAddPropertyListener(
            queue, kAudioQueueProperty_IsRunning,
            { context, queue, _ in
                let log = Unmanaged<StagedQueue>.fromOpaque(context!).takeUnretainedValue()
                log.note(.isRunning(isRunning(queue)))
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        app.run { _ = AudioQueueDispose(queue, true) }
    }

    private func note(_ event: Event) {
        events.append(event)
        times.append(stage.now.seconds)
        threads.append(SimulatedThread.current)
    }

    fileprivate func done(_ buffer: AudioQueueBufferRef) {
        note(.done(buffers.firstIndex(of: buffer) ?? -1))
        whenDone(self, buffer)
    }

    /// Buffers that came back, in order.
    var done: [Int] { events.compactMap { if case .done(let index) = $0 { index } else { nil } } }

    /// Makes a buffer and fills it.
    func buffer(_ samples: [Float]) -> AudioQueueBufferRef { buffer(bytes: samples.bytes) }

    private func buffer(bytes: [UInt8]) -> AudioQueueBufferRef {
        var buffer: AudioQueueBufferRef!
        let status = AudioQueueAllocateBuffer(queue, UInt32(bytes.count), &buffer)
        precondition(status == noErr, "a buffer: \(status)")
        buffer.pointee.mAudioData.copyMemory(from: bytes, byteCount: bytes.count)
        buffer.pointee.mAudioDataByteSize = UInt32(bytes.count)
        buffers.append(buffer)
        return buffer
    }

    /// Enqueues a new buffer of one value.
    @discardableResult
    func add(_ value: Float, frames: Int) -> AudioQueueBufferRef {
        add([Float](repeating: value, count: frames * channels))
    }

    @discardableResult
    func add(_ samples: [Float]) -> AudioQueueBufferRef { add(bytes: samples.bytes) }

    /// Enqueues a new buffer of bytes in the queue's format.
    @discardableResult
    func add(bytes: [UInt8]) -> AudioQueueBufferRef {
        let buffer = buffer(bytes: bytes)
        let status = app.run { AudioQueueEnqueueBuffer(queue, buffer, 0, nil) }
        precondition(status == noErr, "enqueued: \(status)")
        return buffer
    }

    /// Enqueues a new buffer and returns when it is to start.
    func add(
        _ value: Float, frames: Int, at time: Double? = nil, trimStart: UInt32 = 0,
        trimEnd: UInt32 = 0, parameters: [AudioQueueParameterEvent] = []
    ) -> Double {
        let buffer = buffer([Float](repeating: value, count: frames * channels))
        var start = AudioTimeStamp()
        start.mSampleTime = time ?? 0
        start.mFlags = .sampleTimeValid
        var actual = AudioTimeStamp()
        let status = app.run {
            withUnsafePointer(to: start) { start in
                AudioQueueEnqueueBufferWithParameters(
                    queue, buffer, 0, nil, trimStart, trimEnd, UInt32(parameters.count), parameters,
                    time == nil ? nil : start, &actual)
            }
        }
        precondition(status == noErr, "enqueued: \(status)")
        return actual.mSampleTime
    }

    @discardableResult
    func start() -> OSStatus { app.run { AudioQueueStart(queue, nil) } }

    /// Starts the queue, and lets time pass.
    func play(for milliseconds: Int64) {
        start()
        pass(milliseconds)
    }

    /// Plays what is enqueued to its end, within a time.
    func playToEnd(within milliseconds: Int64) {
        start()
        stop(false)
        pass(milliseconds)
    }

    @discardableResult
    func stop(_ immediately: Bool) -> OSStatus { app.run { AudioQueueStop(queue, immediately) } }

    @discardableResult
    func pause() -> OSStatus { app.run { AudioQueuePause(queue) } }

    func setParameter(_ parameter: AudioQueueParameterID, _ value: Float) {
        app.run { _ = AudioQueueSetParameter(queue, parameter, value) }
    }

    func set(_ property: AudioQueuePropertyID, _ value: UInt32) -> OSStatus {
        withUnsafeBytes(of: value) { AudioQueueSetProperty(queue, property, $0.baseAddress!, 4) }
    }

    /// Frames of the queue's time; `nil` while it has none.
    var time: Double? {
        var stamp = AudioTimeStamp()
        let status = AudioQueueGetCurrentTime(queue, nil, &stamp, nil)
        return status == noErr ? stamp.mSampleTime : nil
    }

    var isRunningNow: UInt32 { isRunning(queue) }

    func pass(_ milliseconds: Int64) {
        stage.advance(by: .milliseconds(milliseconds))
    }

    /// The left side's samples from a time on, in milliseconds.
    func heard(from start: Int, to end: Int, side: Int = 0) -> [Float] {
        app.channel(side, start * 48..<end * 48)
    }
}

let stagedQueueCallback: AudioQueueOutputCallback = { context, _, buffer in
    Unmanaged<StagedQueue>.fromOpaque(context!).takeUnretainedValue().done(buffer)
}

/// The queue's `kAudioQueueProperty_IsRunning`; 99 when it has none.
func isRunning(_ queue: AudioQueueRef) -> UInt32 {
    var value: UInt32 = 99
    var size = UInt32(MemoryLayout<UInt32>.size)
    AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &value, &size)
    return value
}
