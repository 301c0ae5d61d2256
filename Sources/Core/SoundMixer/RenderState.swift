import Realtime

/// The voices and buses that the render thread mixes.
struct RenderState {
    /// One voice per slot. The control side writes a slot only while it is unused.
    let voices: UnsafeMutablePointer<RenderVoice>
    /// The voices again, as they are mixed while nothing happens to them.
    let steady: UnsafeMutablePointer<SteadyVoice>
    let places: UnsafeMutablePointer<VoicePlace>
    /// The slots of playing voices in the order of their start.
    private let playing: UnsafeMutablePointer<Int>
    private var playingCount = 0
    /// Whether each slot is playing. A late command may name a slot that the control side owns
    /// again, and must not touch it.
    private let isPlaying: UnsafeMutablePointer<Bool>
    let buses: UnsafeMutablePointer<UnsafeMutablePointer<ResamplingBus>?>
    /// The number of slots of `buses` that have been used.
    private(set) var busCount = 0
    /// The voices at the output's rate.
    var outputVoices = VoiceList()
    var batch = VoiceBatch()
    /// The number of frames rendered so far.
    var renderedFrames = 0
    /// Whether a feed has reached its refill threshold since the last `takeRefillRequest`.
    var wantsRefill = false
    /// Whether a voice may be done.
    var hasDone = false
    /// Whether a voice may have frames in its bus and nowhere else.
    var hasDraining = false
    /// The output frame until which all voices are measured.
    private(set) var measuresAllUntil = 0
    /// The output frame until which any voice is measured.
    private(set) var measuresUntil = 0
    /// How long a new voice is measured, and all voices after a meter was read, in output frames.
    private let measuredFrames: Int

    /// The largest block in frames; a longer `render` is split.
    static let blockFramesMax = 512
    /// The largest number of commands applied before one `render`.
    static let commandsPerCycleMax = 4096

    /// - Parameters:
    ///   - voices: `voicesMax` slots, kept by the caller.
    ///   - measuredFrames: How long a voice is measured for one look at its meter.
    init(voices: UnsafeMutablePointer<RenderVoice>, voicesMax: Int, measuredFrames: Int) {
        self.voices = voices
        self.measuredFrames = measuredFrames
        steady = allocateCacheLines(of: SteadyVoice.self, capacity: voicesMax)
        steady.initialize(repeating: SteadyVoice(), count: voicesMax)
        places = .allocate(capacity: max(voicesMax, 1))
        places.initialize(repeating: VoicePlace(), count: voicesMax)
        playing = .allocate(capacity: max(voicesMax, 1))
        isPlaying = .allocate(capacity: max(voicesMax, 1))
        isPlaying.initialize(repeating: false, count: voicesMax)
        buses = .allocate(capacity: Mixer.busesMax)
        buses.initialize(repeating: nil, count: Mixer.busesMax)
    }

    func deallocate() {
        steady.deallocate()
        places.deallocate()
        batch.deallocate()
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
        while commandsLeft > 0 {
            // Read in place.
            let waiting = commands.readable()
            guard let first = waiting.baseAddress, !waiting.isEmpty else { return }
            let count = min(waiting.count, commandsLeft)
            var index = 0
            while index < count {
                let command = first + index
                if case .moveGain = command.pointee.kind {
                    moveGain(command)
                } else {
                    apply(command, reports: reports)
                }
                index &+= 1
            }
            commands.discard(count)
            commandsLeft &-= count
        }
    }

    @inline(never) @_noLocks @_noAllocation
    private mutating func apply(
        _ command: UnsafePointer<MixerCommand>, reports: borrowing RingBufferWriter<RenderReport>
    ) {
        let slot = command.pointee.slot
        switch command.pointee.kind {
        case .start: start(slot)
        case .placeBus: place(command.pointee.bus, at: slot, reports: reports)
        case .moveGain, .movePan, .hold, .resume, .stop, .cut:
            guard isPlaying[slot] else { return }
            settle(slot)
            change(voices + slot, by: command)
        }
    }

    /// Applies the command that is sent most: there may be one for each voice in each block.
    @inline(__always) @_noLocks @_noAllocation
    private mutating func moveGain(_ command: UnsafePointer<MixerCommand>) {
        let slot = command.pointee.slot
        guard isPlaying[slot] else { return }
        settle(slot)
        voices[slot].moveGain(
            command.pointee.stage, to: command.pointee.value, over: command.pointee.frameCount,
            describing: &steady[slot])
    }

    @_noLocks @_noAllocation
    private mutating func change(
        _ voice: UnsafeMutablePointer<RenderVoice>, by command: UnsafePointer<MixerCommand>
    ) {
        let (value, frameCount) = (command.pointee.value, command.pointee.frameCount)
        switch command.pointee.kind {
        case .start, .placeBus: break
        case .moveGain:
            voice.pointee.gains.moveGain(command.pointee.stage, to: value, over: frameCount)
        case .movePan: voice.pointee.gains.movePan(to: value, over: frameCount)
        case .hold: voice.pointee.moveTransport(to: 0)
        case .resume: voice.pointee.moveTransport(to: 1)
        case .stop:
            voice.pointee.stop()
            hasDone = true
        case .cut:
            voice.pointee.cut()
            hasDone = true
        }
    }

    @_noLocks @_noAllocation
    private mutating func place(
        _ bus: UnsafeMutablePointer<ResamplingBus>?, at index: Int,
        reports: borrowing RingBufferWriter<RenderReport>
    ) {
        let isReplacement = buses[index] != nil
        buses[index] = bus
        busCount = max(busCount, index &+ 1)
        // There is always room: the queue has room for every voice and every bus.
        if isReplacement { _ = reports.write(.busReplaced(index: index)) }
    }

