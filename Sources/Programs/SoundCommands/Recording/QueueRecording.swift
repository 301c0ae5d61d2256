import AudioFiles
import AudioModel
import AudioToolbox
import CommandLineTool
import CoreAudioTypes
import Foundation
import HostLinux
import SoundClient
import SoundRuntime
import Synchronization

/// Records into a file with an audio queue; the queue's callback encodes and writes each buffer.
///
/// Ownership: one thread calls its methods; the open file, which the queue's callback writes on its
/// own thread, is behind a mutex.
final class QueueRecording: Player, @unchecked Sendable {
    private let app: AppSound
    private let request: RecordRequest
    private let phone: EmbeddedPhone
    private let device: any HostInput
    private var queue: AudioQueueRef?
    private let file = Mutex(OpenFile())

    /// The file that the callback writes to.
    ///
    /// Ownership: the mutex that holds it.
    private struct OpenFile: @unchecked Sendable {
        var recorded: RecordedFile?
        var frameCount: Int64 = 0
        /// Frames after which nothing is written.
        var framesMax = Int64.max
        /// Why nothing more is written, for people.
        var failure: String?
        var isFull: Bool { frameCount >= framesMax }
    }

    /// A quarter of a second.
    private static let bufferSeconds = 0.25
    private static let bufferCount = 4

    /// - Parameter device: The input of `phone`.
    init(
        _ request: RecordRequest, on phone: EmbeddedPhone, from device: any HostInput
    ) throws(ProgramError) {
        self.phone = phone
        app = phone.app
        self.request = request
        self.device = device
        do throws(ProgramError) {
            try asApp { () throws(ProgramError) in try self.begin() }
        } catch {
            file.withLock { file in
                file.recorded?.discard()
                file.recorded = nil
            }
            stop()
            throw error
        }
    }

    deinit {
        stop()
    }

    /// The functions of Audio Toolbox then mean this app.
    private func asApp<Result>(
        _ body: () throws(ProgramError) -> Result
    ) throws(ProgramError) -> Result {
        // `withValue` knows no typed errors.
        let outcome = CurrentApp.run(as: app) {
            Swift.Result { () throws(ProgramError) in try body() }
        }
        return try outcome.get()
    }

    private func begin() throws(ProgramError) {
        try check(AudioSessionInitialize(nil, nil, nil, nil), "no audio session")
        var category = kAudioSessionCategory_PlayAndRecord
        try check(
            AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, 4, &category),
            "the session category is refused")
        var format = request.clientFormat
        try check(
            AudioQueueNewInput(
                &format,
                { context, _, buffer, _, _, _ in
                    guard let context else { return }
                    Unmanaged<QueueRecording>.fromOpaque(context).takeUnretainedValue()
                        .write(buffer)
                }, Unmanaged.passUnretained(self).toOpaque(), nil, nil, 0, &queue),
            "cannot record \(request.coding.rawValue)")
        let recorded = try RecordedFile(request)
        let framesMax = request.seconds.map { Int64(($0 * request.sampleRate).rounded()) }
        file.withLock { file in
            file.recorded = recorded
            file.framesMax = framesMax ?? .max
        }
        var isMetering: UInt32 = 1
        try check(
            AudioQueueSetProperty(queue, kAudioQueueProperty_EnableLevelMetering, &isMetering, 4),
            "cannot measure the level")
        try enqueueBuffers(format)
        try check(AudioQueueStart(queue, nil), "cannot record")
    }

    private func enqueueBuffers(
        _ format: AudioStreamBasicDescription
    ) throws(ProgramError) {
        let frameCount = UInt32((format.mSampleRate * Self.bufferSeconds).rounded(.up))
        for _ in 0..<Self.bufferCount {
            var buffer: AudioQueueBufferRef?
            try check(
                AudioQueueAllocateBuffer(queue, frameCount * format.mBytesPerFrame, &buffer),
                "out of memory")
            try check(AudioQueueEnqueueBuffer(queue, buffer, 0, nil), "the queue refuses a buffer")
        }
    }

    private func check(_ status: OSStatus, _ what: String) throws(ProgramError) {
        try checkStatus(status, what, in: request.path, advice: "see 'sori record --help'")
    }

    // MARK: The callback

    private func write(_ buffer: AudioQueueBufferRef) {
        let bytesPerFrame = max(request.clientFormat.mBytesPerFrame, 1)
        file.withLock { file in
            let heard = Int64(buffer.pointee.mAudioDataByteSize / bytesPerFrame)
            let count = UInt32(clamping: min(heard, file.framesMax - file.frameCount))
            guard count > 0, file.failure == nil, let recorded = file.recorded else { return }
            let bytes = UnsafeRawBufferPointer(
                start: buffer.pointee.mAudioData, count: Int(count) * Int(bytesPerFrame))
            do throws(ExtendedFileError) { try recorded.write(Int(count), bytes) } catch {
                file.failure = error.reason
            }
            file.frameCount = recorded.frameCount
        }
        // Refused while the queue stops, which is as it should be.
        AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
    }

    // MARK: What a screen shows

    /// Seconds that are in the file.
    var position: Double {
        Double(file.withLock { $0.frameCount }) / request.sampleRate
    }

    var duration: Double? { request.seconds }

    var level: Float {
        var levels = [AudioQueueLevelMeterState](repeating: .init(), count: 2)
        var size = UInt32(levels.count * MemoryLayout<AudioQueueLevelMeterState>.stride)
        guard let queue,
            AudioQueueGetProperty(queue, kAudioQueueProperty_CurrentLevelMeter, &levels, &size)
                == noErr
        else { return 0 }
        return levels.map(\.mPeakPower).max() ?? 0
    }

    var route: String { device.routeName }
    var isFinished: Bool { file.withLock { $0.isFull } }

    var failure: ProgramError? {
        guard let reason = file.withLock({ $0.failure }) else { return nil }
        return ProgramError(
            .deviceMissing,
            "cannot write the file, after \(Numeral.clock(position)) (\(reason))",
            in: request.path, advice: "make room or write elsewhere")
    }

    func pause() throws(ProgramError) {
        try check(AudioQueuePause(queue), "cannot pause")
    }

    func resume() throws(ProgramError) {
        #if PipeWire
            (device as? PipeWireInput)?.release()
        #endif
        try check(AudioQueueStart(queue, nil), "cannot resume")
    }

    #if PipeWire
        var removedDevice: String? { (device as? PipeWireInput)?.removedSource?.description }
        var hasDevice: Bool { (device as? PipeWireInput)?.source != nil }
    #endif

    /// The level of a recording is the microphone's.
    var volume: Double {
        get { 1 }
        set {}
    }

    /// What was heard cannot be heard again.
    func seek(to seconds: Double) {}

    func stop() {
        if let queue {
            // The last buffers come within the call.
            AudioQueueStop(queue, true)
            AudioQueueDispose(queue, true)
        }
        queue = nil
        file.withLock { file in
            // The last packets and what stands behind them are written here.
            do throws(ExtendedFileError) { try file.recorded?.finish() } catch {
                file.failure = file.failure ?? error.reason
            }
            file.recorded = nil
        }
    }
}
