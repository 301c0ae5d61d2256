import AudioModel
import AudioToolbox
import Simulation
import TestSupport
import Testing

@Suite("An audio queue decodes")
struct AudioQueueFormatTests {
    private let stage = StagedQueue.stage()

    private func pcm(
        bits: UInt32, flags: AudioFormatFlags, channels: UInt32 = 1
    ) -> AudioStreamBasicDescription {
        var format = AudioStreamBasicDescription.integers(bits, channels: channels, rate: 48_000)
        format.mFormatFlags = flags
        return format
    }

    /// Plays bytes, and gives the left side.
    private func play(
        _ bytes: [UInt8], _ format: AudioStreamBasicDescription, side: Int = 0, frames: Int
    ) -> [Float] {
        let queue = StagedQueue(stage.open("Player"), on: stage, format: format)
        queue.add(bytes: bytes)
        let first = Int((stage.now.seconds * 48_000).rounded())
        queue.start()
        queue.pass(Int64(frames / 48 + 20))
        return queue.app.channel(side, first..<first + frames)
    }

    @Test("linear PCM of every width and order")
    func widths() {
        #expect(
            play([0x40, 0x00, 0xC0, 0x00], pcm(bits: 16, flags: 0x0E), frames: 2) == [0.5, -0.5])
        #expect(
            play([0x00, 0x40, 0x00, 0xC0], pcm(bits: 16, flags: 0x0C), frames: 2) == [0.5, -0.5])
        #expect(play([0xC0, 0x40], pcm(bits: 8, flags: 0x08), frames: 2) == [0.5, -0.5])
        #expect(play([0x40, 0xC0], pcm(bits: 8, flags: 0x0C), frames: 2) == [0.5, -0.5])
        #expect(
            play([0, 0, 0x20, 0, 0, 0xE0], pcm(bits: 24, flags: 0x0C), frames: 2) == [0.25, -0.25])
        #expect(play([0x20, 0, 0, 0], pcm(bits: 32, flags: 0x0E), frames: 1) == [0.25])
        #expect(play([0x3F, 0, 0, 0], pcm(bits: 32, flags: 0x0B), frames: 1) == [0.5])
    }

    @Test("six channels, downmixed to two")
    func surround() {
        // Only the right channel and the centre sound.
        let format = pcm(bits: 32, flags: 0x09, channels: 6)
        let frame: [Float] = [0, 1, 0, 0, 0, 0]
        let left = play(frame.bytes, format, frames: 1)
        let right = play(frame.bytes, format, side: 1, frames: 1)
        #expect(left == [0])
        #expect(right[0] > 0.3 && right[0] < 0.6)
    }

    @Test("Apple's IMA4 packet by packet, across buffers")
    func ima4() throws {
        // Given a file of one buffer's packets, and of two buffers' of which one is odd.
        let format = AudioStreamBasicDescription.monoIMA4
        let packets = (0..<34 * 20).map { UInt8(truncatingIfNeeded: $0 % 34 < 2 ? 0x10 : $0 &* 29) }
        let whole = play(packets, format, frames: 64 * 20)
        #expect(Set(whole).count > 100)
        // When they come in two buffers, and half a packet is left over, then it is the same.
        let queue = StagedQueue(stage.open("Other"), on: stage, format: format)
        let start = stage.now.seconds
        for part in [packets[..<(34 * 7)], packets[(34 * 7)...] + [1, 2, 3]] {
            queue.add(bytes: Array(part))
        }
        queue.play(for: 100)
        let first = Int((start * 48_000).rounded())
        #expect(queue.app.channel(0, first..<first + 64 * 20) == whole)
    }

    @Test("packets whose descriptions the buffer itself holds")
    func ownDescriptions() {
        // µ-law bytes said to be packets that differ: two of one frame each.
        var format = AudioStreamBasicDescription.coded(kAudioFormatMPEGLayer3, channels: 1)
        format.mFramesPerPacket = 1152
        let app = stage.open("Player")
        var queue: AudioQueueRef?
        let status = app.run {
            AudioQueueNewOutput(&format, { _, _, _ in }, nil, nil, nil, 0, &queue)
        }
        guard status == noErr, let queue else {
            #expect(status == kAudioQueueErr_CodecNotFound)
            return
        }
        defer { AudioQueueDispose(queue, true) }
        var buffer: AudioQueueBufferRef!
        #expect(AudioQueueAllocateBufferWithPacketDescriptions(queue, 64, 4, &buffer) == noErr)
        #expect(buffer.pointee.mPacketDescriptionCapacity == 4)
        buffer.pointee.mAudioDataByteSize = 20
        buffer.pointee.mPacketDescriptions[0] = AudioStreamPacketDescription(
            mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: 20)
        buffer.pointee.mPacketDescriptionCount = 1
        #expect(AudioQueueEnqueueBuffer(queue, buffer, 0, nil) == noErr)
        // Noise for a packet is silence of its length.
        app.run { _ = AudioQueueStart(queue, nil) }
        stage.advance(by: .milliseconds(100))
        #expect(isRunning(queue) == 1)
    }
}
