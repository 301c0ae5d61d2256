#if MIDI
    import CFluidSynth

    /// One of FluidSynth's synthesisers, with a part of the voices that sound and a block phase of
    /// its own.
    ///
    /// FluidSynth starts voices at the beginning of a block of 64 frames. An idle lane does not
    /// render, so that a block begins at whatever frame its next note does.
    final class SynthesizerLane {
        let synth: OpaquePointer
        /// Frames rendered since the present block began; 0 at the beginning of one.
        private(set) var blockPosition = 0
        private let settings: SynthesizerSettings
        private let block: UnsafeMutablePointer<Float>
        private let voices: UnsafeMutablePointer<OpaquePointer?>

        /// Frames in one of FluidSynth's blocks.
        static let blockFrames = 64
        /// The largest number of voices of a lane that sound at once.
        static let polyphony = 64
        /// The number of voices beyond which further notes prefer another lane: one note may have
        /// some voices.
        private static let fullCount = polyphony - 16

        init?(_ settings: SynthesizerSettings) {
            guard let synth = new_fluid_synth(settings.settings) else { return nil }
            self.synth = synth
            self.settings = settings
            block = .allocate(capacity: 2 * Self.blockFrames)
            block.initialize(repeating: 0, count: 2 * Self.blockFrames)
            voices = .allocate(capacity: Self.polyphony)
            voices.initialize(repeating: nil, count: Self.polyphony)
        }

        deinit {
            delete_fluid_synth(synth)
            block.deallocate()
            voices.deallocate()
        }

        var hasVoices: Bool { fluid_synth_get_active_voice_count(synth) > 0 }
        /// Whether the next block would be silent, and begins at the next frame.
        var isIdle: Bool { blockPosition == 0 && !hasVoices }
        var isFull: Bool { fluid_synth_get_active_voice_count(synth) >= Self.fullCount }
        /// Frames from the next one to the beginning of a block.
        var framesToBlock: Int { blockPosition == 0 ? 0 : Self.blockFrames - blockPosition }

        /// Adds the next frames of the voices.
        func add(
            toLeft left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>,
            frameCount: Int
        ) {
            var done = 0
            while done < frameCount, !isIdle {
                let count = min(frameCount - done, Self.blockFrames - blockPosition)
                let other = block + Self.blockFrames
                fluid_synth_write_float(synth, Int32(count), block, 0, 1, other, 0, 1)
                for frame in 0..<count {
                    left[done + frame] += block[frame]
                    right[done + frame] += other[frame]
                }
                done += count
                blockPosition = (blockPosition + count) % Self.blockFrames
            }
        }

        /// Ends all sound at once.
        func silence() {
            fluid_synth_all_sounds_off(synth, -1)
            // Voices end with the next block.
            for _ in 0..<Self.silentBlocksMax where !isIdle {
                let count = Int32(Self.blockFrames - blockPosition)
                fluid_synth_write_float(
                    synth, count, block, 0, 1, block + Self.blockFrames, 0, 1)
                blockPosition = 0
            }
        }

        private static let silentBlocksMax = 8

        // MARK: Notes that end others

        /// The exclusive classes of the voices of a key, one bit each; class 0 is none.
        func exclusiveClasses(channel: Int32, key: Int32) -> UInt64 {
            var classes: UInt64 = 0
            forEachVoice(of: channel) { voice in
                guard fluid_voice_get_key(voice) == key else { return }
                classes |= Self.bit(ofClassOf: voice)
            }
            return classes & ~1
        }

        /// Ends a channel's voices of exclusive classes fast, as FluidSynth does within one lane.
        func end(exclusiveClasses classes: UInt64, channel: Int32) {
            forEachVoice(of: channel) { voice in
                guard Self.bit(ofClassOf: voice) & classes != 0 else { return }
                let release = Int32(GEN_VOLENVRELEASE.rawValue)
                fluid_voice_gen_set(voice, Int32(GEN_EXCLUSIVECLASS.rawValue), 0)
                fluid_synth_stop(synth, fluid_voice_get_id(voice))
                fluid_voice_gen_set(voice, release, Self.exclusiveRelease)
                fluid_voice_update_param(voice, release)
            }
        }

        /// Raises the voices of a key by cents, when one has begun.
        func tune(channel: Int32, key: Int32, cents: Float) {
            forEachVoice(of: channel) { voice in
                guard fluid_voice_get_key(voice) == key else { return }
                let generator = Int32(GEN_FINETUNE.rawValue)
                fluid_voice_gen_incr(voice, generator, cents)
                fluid_voice_update_param(voice, generator)
            }
        }

        /// The release of voices that an exclusive class ends, in time cents: 0.9 s.
        private static let exclusiveRelease: Float = -200

        private static func bit(ofClassOf voice: OpaquePointer) -> UInt64 {
            let number = fluid_voice_gen_get(voice, Int32(GEN_EXCLUSIVECLASS.rawValue))
            return number >= 0 && number < 64 ? 1 << UInt64(number) : 0
        }

        private func forEachVoice(of channel: Int32, _ body: (OpaquePointer) -> Void) {
            let count = Int(min(fluid_synth_get_active_voice_count(synth), Int32(Self.polyphony)))
            guard count > 0 else { return }
            fluid_synth_get_voicelist(synth, voices, Int32(Self.polyphony), -1)
            for index in 0..<count {
                guard let voice = voices[index] else { return }
                if fluid_voice_get_channel(voice) == channel { body(voice) }
            }
        }
    }

    /// FluidSynth's settings, which have to outlive the synthesisers made of them.
    final class SynthesizerSettings {
        let settings: OpaquePointer

        init?(sampleRate: Double, gain: Double) {
            guard let settings = new_fluid_settings() else { return nil }
            self.settings = settings
            fluid_settings_setnum(settings, "synth.sample-rate", sampleRate)
            fluid_settings_setnum(settings, "synth.gain", gain)
            fluid_settings_setint(settings, "synth.polyphony", Int32(SynthesizerLane.polyphony))
            for name in [
                "synth.reverb.active", "synth.chorus.active", "synth.threadsafe-api",
                "synth.lock-memory",
            ] {
                fluid_settings_setint(settings, name, 0)
            }
        }

        deinit { delete_fluid_settings(settings) }
    }
#endif
