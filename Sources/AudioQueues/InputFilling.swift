import AudioFormats
import AudioModel
import SoundClient
import Synchronization

// How what is heard gets into the buffers.

extension InputQueue {
    /// Frames of the device that are heard while the work queue is busy, before they are lost.
    static let backlogFramesMax = 5 * 48_000

    /// On a control thread, which must not be kept.
    func hear(_ sound: CapturedSound, since start: Int) {
        let frameCount = sound.frameCount
        let hasRoom = backlogFrames.withLock { backlog in
            guard backlog + frameCount <= Self.backlogFramesMax else { return false }
            backlog += frameCount
            return true
        }
        guard hasRoom else {
            return
        }
        onWork { queue in
            queue.backlogFrames.withLock { $0 -= frameCount }
            queue.take(sound, since: start)
        }
    }

    private func take(_ sound: CapturedSound, since start: Int) {
        guard start == startCount, state == .running, !isHeldBySystem, isDue(sound) else { return }
        setRunning(true)
        meter?.take(sound)
        if timeline.note(sound) > 0 { noteLoss() }
        if !coder.isDrained { fill() }
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

    /// Fills buffers with what the coder gives, until it has no more or there are no more.
    func fill() {
        let framesPerPacket = Int(max(coder.format.framesPerPacket, 1))
        while let item = waiting.first {
            let output = coder.get(into: item.room, packetsMax: item.packetsLeft)
            if output.packetCount > 0 {
                if item.packetCount == 0 { waiting[0].start = timeline.stamp }
                waiting[0].add(output)
                timeline.give(output.packetCount * framesPerPacket)
            }
            if output.hasFailed { return note(.codecNotFound) }
            let isDone = output.isFull || waiting[0].isFull(coder.format)
            if coder.isDrained { timeline.settle() }
            // A full one is given away at once, not only when there is more.
            guard isDone, waiting[0].packetCount > 0 else { return }
            deliver(waiting.removeFirst())
        }
    }

    private func noteLoss() {
        gapCount += 1
        note(.recordUnderrun)
    }

    /// The app is told once a start.
    private func note(_ problem: AudioQueueError) {
        guard self.problem == nil else { return }
        self.problem = problem
        tellListeners(of: Self.converterErrorProperty)
    }

    /// Everything that is enqueued goes to the app's callback.
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

/// An enqueued buffer and what is in it so far.
struct FillingBuffer {
    let buffer: QueueBuffer
    /// Of its first frame.
    var start = InputTimeline.Stamp(frame: 0, time: .zero)
    private(set) var packetCount = 0
    private var byteCount = 0
    private var descriptions: [PacketDescription] = []

    init(_ buffer: QueueBuffer) {
        self.buffer = buffer
    }

    /// What is left of its memory.
    var room: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(
            start: buffer.data + byteCount, count: buffer.capacity - byteCount)
    }

    /// Packets that it has room to describe, where its app has asked for that.
    var packetsLeft: Int {
        buffer.descriptionCapacity > 0 ? buffer.descriptionCapacity - packetCount : Int.max
    }

    func isFull(_ format: StreamFormat) -> Bool {
        packetsLeft == 0
            || format.bytesPerPacket > 0
                && buffer.capacity - byteCount < Int(format.bytesPerPacket)
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

    /// The app's again, with what it holds written where the app looks.
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
