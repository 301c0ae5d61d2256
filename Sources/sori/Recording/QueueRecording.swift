import AudioModel
import AudioToolbox
import CoreAudioTypes
import Foundation
import SoundClient
import Synchronization

/// Records into a file with an audio queue; the queue's callback writes each buffer.
///
/// Ownership: one thread calls its methods; the open file, which the queue's callback writes on its
/// own thread, is behind a mutex.
final class QueueRecording: Player, @unchecked Sendable {
    private let app: AppSound
    private let request: RecordRequest
    private let routeName: () -> String
    private var queue: AudioQueueRef?
    private let file: Mutex<OpenFile>

    /// The file that the callback writes to.
    ///
    /// Ownership: the mutex that holds it.
    private struct OpenFile: @unchecked Sendable {
        var id: AudioFileID?
        var framesPerPacket: Int64 = 1
        var packetCount: Int64 = 0
        /// Packets after which nothing is written.
        var packetsMax = Int64.max
        var failure: OSStatus?
        var isFull: Bool { packetCount >= packetsMax }
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
        file = Mutex(OpenFile())
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
        let outcome = CurrentApp.$simulated.withValue(app) {
            Swift.Result { () throws(ProgramError) in try body() }
        }
        return try outcome.get()
    }

    private func begin() throws(ProgramError) {
        try check(AudioSessionInitialize(nil, nil, nil, nil), "it has no session")
        var category = kAudioSessionCategory_PlayAndRecord
        try check(
            AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, 4, &category),
            "its category is refused")
        var format = request.format
        try check(
            AudioQueueNewInput(
                &format,
                { context, _, buffer, _, packetCount, descriptions in
                    guard let context else { return }
                    Unmanaged<QueueRecording>.fromOpaque(context).takeUnretainedValue()
                        .write(buffer, packetCount, descriptions)
                }, Unmanaged.passUnretained(self).toOpaque(), nil, nil, 0, &queue),
            "it cannot record in \(request.coding.rawValue)")
        var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        try check(
            AudioQueueGetProperty(queue, kAudioQueueProperty_StreamDescription, &format, &size),
            "its format is not known")
        try openFile(&format)
        var isMetering: UInt32 = 1
        try check(
            AudioQueueSetProperty(
                queue, kAudioQueueProperty_EnableLevelMetering, &isMetering, 4),
            "its level cannot be measured")
        try enqueueBuffers(format)
        try check(AudioQueueStart(queue, nil), "it may not record")
    }

    private func openFile(_ format: inout AudioStreamBasicDescription) throws(ProgramError) {
        var id: AudioFileID?
        try check(
            AudioFileCreateWithURL(
                NSURL(fileURLWithPath: request.path), request.container.fileType, &format,
                request.mayReplace ? .eraseFile : [], &id), "the file cannot be made")
        let frames = Int64(max(format.mFramesPerPacket, 1))
        let rate = format.mSampleRate
        let seconds = request.seconds
        file.withLock { file in
            file.id = id
            file.framesPerPacket = frames
            if let seconds {
                file.packetsMax = Int64((seconds * rate / Double(frames)).rounded(.up))
            }
        }
        var size: UInt32 = 0
        if AudioQueueGetPropertySize(queue, kAudioQueueProperty_MagicCookie, &size) == noErr {
            var cookie = [UInt8](repeating: 0, count: Int(size))
            try check(
                AudioQueueGetProperty(queue, kAudioQueueProperty_MagicCookie, &cookie, &size),
                "its coding does not describe itself")
            try check(
                AudioFileSetProperty(id, kAudioFilePropertyMagicCookieData, size, &cookie),
                "the file does not take its coding's description")
        }
        // The frames of ADTS need nothing around them.
        guard request.container != .aac else { return }
        // Whole after every write, or fragment: what was recorded outlives a crash.
        var defers: UInt32 = 0
        try check(
            AudioFileSetProperty(id, kAudioFilePropertyDeferSizeUpdates, 4, &defers),
            "the file cannot be kept whole")
    }

    private func enqueueBuffers(
        _ format: AudioStreamBasicDescription
    ) throws(ProgramError) {
        var largest: UInt32 = 0
        var size: UInt32 = 4
        try check(
            AudioQueueGetProperty(
                queue, kAudioQueueProperty_MaximumOutputPacketSize, &largest, &size),
            "its packets have no limit")
        let packets =
            format.mSampleRate * Self.bufferSeconds / Double(max(format.mFramesPerPacket, 1))
        let count = UInt32(packets.rounded(.up))
        for _ in 0..<Self.bufferCount {
            var buffer: AudioQueueBufferRef?
            try check(
                AudioQueueAllocateBufferWithPacketDescriptions(
                    queue, count * largest, format.mBytesPerPacket == 0 ? count : 0, &buffer),
                "there is no memory for it")
            try check(
                AudioQueueEnqueueBuffer(queue, buffer, 0, nil), "its buffers are refused")
        }
    }

    private func check(_ status: OSStatus, _ what: String) throws(ProgramError) {
        guard status != noErr else { return }
        let code = StatusCode.matching(String(status)).first
        throw ProgramError(
            status == kAudioQueueErr_CannotStart ? .deviceMissing : .wrongUse,
            "\(what): \(code.map { "\($0.name), \($0.meaning)" } ?? "status \(status)")",
            in: request.path, advice: "see 'sori record --help'")
    }

    // MARK: The callback

    private func write(
        _ buffer: AudioQueueBufferRef, _ packetCount: UInt32,
        _ descriptions: UnsafePointer<AudioStreamPacketDescription>?
    ) {
        file.withLock { file in
            let left = file.packetsMax - file.packetCount
            var count = UInt32(clamping: min(Int64(packetCount), left))
            guard count > 0, file.failure == nil else { return }
            let byteCount = buffer.pointee.mAudioDataByteSize / packetCount * count
            let status = AudioFileWritePackets(
                file.id, false, descriptions == nil ? byteCount : buffer.pointee.mAudioDataByteSize,
                descriptions, file.packetCount, &count, buffer.pointee.mAudioData)
            if status == noErr { file.packetCount += Int64(count) } else { file.failure = status }
        }
        // Refused while the queue stops, which is as it should be.
        AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
    }

    // MARK: What a screen shows

    /// Seconds that are in the file.
    var position: Double {
        let (packets, frames) = file.withLock { ($0.packetCount, $0.framesPerPacket) }
        return min(
            Double(packets * frames) / RecordRequest.sampleRate, request.seconds ?? .infinity)
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
            "the file cannot be written: \(code.map { $0.meaning } ?? "status \(status)")",
            in: request.path, advice: "make room or write elsewhere")
    }

    func pause() throws(ProgramError) {
        try check(AudioQueuePause(queue), "it cannot wait")
    }

    func resume() throws(ProgramError) {
        try check(AudioQueueStart(queue, nil), "it cannot go on")
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
            if let id = file.id { AudioFileClose(id) }
            file.id = nil
        }
    }
}
