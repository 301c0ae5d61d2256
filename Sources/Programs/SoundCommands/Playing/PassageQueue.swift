import AudioModel
import AudioToolbox
import CommandLineTool
import CoreAudioTypes
import Dispatch
import HostLinux
import Playback
import SoundClient
import Synchronization

/// An audio queue that plays tracks: the queue's callback decodes each buffer.
///
/// Ownership: one thread calls its methods; a mutex guards what the queue's callback uses on a
/// thread of its own.
final class PassageQueue: @unchecked Sendable {
    private let path: String
    private let state: Mutex<State>
    private var queue: AudioQueueRef?
    private var renderBuffer: AudioQueueBufferRef?
    /// Time until the device has played what it has read.
    private let drainTime: @Sendable () -> HostInterval

    /// What the callback decodes from.
    ///
    /// Ownership: the mutex that holds it.
    private struct State: @unchecked Sendable {
        var reader: TrackSequence
        let tracks: PlayListTracks?
        /// The factor of the samples of the track at a place; `nil` for unchanged samples.
        let gain: (@Sendable (Int) -> Float)?
        /// Frames that have been decoded.
        var filledCount = 0
        var bytesPerFrame: UInt32
        var enqueuedCount = 0
        /// The last known number of frames that the device has read.
        var playedCount: Int64 = 0
        var isDisposedOf = false
        /// Time at which the last frame has been heard; `nil` before the device has read it.
        var drainedAt: HostTime?

        var isReadOut: Bool { reader.isAtEnd || isDisposedOf }
        var isEmpty: Bool { isReadOut && enqueuedCount == 0 }

        /// - Returns: Whether the buffer has frames and must be enqueued.
        mutating func fill(_ buffer: AudioQueueBufferRef) -> Bool {
            let samples = buffer.pointee.mAudioData.assumingMemoryBound(to: Float.self)
            let frameCount = reader.read(
                into: samples,
                frameCount: Int(buffer.pointee.mAudioDataBytesCapacity / bytesPerFrame), in: tracks)
            applyGain(to: samples, frameCount: frameCount)
            buffer.pointee.mAudioDataByteSize = UInt32(frameCount) * bytesPerFrame
            guard frameCount > 0 else { return false }
            enqueuedCount += 1
            return true
        }

        private mutating func applyGain(
            to samples: UnsafeMutablePointer<Float>, frameCount: Int
        ) {
            guard let gain else { return }
            let starts = reader.segments.map {
                (Int((Double($0.start) / reader.rate).rounded()), gain($0.track.place))
            }
            TrackGains.apply(to: samples, frameCount: frameCount, at: filledCount, starts)
            filledCount += frameCount
        }
    }

    private static let bufferSeconds = 0.25
    private static let bufferCount = 4
    private static let renderBytes: UInt32 = 1 << 15

    /// Decodes the first buffers.
    ///
    /// - Parameters:
    ///   - tracks: The tracks with which the queue goes on; `nil` for none.
    ///   - gain: The factor of the samples of the track at a place; `nil` for unchanged samples.
    ///   - path: The first file's path, for messages.
    ///   - offlineRate: Renders at this rate by `render` instead of on the app's device.
    init(
        _ reader: TrackSequence, of tracks: PlayListTracks? = nil,
        gain: (@Sendable (Int) -> Float)? = nil, volume: Double, path: String, on app: AppSound,
        offlineRate: Double? = nil,
        drainTime: @escaping @Sendable () -> HostInterval = { .zero }
    ) throws(ProgramError) {
        var format = AudioStreamBasicDescription(
            floatsAt: reader.sampleRate, channelCount: 2)
        self.path = path
        self.drainTime = drainTime
        state = Mutex(
            State(
                reader: reader, tracks: tracks, gain: gain, bytesPerFrame: format.mBytesPerFrame))
        var made: AudioQueueRef?
        let status = CurrentApp.run(as: app) {
            AudioQueueNewOutputWithDispatchQueue(
                &made, &format, 0, DispatchQueue(label: "sori.decoding")
            ) { [weak self] _, buffer in self?.refill(buffer) }
        }
        queue = made
        try check(status, "cannot play the format")
        if let offlineRate {
            var output = AudioStreamBasicDescription(floatsAt: offlineRate, channelCount: 2)
            try check(AudioQueueSetOfflineRenderFormat(made, &output, nil), "cannot render")
            try check(
                AudioQueueAllocateBuffer(made, Self.renderBytes, &renderBuffer),
                "out of memory")
        }
        AudioQueueSetParameter(made, kAudioQueueParam_Volume, Float(volume))
        try enqueueBuffers(
            byteCount: UInt32((reader.sampleRate * Self.bufferSeconds).rounded(.up))
                * format.mBytesPerFrame)
    }

    deinit {
        dispose()
    }

    private func enqueueBuffers(byteCount: UInt32) throws(ProgramError) {
        for _ in 0..<Self.bufferCount {
            var buffer: AudioQueueBufferRef?
            try check(AudioQueueAllocateBuffer(queue, byteCount, &buffer), "out of memory")
            guard let buffer, state.withLock({ $0.fill(buffer) }) else { break }
            try check(AudioQueueEnqueueBuffer(queue, buffer, 0, nil), "the queue refuses a buffer")
        }
        // A first file of which nothing can be decoded is refused at once.
        if let first = segment(0), let failure = first.failure, first.end == first.start {
            throw inputError(failure, in: path)
        }
    }

