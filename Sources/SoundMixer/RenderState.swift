import Realtime

/// The voices and buses that the render thread mixes.
struct RenderState {
    /// One voice per slot. The control side writes a slot only while it is unused.
    private let voices: UnsafeMutablePointer<RenderVoice>
    /// The slots of playing voices in the order of their start, which is the order of summation.
    private let playing: UnsafeMutablePointer<Int>
    private var playingCount = 0
    /// Whether each slot is playing. A late command may name a slot that the control side owns
    /// again, and must not touch it.
    private let isPlaying: UnsafeMutablePointer<Bool>
    private let buses: UnsafeMutablePointer<UnsafeMutablePointer<ResamplingBus>?>
    /// The number of slots of `buses` that have been used.
    private var busCount = 0
    /// The number of frames rendered so far.
    private var renderedFrames = 0
    /// Whether a feed has reached its refill threshold since the last `takeRefillRequest`.
    private var wantsRefill = false

    /// The largest block in frames; a longer `render` is split.
    static let blockFramesMax = 512
    /// The largest number of commands applied before one `render`.
    static let commandsPerCycleMax = 4096

    /// - Parameter voices: `voicesMax` slots, kept by the caller.
    init(voices: UnsafeMutablePointer<RenderVoice>, voicesMax: Int) {
        self.voices = voices
        playing = .allocate(capacity: max(voicesMax, 1))
        isPlaying = .allocate(capacity: max(voicesMax, 1))
        isPlaying.initialize(repeating: false, count: voicesMax)
        buses = .allocate(capacity: Mixer.busesMax)
        buses.initialize(repeating: nil, count: Mixer.busesMax)
    }

    func deallocate() {
        playing.deallocate()
        isPlaying.deallocate()
        buses.deallocate()
    }

    // MARK: Commands

    @_noLocks @_noAllocation
    mutating func apply(
        _ commands: borrowing RingBufferReader<MixerCommand>,
        reports: borrowing RingBufferWriter<RenderReport>
    ) {
        // Only the commands queued now: a busy control thread cannot keep this thread here.
        var commandsLeft = min(commands.readableCount, Self.commandsPerCycleMax)
        while commandsLeft > 0, let command = commands.read() {
            apply(command, reports: reports)
            commandsLeft &-= 1
        }
    }

    @_noLocks @_noAllocation
    private mutating func apply(
        _ command: MixerCommand, reports: borrowing RingBufferWriter<RenderReport>
    ) {
        switch command {
        case .start(let slot):
            playing[playingCount] = slot
            playingCount &+= 1
            isPlaying[slot] = true
            bus(of: slot)?.pointee.join()
        case .moveGain(let slot, let stage, let gain, let frameCount):
            guard isPlaying[slot] else { return }
            voices[slot].moveGain(stage, to: gain, over: frameCount)
        case .movePan(let slot, let pan, let frameCount):
            guard isPlaying[slot] else { return }
            voices[slot].movePan(to: pan, over: frameCount)
        case .hold(let slot):
            guard isPlaying[slot] else { return }
            voices[slot].moveTransport(to: 0)
        case .resume(let slot):
            guard isPlaying[slot] else { return }
            voices[slot].moveTransport(to: 1)
        case .stop(let slot):
            guard isPlaying[slot] else { return }
            voices[slot].stop()
        case .cut(let slot):
            guard isPlaying[slot] else { return }
            voices[slot].cut()
        case .placeBus(let bus, let index):
            let isReplacement = buses[index] != nil
            buses[index] = bus
            busCount = max(busCount, index &+ 1)
            // There is always room: the queue has room for every voice and every bus.
            if isReplacement { _ = reports.write(.busReplaced(index: index)) }
        }
    }

    @_noLocks @_noAllocation
    private func bus(of slot: Int) -> UnsafeMutablePointer<ResamplingBus>? {
        guard let index = voices[slot].busIndex else { return nil }
        return buses[index]
    }

    // MARK: Rendering

