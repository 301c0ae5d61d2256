import AudioModel
import AudioToolbox
import CommandLineTool
import CoreAudioTypes
import Foundation
import SoundClient
import Synchronization

/// Records into a file with an audio queue; the queue's callback encodes and writes each buffer.
///
/// Ownership: one thread calls its methods; the open file, which the queue's callback writes on its
/// own thread, is behind a mutex.
final class QueueRecording: Player, @unchecked Sendable {
    private let app: AppSound
    private let request: RecordRequest
    private let routeName: () -> String
    private var queue: AudioQueueRef?
    private let file = Mutex(OpenFile())

    /// The file that the callback writes to.
    ///
    /// Ownership: the mutex that holds it.
    private struct OpenFile: @unchecked Sendable {
        var id: AudioFileID?
        /// Encodes, and tells the file which of the decoded frames were recorded.
        var encoder: ExtAudioFileRef?
        var frameCount: Int64 = 0
        /// Frames after which nothing is written.
        var framesMax = Int64.max
        var failure: OSStatus?
        var isFull: Bool { frameCount >= framesMax }
    }

    /// A quarter of a second.
    private static let bufferSeconds = 0.25
    private static let bufferCount = 4

    /// - Parameter routeName: Where the sound comes from, for people.
    init(
        _ request: RecordRequest, on app: AppSound, routeName: @escaping () -> String
    ) throws(ProgramError) {
        self.app = app
        self.request = request
        self.routeName = routeName
        do throws(ProgramError) {
            try asApp { () throws(ProgramError) in try self.begin() }
        } catch {
            let hasMadeFile = file.withLock { $0.id != nil }
            stop()
            // It has nothing in it. One that was asked to be replaced is gone already.
            if hasMadeFile { unlink(request.path) }
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
        try openFile(client: &format)
        var isMetering: UInt32 = 1
        try check(
            AudioQueueSetProperty(queue, kAudioQueueProperty_EnableLevelMetering, &isMetering, 4),
            "cannot measure the level")
        try enqueueBuffers(format)
        try check(AudioQueueStart(queue, nil), "cannot record")
    }

    private func openFile(
        client: inout AudioStreamBasicDescription
    ) throws(ProgramError) {
        var format = request.format
        var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        try check(
            AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format),
            "unknown format")
        var id: AudioFileID?
        try check(
            AudioFileCreateWithURL(
                NSURL(fileURLWithPath: request.path), request.container.fileType, &format,
                request.mayReplace ? .eraseFile : [], &id), "cannot create the file")
        let framesMax = request.seconds.map { ($0 * format.mSampleRate).rounded() }
        file.withLock { file in
            file.id = id
            if let framesMax { file.framesMax = Int64(framesMax) }
        }
        // The frames of ADTS need nothing around them.
        if request.container != .aac {
            // Whole after every write, or fragment: what was recorded outlives a crash.
            var defers: UInt32 = 0
            try check(
                AudioFileSetProperty(id, kAudioFilePropertyDeferSizeUpdates, 4, &defers),
                "cannot update the file's sizes after each write")
        }
        var encoder: ExtAudioFileRef?
        try check(ExtAudioFileWrapAudioFileID(id, true, &encoder), "cannot write the file")
        file.withLock { $0.encoder = encoder }
        try check(
            ExtAudioFileSetProperty(encoder, kExtAudioFileProperty_ClientDataFormat, size, &client),
            "cannot record \(request.coding.rawValue)")
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
            guard count > 0, file.failure == nil else { return }
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: request.clientFormat.mChannelsPerFrame,
                    mDataByteSize: count * bytesPerFrame, mData: buffer.pointee.mAudioData))
            let status = ExtAudioFileWrite(file.encoder, count, &list)
            if status != noErr { file.failure = status }
            var position: Int64 = 0
            if ExtAudioFileTell(file.encoder, &position) == noErr { file.frameCount = position }
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

    var route: String { routeName() }
    var isFinished: Bool { file.withLock { $0.isFull } }

    var failure: ProgramError? {
        guard let status = file.withLock({ $0.failure }) else { return nil }
        let code = StatusCode.matching(String(status)).first
        return ProgramError(
            .deviceMissing,
            "cannot write the file, after \(ProgressLine.clock(position)) "
                + "(\(code.map(\.name) ?? "status \(status)"))",
            in: request.path, advice: "make room or write elsewhere")
    }

    func pause() throws(ProgramError) {
        try check(AudioQueuePause(queue), "cannot pause")
    }

    func resume() throws(ProgramError) {
        try check(AudioQueueStart(queue, nil), "cannot resume")
    }

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
            let ends = [
                file.encoder.map { ExtAudioFileDispose($0) }, file.id.map { AudioFileClose($0) },
            ]
            file.encoder = nil
            file.id = nil
            let failure = ends.compactMap { $0 }.first { $0 != noErr }
            file.failure = file.failure ?? failure
        }
    }
}