    private func refill(_ buffer: AudioQueueBufferRef) {
        let (isFilled, isReadOut) = state.withLock { state in
            let wasReadOut = state.isReadOut
            state.enqueuedCount -= 1
            let isFilled = !wasReadOut && state.fill(buffer)
            if state.isEmpty, state.drainedAt == nil {
                state.drainedAt = LinuxClock.now + drainTime()
            }
            return (isFilled, !wasReadOut && state.isReadOut)
        }
        // Refused while the queue stops, as it should be.
        if isFilled { AudioQueueEnqueueBuffer(queue, buffer, 0, nil) }
        if isReadOut { AudioQueueStop(queue, false) }
    }

    private func check(_ status: OSStatus, _ what: String) throws(ProgramError) {
        try checkStatus(status, what, in: path, advice: "see 'sori play --help'")
    }

    // MARK: Transport

    func start() throws(ProgramError) {
        try checkStatus(
            AudioQueueStart(queue, nil), "cannot play", in: path,
            advice: "try another --category")
        let (isReadOut, isEmpty) = state.withLock { ($0.isReadOut, $0.isEmpty) }
        if isReadOut { AudioQueueStop(queue, false) }
        if isEmpty {
            state.withLock { $0.drainedAt = $0.drainedAt ?? LinuxClock.now + drainTime() }
        }
    }

    func pause() throws(ProgramError) {
        try check(AudioQueuePause(queue), "cannot pause")
    }

    func setVolume(_ volume: Double) {
        AudioQueueSetParameter(queue, kAudioQueueParam_Volume, Float(volume))
    }

    /// Lets the volume fall to zero; the frames of the fade are still to be heard.
    func fadeOut() {
        AudioQueueSetParameter(queue, kAudioQueueParam_VolumeRampTime, Float(Self.fadeSeconds))
        AudioQueueSetParameter(queue, kAudioQueueParam_Volume, 0)
    }

    /// Length of the fade before a stop.
    static let fadeSeconds = 0.01

    /// Stops at once, with a fade of the mixer's.
    func dispose() {
        guard let queue else { return }
        state.withLock { $0.isDisposedOf = true }
        AudioQueueStop(queue, true)
        AudioQueueDispose(queue, true)
        self.queue = nil
    }

    // MARK: Progress

    /// The decoded track with a number, counted from the queue's first; `nil` for one that is not
    /// decoded yet, or forgotten.
    func segment(_ number: Int) -> TrackSequence.Segment? {
        state.withLock { state in
            let index = number - state.reader.firstNumber
            return state.reader.segments.indices.contains(index)
                ? state.reader.segments[index] : nil
        }
    }

    /// Lets go of the tracks before one.
    func forget(before number: Int) { state.withLock { $0.reader.forget(before: number) } }
    /// Frames of the tracks for each frame of the queue.
    var rate: Double { state.withLock { $0.reader.rate } }
    var sampleRate: Double { state.withLock { $0.reader.sampleRate } }
    var drainedAt: HostTime? { state.withLock { $0.drainedAt } }
    /// Whether all frames have been decoded, and read by the device.
    var isEmpty: Bool { state.withLock { $0.isEmpty } }

    /// Whether frames are being read.
    var isRunning: Bool { currentFrame != nil }

    /// Frames that the device has read.
    var playedCount: Int64 {
        let current = currentFrame ?? 0
        return state.withLock { state in
            state.playedCount = max(state.playedCount, current)
            return state.playedCount
        }
    }

    private var currentFrame: Int64? {
        var time = AudioTimeStamp()
        guard let queue, AudioQueueGetCurrentTime(queue, nil, &time, nil) == noErr else {
            return nil
        }
        return Int64(time.mSampleTime)
    }

    // MARK: Offline

    /// Renders the next frames of a queue with an offline rate.
    ///
    /// - Parameter take: Receives the frames, in stereo.
    /// - Returns: The number of frames; zero also when a buffer is not decoded yet.
    func render(
        frameCount: Int, _ take: (UnsafePointer<Float>, Int) throws(ProgramError) -> Void
    ) throws(ProgramError) -> Int {
        guard let renderBuffer else { return 0 }
        var time = AudioTimeStamp()
        time.mFlags = .sampleTimeValid
        let frameBytes = UInt32(2 * MemoryLayout<Float>.size)
        try check(
            AudioQueueOfflineRender(
                queue, &time, renderBuffer,
                UInt32(min(frameCount, Int(Self.renderBytes / frameBytes)))),
            "cannot render")
        let count = Int(renderBuffer.pointee.mAudioDataByteSize / frameBytes)
        try take(renderBuffer.pointee.mAudioData.assumingMemoryBound(to: Float.self), count)
        return count
    }
}

extension AudioStreamBasicDescription {
    /// Interleaved 32-bit floats.
    init(floatsAt sampleRate: Double, channelCount: UInt32) {
        self.init()
        mSampleRate = sampleRate
        mFormatID = kAudioFormatLinearPCM
        mFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked
        mBitsPerChannel = 32
        mChannelsPerFrame = channelCount
        mFramesPerPacket = 1
        mBytesPerFrame = 4 * channelCount
        mBytesPerPacket = mBytesPerFrame
    }
}