    @_noLocks @_noAllocation
    mutating func render(
        into output: UnsafeMutablePointer<Float>, frameCount: Int,
        reports: borrowing RingBufferWriter<RenderReport>,
        meters: UnsafeMutablePointer<LatestValueWriter<Mixer.Meter>>
    ) {
        for index in 0..<playingCount { voices[playing[index]].peaks = Peaks() }
        releaseDone(reports: reports, meters: meters)
        var rendered = 0
        while rendered < frameCount {
            let blockCount = min(frameCount &- rendered, Self.blockFramesMax)
            renderBlock(into: output + 2 &* rendered, frameCount: blockCount)
            rendered &+= blockCount
            releaseDone(reports: reports, meters: meters)
        }
        for index in 0..<playingCount {
            publishMeter(of: playing[index], to: meters)
            if voices[playing[index]].takeRefillRequest() { wantsRefill = true }
        }
    }

    @_noLocks @_noAllocation
    mutating func takeRefillRequest() -> Bool {
        defer { wantsRefill = false }
        return wantsRefill
    }

    @_noLocks @_noAllocation
    private mutating func renderBlock(into output: UnsafeMutablePointer<Float>, frameCount: Int) {
        output.update(repeating: 0, count: 2 &* frameCount)
        for index in 0..<busCount { buses[index]?.pointee.prepare(outputCount: frameCount) }
        for index in 0..<playingCount {
            let slot = playing[index]
            guard voices[slot].isPlaying else { continue }
            let waitCount = framesToWait(slot, frameCount: frameCount)
            if waitCount > 0 { voices[slot].wait(frameCount: waitCount) }
            guard waitCount < frameCount else { continue }
            if let bus = bus(of: slot) {
                let first = bus.pointee.firstFrame(
                    isNew: voices[slot].isNew, outputOffset: waitCount)
                let room = bus.pointee.room(from: first)
                let mixedCount = voices[slot].mix(
                    into: room.start, frameCount: room.frameCount, filterFrames: first)
                if mixedCount > 0 { bus.pointee.noteSound(upTo: first &+ mixedCount) }
            } else {
                _ = voices[slot].mix(
                    into: output + 2 &* waitCount, frameCount: frameCount &- waitCount,
                    filterFrames: 0)
            }
            voices[slot].isNew = false
        }
        renderedFrames &+= frameCount
        for index in 0..<busCount {
            buses[index]?.pointee.filter(into: output, outputCount: frameCount)
        }
        for index in 0..<playingCount {
            let slot = playing[index]
            guard voices[slot].isDraining, let bus = bus(of: slot) else { continue }
            voices[slot].drained(by: bus.pointee.passedCount)
        }
    }

    /// Returns the number of output frames of this block before a voice starts.
    @_noLocks @_noAllocation
    private func framesToWait(_ slot: Int, frameCount: Int) -> Int {
        guard voices[slot].isNew else { return 0 }
        return min(max(voices[slot].start.outputFrame &- renderedFrames, 0), frameCount)
    }

    /// Releases the voices that are done, keeping the others in order.
    @_noLocks @_noAllocation
    private mutating func releaseDone(
        reports: borrowing RingBufferWriter<RenderReport>,
        meters: UnsafeMutablePointer<LatestValueWriter<Mixer.Meter>>
    ) {
        var keptCount = 0
        for index in 0..<playingCount {
            let slot = playing[index]
            guard voices[slot].isDone else {
                playing[keptCount] = slot
                keptCount &+= 1
                continue
            }
            publishMeter(of: slot, to: meters)
            bus(of: slot)?.pointee.leave()
            isPlaying[slot] = false
            // The last access: from here on the control side owns the slot. There is always room,
            // as above.
            _ = reports.write(.voiceDone(slot: slot, wasStopped: voices[slot].wasStopped))
        }
        playingCount = keptCount
    }

    @_noLocks @_noAllocation
    private func publishMeter(
        of slot: Int, to meters: UnsafeMutablePointer<LatestValueWriter<Mixer.Meter>>
    ) {
        let peaks = voices[slot].peaks
        meters[slot].publish(
            Mixer.Meter(
                sourcePeak: peaks.source, outputPeak: peaks.output,
                framesPlayed: voices[slot].framesPlayed, underrunFrames: voices[slot].underrunFrames
            ))
    }
}
