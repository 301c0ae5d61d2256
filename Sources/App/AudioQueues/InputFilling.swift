import AudioCodecs
import AudioModel
import SoundClient
import Synchronization

// How captured audio gets into the buffers.

extension InputQueue {
    /// Most captured frames that wait for the work queue; further ones are lost.
    static let backlogFramesMax = 5 * 48_000

    /// Accepts captured audio. On the control thread, which must not be blocked.
    func receive(_ sound: CapturedSound, since start: Int) {
        let frameCount = sound.frameCount
        let hasRoom = backlogFrames.withLock { backlog in
            guard backlog + frameCount <= Self.backlogFramesMax else { return false }
            backlog += frameCount
            return true
        }
        guard hasRoom else { return }
        onWork { queue in
            queue.backlogFrames.withLock { $0 -= frameCount }
            queue.take(sound, since: start)
        }
    }

    private func take(_ sound: CapturedSound, since start: Int) {
        guard start == startCount, machine.isPlaying, !machine.isHeld, isDue(sound) else { return }
        apply(.active)
        if meters != nil, sound.frameCount > 0 {
            meters = Array(of: sound, channelCount: Int(format.channelCount))
        }
        if timeline.note(sound) > 0 { noteLoss() }
        if !coder.isDrained { fill() }
        guard !machine.isStopped else { return }
        guard coder.isDrained, !waiting.isEmpty else {
            timeline.skip(sound.frameCount)
            lostFrames += sound.frameCount
            return noteLoss()
        }
        coder.tapTime = timeline.stamp.frame
        coder.put(sound)
        fill()
    }

    private func isDue(_ sound: CapturedSound) -> Bool {
        let isDue =
            switch earliest {
            case nil: true
            case .sample(let frame): Double(sound.position) >= frame
            case .host(let time): sound.time >= time
            }
        if isDue { earliest = nil }
        return isDue
    }

    /// Fills buffers with encoded audio until the encoder has no more or all buffers are full.
    func fill() {
        let framesPerPacket = Int(max(coder.format.framesPerPacket, 1))
        while let item = waiting.first {
            let output = coder.get(into: item.room, packetsMax: item.packetsLeft)
            if output.packetCount > 0 {
                if item.packetCount == 0 { waiting[0].start = timeline.stamp }
                waiting[0].add(output)
                timeline.give(output.packetCount * framesPerPacket)
            }
            if output.hasFailed { return noteFirst(.codecNotFound) }
            let isDone = output.isFull || waiting[0].isFull(coder.format)
            if coder.isDrained { timeline.settle() }
            // A full buffer is delivered at once, not only when there is more output.
            guard isDone, waiting[0].packetCount > 0 else { return }
            deliver(waiting.removeFirst())
            guard let count = buffersToFill else { continue }
            buffersToFill = count - 1
            if count == 1 { return endFilled() }
        }
    }

    private func noteLoss() {
        discontinuityCount += 1
        noteFirst(.recordUnderrun)
    }

    /// Delivers every enqueued buffer to the app's callback.
    func returnAll() {
        for item in waiting { deliver(item) }
        waiting = []
    }

    private func deliver(_ item: FillingBuffer) {
        let recorded = item.sealed()
        deliveries.add(ofBuffer: true) { [bufferFilled] in
            bufferFilled(recorded)
        }
    }
}

/// An enqueued buffer and what has been recorded into it.
struct FillingBuffer {
    let buffer: QueueBuffer
    /// Queue time and host time of its first frame.
    var start = InputTimeline.Stamp(frame: 0, time: .zero)
    private(set) var packetCount = 0
    private var byteCount = 0
    private var descriptions: [PacketDescription] = []

    init(_ buffer: QueueBuffer) {
        self.buffer = buffer
    }

    /// The free part of its memory.
    var room: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(
            start: buffer.data + byteCount, count: buffer.capacity - byteCount)
    }

    /// Packets that may still be described; unlimited when the app allocated no descriptions.
    var packetsLeft: Int {
        buffer.descriptionCapacity > 0 ? buffer.descriptionCapacity - packetCount : Int.max
    }

    func isFull(_ format: StreamFormat) -> Bool {
        packetsLeft == 0
            || format.bytesPerPacket > 0 && buffer.capacity - byteCount < Int(format.bytesPerPacket)
    }

    mutating func add(_ output: InputCoder.Output) {
        for var description in output.descriptions {
            description.startOffset += Int64(byteCount)
            descriptions.append(description)
        }
        packetCount += output.packetCount
        byteCount += output.byteCount
    }

    mutating func empty() {
        packetCount = 0
        byteCount = 0
        descriptions = []
    }

    /// Returns the buffer to the app, with its sizes and descriptions in the app's structure.
    func sealed() -> RecordedBuffer {
        buffer.isEnqueued = false
        buffer.byteCount = UInt32(byteCount)
        if let own = buffer.descriptions {
            let count = min(descriptions.count, buffer.descriptionCapacity)
            for index in 0..<count { own[index] = descriptions[index] }
            buffer.descriptionCount = UInt32(count)
        }
        return RecordedBuffer(
            startFrame: start.frame, startTime: start.time, packetCount: packetCount,
            descriptions: descriptions, buffer: buffer)
    }
}
