import AudioToolbox
import AVFoundation

/// A main-actor class that passes closures to every kind of C callback.
///
/// The closures must compile as written for Apple's SDK, and must not trap when they are called on
/// another thread.
@MainActor
final class CallbackPlayer {
    var bufferCount = 0
    var propertyCount = 0
    var packetCount = 0
    var completionCount = 0
    let arrival = Arrival()

    private var userData: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Plays a queue with a callback on a thread of the queue's own.
    func playQueue() {
        var format = monoFormat()
        var queue: AudioQueueRef?
        let status = AudioQueueNewOutput(
            &format,
            { userData, queue, buffer in
                let player = Unmanaged<CallbackPlayer>.fromOpaque(userData!).takeUnretainedValue()
                player.bufferCount += 1
                player.noteBuffer(buffer)
                player.arrival.signal()
            }, userData, nil, nil, 0, &queue)
        expect(status == noErr, "AudioQueueNewOutput returns \(status)")
        guard let queue else { return }
        AudioQueueAddPropertyListener(
            queue, kAudioQueueProperty_IsRunning,
            { userData, _, _ in
                let player = Unmanaged<CallbackPlayer>.fromOpaque(userData!).takeUnretainedValue()
                player.propertyCount += 1
            }, userData)
        var buffer: AudioQueueBufferRef?
        AudioQueueAllocateBuffer(queue, 960, &buffer)
        if let buffer {
            buffer.pointee.mAudioDataByteSize = 960
            buffer.pointee.mAudioData.initializeMemory(as: UInt8.self, repeating: 0, count: 960)
            AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
        }
        AudioQueueStart(queue, nil)
        arrival.wait(for: "the buffer of the queue")
        AudioQueueDispose(queue, true)
        expect(bufferCount == 1, "\(bufferCount) buffers came back")
    }

    /// A nonisolated method, called from the callback.
    nonisolated func noteBuffer(_ buffer: AudioQueueBufferRef) {}

    /// Parses a stream on another thread.
    func parse(_ url: URL) {
        guard let data = try? Data(contentsOf: url) else { return expect(false, "no file") }
        let stream = ParsedStream()
        let status = AudioFileStreamOpen(
            userData,
            { clientData, _, _, _ in
                let player = Unmanaged<CallbackPlayer>.fromOpaque(clientData).takeUnretainedValue()
                player.propertyCount += 1
            },
            { clientData, _, packetCount, _, _ in
                let player = Unmanaged<CallbackPlayer>.fromOpaque(clientData).takeUnretainedValue()
                player.packetCount += Int(packetCount)
            }, kAudioFileWAVEType, &stream.id)
        expect(status == noErr, "AudioFileStreamOpen returns \(status)")
        let arrival = arrival
        DispatchQueue.global().async {
            data.withUnsafeBytes { bytes in
                guard let id = stream.id, let base = bytes.baseAddress else { return }
                AudioFileStreamParseBytes(id, UInt32(bytes.count), base, [])
            }
            arrival.signal()
        }
        arrival.wait(for: "the end of the stream")
        expect(packetCount == 4_800, "\(packetCount) packets came")
        if let id = stream.id { AudioFileStreamClose(id) }
    }

    /// Ownership: `id` is set before the parsing thread starts; then it is immutable.
    private final class ParsedStream: @unchecked Sendable {
        var id: AudioFileStreamID?
    }

    /// Plays a system sound with both kinds of completion, one on another thread's run loop.
    func playSystemSound(_ url: URL) {
        var sound: SystemSoundID = 0
        AudioServicesCreateSystemSoundID(url as CFURL, &sound)
        expect(sound != 0, "there is no sound")
        let loop = BackgroundRunLoop()
        AudioServicesAddSystemSoundCompletion(
            sound, loop.runLoop, CFRunLoopMode.commonModes.rawValue,
            { _, clientData in
                let player = Unmanaged<CallbackPlayer>.fromOpaque(clientData!).takeUnretainedValue()
                player.completionCount += 1
                player.arrival.signal()
            }, userData)
        AudioServicesPlaySystemSound(sound)
        arrival.wait(for: "the completion of the sound")
        AudioServicesRemoveSystemSoundCompletion(sound)
        AudioServicesPlaySystemSoundWithCompletion(sound) {
            self.completionCount += 1
            self.arrival.signal()
        }
        arrival.wait(for: "the block of the sound")
        AudioServicesDisposeSystemSoundID(sound)
        expect(completionCount == 2, "\(completionCount) completions came")
        loop.stop()
    }