    @_noLocks @_noAllocation
    private mutating func start(_ slot: Int) {
        playing[playingCount] = slot
        playingCount &+= 1
        isPlaying[slot] = true
        steady[slot] = SteadyVoice()
        places[slot] = VoicePlace()
        places[slot].measuredUntil = renderedFrames &+ measuredFrames
        measuresUntil = max(measuresUntil, renderedFrames &+ measuredFrames)
        if let bus = bus(of: slot) {
            bus.pointee.join(slot, steady, places)
        } else {
            outputVoices.append(slot, steady, places)
        }
    }

    @inline(__always) @_noLocks @_noAllocation
    func bus(of slot: Int) -> UnsafeMutablePointer<ResamplingBus>? {
        guard let index = voices[slot].busIndex else { return nil }
        return buses[index]
    }

    /// Brings a voice's own state up to the present frame, so that it may change.
    @inline(__always) @_noLocks @_noAllocation
    private mutating func settle(_ slot: Int) {
        guard steady[slot].frameCount > 0 else { return }
        settle(slot, at: bus(of: slot)?.pointee.clock ?? renderedFrames)
    }

    /// Measures all voices for a while: somebody reads the meters.
    @_noLocks @_noAllocation
    mutating func measureAll() {
        measuresAllUntil = renderedFrames &+ measuredFrames
        measuresUntil = max(measuresUntil, measuresAllUntil)
    }

    // MARK: Rendering

    @_noLocks @_noAllocation
    mutating func render(
        into output: UnsafeMutablePointer<Float>, frameCount: Int,
        sharing shared: UnsafeMutablePointer<SharedResampling>?,
        reports: borrowing RingBufferWriter<RenderReport>,
        meters: UnsafeMutablePointer<LatestValueWriter<Mixer.Meter>>
    ) {
        let measures = renderedFrames < measuresUntil
        if measures {
            for index in 0..<playingCount { voices[playing[index]].peaks = Peaks() }
        }
        releaseDone(reports: reports, meters: meters)
        var rendered = 0
        while rendered < frameCount {
            let blockCount = min(frameCount &- rendered, Self.blockFramesMax)
            renderBlock(
                into: output + 2 &* rendered, frameCount: blockCount, sharing: shared)
            rendered &+= blockCount
            releaseDone(reports: reports, meters: meters)
        }
        guard measures else { return }
        for index in 0..<playingCount { publishMeter(of: playing[index], to: meters) }
    }

    @_noLocks @_noAllocation
    mutating func takeRefillRequest() -> Bool {
        defer { wantsRefill = false }
        return wantsRefill
    }

    @_noLocks @_noAllocation
    private mutating func renderBlock(
        into output: UnsafeMutablePointer<Float>, frameCount: Int,
        sharing shared: UnsafeMutablePointer<SharedResampling>?
    ) {
        // What is shared is the output of several mixers, each of which adds its part.
        if shared == nil { output.update(repeating: 0, count: 2 &* frameCount) }
        mixOutputVoices(into: output, frameCount: frameCount)
        for index in 0..<busCount {
            guard let bus = buses[index] else { continue }
            mixVoices(of: bus, outputCount: frameCount, sharing: shared)
            if index &+ 1 < busCount {
                prefetchVoice(of: buses[index &+ 1], outputCount: frameCount)
            }
            bus.pointee.filter(into: output, outputCount: frameCount)
        }
        renderedFrames &+= frameCount
        if hasDraining { drain() }
    }

    /// Notes what the buses have output of voices that have ended.
    @_noLocks @_noAllocation
    private mutating func drain() {
        hasDraining = false
        for index in 0..<playingCount {
            let slot = playing[index]
            guard voices[slot].isDraining, let bus = bus(of: slot) else { continue }
            voices[slot].drained(by: bus.pointee.passedCount)
            if voices[slot].isDone { hasDone = true } else { hasDraining = true }
        }
    }

    /// Releases the voices that are done, keeping the others in order.
    @_noLocks @_noAllocation
    private mutating func releaseDone(
        reports: borrowing RingBufferWriter<RenderReport>,
        meters: UnsafeMutablePointer<LatestValueWriter<Mixer.Meter>>
    ) {
        guard hasDone else { return }
        hasDone = false
        var keptCount = 0
        for index in 0..<playingCount {
            let slot = playing[index]
            guard voices[slot].isDone else {
                playing[keptCount] = slot
                keptCount &+= 1
                continue
            }
            publishMeter(of: slot, to: meters)
            if let bus = bus(of: slot) {
                bus.pointee.leave(slot, steady, places)
            } else {
                outputVoices.remove(slot, steady, places)
            }
            isPlaying[slot] = false
            // The last access: from here on the control side owns the slot. There is always room,
            // as above.
            _ = reports.write(.voiceDone(slot: slot, wasStopped: voices[slot].wasStopped))
        }
        playingCount = keptCount
    }

    @_noLocks @_noAllocation
    private mutating func publishMeter(
        of slot: Int, to meters: UnsafeMutablePointer<LatestValueWriter<Mixer.Meter>>
    ) {
        settle(slot)
        let peaks = voices[slot].peaks
        meters[slot].publish(
            Mixer.Meter(
                sourcePeak: peaks.source, outputPeak: peaks.output,
                framesPlayed: voices[slot].framesPlayed, underrunFrames: voices[slot].underrunFrames
            ))
    }
}
