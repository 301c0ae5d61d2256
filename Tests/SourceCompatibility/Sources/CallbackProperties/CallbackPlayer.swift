import AudioToolbox
import UIKit

/// A class of the main actor with callbacks in properties, constants and variables of functions.
@MainActor
final class CallbackPlayer {
    var count = 0
    let arrival = Arrival()

    var bufferDone: AudioQueueOutputCallback = { userData, _, _ in
        CallbackPlayer.of(userData).count += 1
        CallbackPlayer.of(userData).arrival.signal()
    }
    var listener: AudioQueuePropertyListenerProc?
    var fileBytes: [UInt8] = []
    let readBytes: AudioFile_ReadProc = { userData, position, wanted, buffer, count in
        let part = CallbackPlayer.of(userData).fileBytes.dropFirst(Int(position)).prefix(
            Int(wanted))
        UnsafeMutableRawBufferPointer(start: buffer, count: part.count).copyBytes(from: part)
        count.pointee = UInt32(part.count)
        return noErr
    }
    let fileSize: AudioFile_GetSizeProc = { Int64(CallbackPlayer.of($0).fileBytes.count) }
    lazy var blockDone: AudioQueueOutputCallbackBlock = { [weak self] _, _ in
        self?.count += 1
        self?.arrival.signal()
    }

    nonisolated static func of(_ userData: UnsafeMutableRawPointer?) -> CallbackPlayer {
        Unmanaged<CallbackPlayer>.fromOpaque(userData!).takeUnretainedValue()
    }

    func use() {
        listener = { userData, _, _ in CallbackPlayer.of(userData).count += 0 }
        let me = Unmanaged.passUnretained(self).toOpaque()
        var format = monoFormat()
        var queue: AudioQueueRef?
        AudioQueueNewOutput(&format, bufferDone, me, nil, nil, 0, &queue)
        guard let queue else { return expect(false, "there is no queue") }
        if let listener {
            AudioQueueAddPropertyListener(queue, kAudioQueueProperty_IsRunning, listener, me)
            AudioQueueRemovePropertyListener(queue, kAudioQueueProperty_IsRunning, listener, me)
        }
        playBuffer(queue)
        AudioQueueDispose(queue, true)
        expect(count == 1, "\(count) buffers came back")
    }

    /// Plays a buffer, and waits until it comes back.
    private func playBuffer(_ queue: AudioQueueRef) {
        var buffer: AudioQueueBufferRef?
        AudioQueueAllocateBuffer(queue, 960, &buffer)
        guard let buffer else { return expect(false, "there is no buffer") }
        buffer.pointee.mAudioDataByteSize = 960
        buffer.pointee.mAudioData.initializeMemory(as: UInt8.self, repeating: 0, count: 960)
        AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
        AudioQueueStart(queue, nil)
        arrival.wait(for: "a buffer for a callback in a property")
    }