    /// Opens a file with read callbacks, and reads it on another thread.
    func readWithCallbacks(_ url: URL) {
        let source = FileSource(url)
        let arrival = arrival
        var file: AudioFileID?
        let status = AudioFileOpenWithCallbacks(
            Unmanaged.passUnretained(source).toOpaque(),
            { clientData, position, count, buffer, actualCount in
                FileSource.of(clientData).read(position, count, buffer, actualCount)
            }, nil, { FileSource.of($0).size }, nil, 0, &file)
        expect(status == noErr, "AudioFileOpenWithCallbacks returns \(status)")
        let opened = OpenFile(id: file)
        DispatchQueue.global().async {
            var count: UInt32 = 16
            var bytes = [UInt8](repeating: 0, count: 16)
            if let id = opened.id { AudioFileReadBytes(id, false, 0, &count, &bytes) }
            arrival.signal()
        }
        arrival.wait(for: "the bytes of the file")
        if let file { AudioFileClose(file) }
    }

    /// Ownership: immutable.
    private struct OpenFile: @unchecked Sendable {
        let id: AudioFileID?
    }

    /// Fills a buffer from a converter; its input callback runs on the calling thread.
    func convert() {
        let before = packetCount
        var input = monoFormat()
        var output = monoFormat()
        output.mSampleRate = 24_000
        var converter: AudioConverterRef?
        AudioConverterNew(&input, &output, &converter)
        guard let converter else { return expect(false, "there is no converter") }
        var frames = [Int16](repeating: 0, count: 240)
        let frameCount = frames.count
        frames.withUnsafeMutableBytes { bytes in
            var count = UInt32(frameCount)
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: UInt32(bytes.count),
                    mData: bytes.baseAddress))
            let status = AudioConverterFillComplexBuffer(
                converter,
                { _, packetCount, _, _, userData in
                    let player = Unmanaged<CallbackPlayer>.fromOpaque(userData!)
                        .takeUnretainedValue()
                    player.packetCount += 1
                    packetCount.pointee = 0
                    return noErr
                }, userData, &count, &list, nil)
            expect(status == noErr, "AudioConverterFillComplexBuffer returns \(status)")
        }
        expect(packetCount > before, "the converter did not call its input callback")
        AudioConverterDispose(converter)
    }

    /// Asks for record permission; the answers come on another thread.
    func askForMicrophone() {
        let before = completionCount
        AVAudioSession.sharedInstance().requestRecordPermission { _ in
            self.completionCount += 1
            self.arrival.signal()
        }
        arrival.wait(for: "the permission")
        AVAudioApplication.requestRecordPermission { _ in
            self.completionCount += 1
            self.arrival.signal()
        }
        arrival.wait(for: "the permission of the application")
        let answerCount = completionCount - before
        expect(answerCount == 2, "\(answerCount) permission callbacks came")
    }
}

/// The bytes that the app's callbacks read.
///
/// Ownership: immutable.
final class FileSource: @unchecked Sendable {
    private let bytes: [UInt8]

    init(_ url: URL) {
        bytes = (try? Data(contentsOf: url)).map(Array.init) ?? []
    }

    static func of(_ pointer: UnsafeMutableRawPointer) -> FileSource {
        Unmanaged<FileSource>.fromOpaque(pointer).takeUnretainedValue()
    }

    var size: Int64 { Int64(bytes.count) }

    func read(
        _ position: Int64, _ count: UInt32, _ buffer: UnsafeMutableRawPointer,
        _ actualCount: UnsafeMutablePointer<UInt32>
    ) -> OSStatus {
        let part = bytes.dropFirst(Int(position)).prefix(Int(count))
        part.withUnsafeBytes { buffer.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
        actualCount.pointee = UInt32(part.count)
        return noErr
    }
}

/// A thread that runs its run loop until it is stopped.
///
/// Ownership: the thread sets `runLoop` before `init` returns; then it is immutable.
final class BackgroundRunLoop: @unchecked Sendable {
    private(set) var runLoop: CFRunLoop?

    init() {
        let arrival = Arrival()
        let thread = Thread { [self] in
            runLoop = CFRunLoopGetCurrent()
            // A run loop without a source or timer returns at once.
            let keepAlive = Timer(fire: .distantFuture, interval: 1e9, repeats: true) { _ in }
            RunLoop.current.add(keepAlive, forMode: .default)
            arrival.signal()
            CFRunLoopRun()
        }
        thread.start()
        arrival.wait(for: "a run loop")
    }

    func stop() {
        if let runLoop { CFRunLoopStop(runLoop) }
    }
}

/// Runs every callback of `CallbackPlayer` with the WAV file at `url`.
@MainActor
func tryCallbacks(_ url: URL) {
    let player = CallbackPlayer()
    player.playQueue()
    player.parse(url)
    player.playSystemSound(url)
    player.readWithCallbacks(url)
    player.convert()
    player.askForMicrophone()
}
