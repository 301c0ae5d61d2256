import CSoundMixer

extension RenderState {
    /// A bus as one block of its voices sees it.
    private struct BusBlock {
        /// The frames to mix; they continue those of the last block.
        let frames: UnsafeMutablePointer<Float>
        let frameCount: Int
        /// The bus's clock at the first of them.
        let clock: Int
        /// The number of output frames of the block.
        let outputCount: Int
        /// The bus that is resampled; `nil` for the output itself.
        let resampled: UnsafeMutablePointer<ResamplingBus>?
    }

    @_noLocks @_noAllocation
    mutating func mixOutputVoices(into output: UnsafeMutablePointer<Float>, frameCount: Int) {
        guard outputVoices.first >= 0 else { return }
        let block = BusBlock(
            frames: output, frameCount: frameCount, clock: renderedFrames, outputCount: frameCount,
            resampled: nil)
        mix(outputVoices, in: block)
    }

    @_noLocks @_noAllocation
    mutating func mixVoices(
        of bus: UnsafeMutablePointer<ResamplingBus>, outputCount: Int,
        sharing shared: UnsafeMutablePointer<SharedResampling>?
    ) {
        bus.pointee.prepare(outputCount: outputCount, sharing: shared)
        guard bus.pointee.voices.first >= 0 else { return }
        let room = bus.pointee.room(from: bus.pointee.readyCount)
        let block = BusBlock(
            frames: room.start, frameCount: room.frameCount, clock: bus.pointee.clock,
            outputCount: outputCount, resampled: bus)
        mix(bus.pointee.voices, in: block)
    }

    /// Asks for the samples of a bus's first voice, which are read after another bus is filtered: the
    /// processor cannot foresee them.
    @_noLocks @_noAllocation
    func prefetchVoice(of bus: UnsafeMutablePointer<ResamplingBus>?, outputCount: Int) {
        guard let bus, bus.pointee.voices.first >= 0 else { return }
        let voice = steady + bus.pointee.voices.first
        guard voice.pointee.frameCount > 0, !voice.pointee.isHeld, voice.pointee.isSounding else {
            return
        }
        let block = voice.pointee.block(after: bus.pointee.clock &- voice.pointee.origin)
        sori_prefetch(block.samples, outputCount &<< Int(voice.pointee.frameShift))
    }

    /// Mixes the steady voices several a pass, and the others one by one between them.
    @_noLocks @_noAllocation
    private mutating func mix(_ list: VoiceList, in block: BusBlock) {
        let steady = steady
        let end = block.clock &+ block.frameCount
        let measures = renderedFrames < measuresUntil
        var slot = list.first
        var sounds = false
        while slot >= 0 {
            let voice = steady + slot
            let passedCount = block.clock &- voice.pointee.origin
            if end &- voice.pointee.origin > voice.pointee.frameCount {
                mixOther(slot, in: block)
            } else if !voice.pointee.isHeld {
                if measures, isMeasured(slot) {
                    measure(slot, voice.pointee.block(after: passedCount), in: block)
                    sounds = true
                } else if voice.pointee.isSounding {
                    sounds = true
                    if batch.append(voice.pointee.block(after: passedCount)) {
                        batch.mix(into: block.frames, frameCount: block.frameCount)
                    }
                }
            }
            slot = voice.pointee.next
        }
        batch.mix(into: block.frames, frameCount: block.frameCount)
        if sounds { block.resampled?.pointee.noteSound(ofNewFrames: block.frameCount) }
    }

    @inline(__always) @_noLocks @_noAllocation
    private func isMeasured(_ slot: Int) -> Bool {
        guard renderedFrames < measuresUntil else { return false }
        return renderedFrames < max(places[slot].measuredUntil, measuresAllUntil)
    }

    /// Mixes a steady voice alone and measures it.
    @_noLocks @_noAllocation
    private mutating func measure(_ slot: Int, _ voice: sori_voice_block, in block: BusBlock) {
        batch.mix(into: block.frames, frameCount: block.frameCount)
        var voice = voice
        var peaks = voices[slot].peaks
        sori_mix_measured(&voice, block.frames, block.frameCount, &peaks.source, &peaks.output)
        voices[slot].peaks = peaks
    }

    /// Mixes a voice to which something happens in this block, or which has not been described yet.
    @_noLocks @_noAllocation
    private mutating func mixOther(_ slot: Int, in block: BusBlock) {
        settle(slot, at: block.clock)
        voices[slot].describe(&steady[slot])
        let isMeasured = isMeasured(slot)
        if steady[slot].frameCount >= block.frameCount, steady[slot].frameCount > 0 {
            guard !steady[slot].isHeld else { return }
            if isMeasured {
                measure(slot, steady[slot].block, in: block)
            } else if steady[slot].isSounding, batch.append(steady[slot].block) {
                batch.mix(into: block.frames, frameCount: block.frameCount)
            }
            block.resampled?.pointee.noteSound(ofNewFrames: block.frameCount)
            return
        }
        steady[slot].frameCount = -1
        // The order of summation is the order of the voices.
        batch.mix(into: block.frames, frameCount: block.frameCount)
        voices[slot].peaks.areWanted = isMeasured
        mixAlone(slot, in: block)
        if voices[slot].takeRefillRequest() { wantsRefill = true }
        if voices[slot].isDone { hasDone = true }
        if voices[slot].isDraining { hasDraining = true }
        steady[slot].origin = block.clock &+ block.frameCount
    }

    @_noLocks @_noAllocation
    private func mixAlone(_ slot: Int, in block: BusBlock) {
        guard voices[slot].isPlaying else { return }
        let waitCount = framesToWait(slot, frameCount: block.outputCount)
        if waitCount > 0 { voices[slot].wait(frameCount: waitCount) }
        guard waitCount < block.outputCount else { return }
        if let bus = block.resampled {
            let first = bus.pointee.firstFrame(isNew: voices[slot].isNew, outputOffset: waitCount)
            let room = bus.pointee.room(from: first)
            let mixedCount = voices[slot].mix(
                into: room.start, frameCount: room.frameCount, filterFrames: first)
            if mixedCount > 0 { bus.pointee.noteSound(upTo: first &+ mixedCount) }
        } else {
            _ = voices[slot].mix(
                into: block.frames + 2 &* waitCount, frameCount: block.frameCount &- waitCount,
                filterFrames: 0)
        }
        voices[slot].isNew = false
    }

    /// Brings a voice's own state up to a frame of its bus's clock, so that it may change.
    @inline(__always) @_noLocks @_noAllocation
    func settle(_ slot: Int, at clock: Int) {
        if steady[slot].frameCount > 0 {
            let passedCount = clock &- steady[slot].origin
            if passedCount > 0 {
                voices[slot].pass(passedCount, isHeld: steady[slot].isHeld)
            }
        }
        steady[slot].frameCount = -1
        steady[slot].origin = clock
    }

    /// Returns the number of output frames of this block before a voice starts.
    @_noLocks @_noAllocation
    private func framesToWait(_ slot: Int, frameCount: Int) -> Int {
        guard voices[slot].isNew else { return 0 }
        return min(max(voices[slot].start.outputFrame &- renderedFrames, 0), frameCount)
    }
}