    /// Each of the other functions that take a callback or a block.
    func useOthers() {
        let me = Unmanaged.passUnretained(self).toOpaque()
        var format = monoFormat()
        var queue: AudioQueueRef?
        expect(
            AudioQueueNewOutputWithDispatchQueue(&queue, &format, 0, .global(), blockDone) == noErr,
            "there is no queue of a block")
        let tap: AudioQueueProcessingTapCallback = { _, _, _, _, _, _, _ in }
        if let queue {
            var (frameCount, tapFormat): (UInt32, _) = (0, AudioStreamBasicDescription())
            var made: AudioQueueProcessingTapRef?
            AudioQueueProcessingTapNew(queue, tap, me, .preEffects, &frameCount, &tapFormat, &made)
            expect(made != nil, "there is no tap")
            if let made { AudioQueueProcessingTapDispose(made) }
            let before = count
            playBuffer(queue)
            expect(count == before + 1, "\(count - before) buffers came to the block")
            AudioQueueDispose(queue, true)
        }
        let filled: AudioQueueInputCallback = { _, _, _, _, _, _ in }
        let block: AudioQueueInputCallbackBlock = { [weak self] _, _, _, _, _ in self?.count += 1 }
        for makesBlock in [false, true] {
            var input: AudioQueueRef?
            if makesBlock {
                AudioQueueNewInputWithDispatchQueue(&input, &format, 0, .main, block)
            } else {
                AudioQueueNewInput(&format, filled, me, nil, nil, 0, &input)
            }
            if let input { AudioQueueDispose(input, true) }
        }
        var file: AudioFileID?
        expect(
            AudioFileOpenWithCallbacks(me, readBytes, nil, fileSize, nil, 0, &file) != noErr,
            "a file of nothing has opened")
        let found: AudioFileStream_PropertyListenerProc = { _, _, _, _ in }
        let packets: AudioFileStream_PacketsProc = { _, _, _, _, _ in }
        var stream: AudioFileStreamID?
        AudioFileStreamOpen(me, found, packets, kAudioFileWAVEType, &stream)
        if let stream { AudioFileStreamClose(stream) }
        let ended: AudioServicesSystemSoundCompletionProc = { _, _ in }
        AudioServicesAddSystemSoundCompletion(1000, nil, nil, ended, me)
        AudioServicesRemoveSystemSoundCompletion(1000)
        let interrupted: AudioSessionInterruptionListener = { _, _ in }
        AudioSessionInitialize(nil, nil, interrupted, me)
        let changed: AudioSessionPropertyListener = { _, _, _, _ in }
        let volume = kAudioSessionProperty_CurrentHardwareOutputVolume
        expect(
            AudioSessionAddPropertyListener(volume, changed, me) == noErr
                && AudioSessionRemovePropertyListenerWithUserData(volume, changed, me) == noErr,
            "the session takes no listener")
        writeFile(&format, me)
    }

    private let writeBytes: AudioFile_WriteProc = { userData, position, count, buffer, written in
        let player = CallbackPlayer.of(userData)
        let end = Int(position) + Int(count)
        let missing = max(end - player.fileBytes.count, 0)
        player.fileBytes += [UInt8](repeating: 0, count: missing)
        player.fileBytes.replaceSubrange(
            Int(position)..<end, with: UnsafeRawBufferPointer(start: buffer, count: Int(count)))
        written.pointee = count
        return noErr
    }
    private let setSize: AudioFile_SetSizeProc = { userData, size in
        let player = CallbackPlayer.of(userData)
        let missing = max(Int(size) - player.fileBytes.count, 0)
        player.fileBytes =
            player.fileBytes.prefix(Int(size)) + [UInt8](repeating: 0, count: missing)
        return noErr
    }
    private let noPackets: AudioConverterComplexInputDataProc = { _, count, _, _, _ in
        count.pointee = 0
        return noErr
    }

    private func writeFile(
        _ format: inout AudioStreamBasicDescription, _ me: UnsafeMutableRawPointer
    ) {
        var file: AudioFileID?
        let status = AudioFileInitializeWithCallbacks(
            me, readBytes, writeBytes, fileSize, setSize, kAudioFileWAVEType, &format, [], &file)
        expect(status == noErr, "AudioFileInitializeWithCallbacks returns \(status)")
        if let file { AudioFileClose(file) }
        expect(fileBytes.prefix(4).elementsEqual("RIFF".utf8), "the file holds \(fileBytes)")
        var converter: AudioConverterRef?
        AudioConverterNew(&format, &format, &converter)
        var (frameCount, list) = (UInt32(0), AudioBufferList())
        AudioConverterFillComplexBuffer(converter, noPackets, me, &frameCount, &list, nil)
        if let converter { AudioConverterDispose(converter) }
    }
}

/// The same in a class that is the main actor's because its superclass is.
class CallbackController: UIResponder {
    var count = 0
    let arrival = Arrival()
    var bufferDone: AudioQueueOutputCallback = { userData, _, _ in
        let me = Unmanaged<CallbackController>.fromOpaque(userData!).takeUnretainedValue()
        me.count += 1
        me.arrival.signal()
    }
    private let listener: AudioQueuePropertyListenerProc = { _, _, _ in }

    func use() {
        playSilence(bufferDone, listener, Unmanaged.passUnretained(self).toOpaque()) {
            arrival.wait(for: "a buffer for a callback of a controller")
        }
        expect(count == 1, "\(count) buffers came back to the controller")
    }
}

@MainActor
func tryCallbacks() {
    let player = CallbackPlayer()
    player.use()
    player.useOthers()
    CallbackController().use()
}
