#if MIDI
    import CFluidSynth
#endif
import Synchronization

/// A synthesiser of 16 channels that plays a sound font, by FluidSynth.
///
/// One thread at a time; `render` and `send` neither allocate nor lock. A note begins at its exact
/// frame: notes share a lane only when they begin with one of its blocks. Ends of notes, controllers
/// and bends take effect with each lane's next block, at most 63 frames later; so do the notes of
/// channels with portamento or in mono mode, and notes that find no lane.
///
/// Ownership: one thread at a time uses it.
package final class SoundFontSynthesizer: @unchecked Sendable {
    /// Frames a second.
    package let sampleRate: Double

    /// The rates that can be rendered, in frames a second.
    package static let sampleRates = 8000.0...96_000.0
    /// The number of block phases that sound at once.
    package static let laneCount = 16
    /// The gain of all voices; FluidSynth's own would be 0.2.
    private static let gain = 0.5

    #if MIDI
        /// The first lane owns the sound font, the others borrow it.
        private let lanes: [SynthesizerLane]
        private var font: Int32?
        private var banks = [Bank](repeating: Bank(), count: 16)
        /// Whether a preset has been selected for all channels: program changes have no effect then.
        private var keepsPreset = false
        /// The channels in mono mode, and those with portamento, one bit each: their notes depend on
        /// the one before, so that they stay in the first lane.
        private var monoChannels: UInt16 = 0
        private var portamentoChannels: UInt16 = 0

        /// A channel's bank as its controllers have set it.
        private struct Bank {
            var coarse: UInt8 = 0
            var fine: UInt8 = 0
        }

        /// - Returns: `nil` without FluidSynth, for other sample rates, and without memory.
        package init?(sampleRate: Double) {
            guard Self.sampleRates.contains(sampleRate) else { return nil }
            Self.silenceLog
            guard
                let settings = SynthesizerSettings(sampleRate: sampleRate, gain: Self.gain)
            else { return nil }
            let lanes = (0..<Self.laneCount).compactMap { _ in SynthesizerLane(settings) }
            self.lanes = lanes
            self.sampleRate = sampleRate
            guard lanes.count == Self.laneCount else { return nil }
            SoundFontMemory.addLoader(to: lanes[0].synth, settings.settings)
        }

        deinit { removeFont() }

        /// Keeps FluidSynth from writing to standard error.
        private static let silenceLog: Void = {
            for level in [FLUID_PANIC, FLUID_ERR, FLUID_WARN, FLUID_INFO, FLUID_DBG] {
                fluid_set_log_function(Int32(level.rawValue), nil, nil)
            }
        }()

        // MARK: Control

        /// Loads a sound font, in place of the one before.
        ///
        /// - Returns: Whether the file is a sound font. If not, nothing has changed.
        package func loadSoundFont(path: String) -> Bool {
            fluid_is_soundfont(path) != 0 && load(name: path)
        }

        /// Loads the bytes of a sound font, in place of the one before.
        ///
        /// - Returns: Whether they are a sound font. If not, nothing has changed.
        package func loadSoundFont(bytes: [UInt8]) -> Bool {
            let memory = SoundFontMemory(bytes)
            // FluidSynth reads everything while it loads.
            return withExtendedLifetime(memory) { load(name: memory.name) }
        }

        private func load(name: String) -> Bool {
            let owner = lanes[0].synth
            let new = fluid_synth_sfload(owner, name, 1)
            guard new != FLUID_FAILED else { return false }
            removeFont()
            font = new
            let loaded = fluid_synth_get_sfont_by_id(owner, new)
            for lane in lanes.dropFirst() {
                fluid_synth_add_sfont(lane.synth, loaded)
                fluid_synth_program_reset(lane.synth)
            }
            return true
        }

        /// Takes the sound font from all lanes; the first one frees it.
        private func removeFont() {
            guard let font else { return }
            silence()
            let old = fluid_synth_get_sfont_by_id(lanes[0].synth, font)
            for lane in lanes.dropFirst() { fluid_synth_remove_sfont(lane.synth, old) }
            fluid_synth_sfunload(lanes[0].synth, font, 1)
            self.font = nil
        }

        /// Gives all channels one preset of the sound font.
        ///
        /// - Parameters:
        ///   - bank: 0…127 for melodic presets, `drumBank` for drums.
        /// - Returns: Whether the sound font has it.
        package func selectPreset(bank: Int, program: Int) -> Bool {
            guard let font, (0...127).contains(program), (0...Self.drumBank).contains(bank) else {
                return false
            }
            let drums = Int32(bank == Self.drumBank ? CHANNEL_TYPE_DRUM.rawValue : 0)
            for lane in lanes {
                for channel: Int32 in 0..<16 {
                    fluid_synth_set_channel_type(lane.synth, channel, drums)
                    guard
                        fluid_synth_program_select(
                            lane.synth, channel, font, Int32(bank), Int32(program)) == FLUID_OK
                    else { return false }
                }
            }
            keepsPreset = true
            return true
        }

        /// Ends all sound at once.
        package func silence() { for lane in lanes { lane.silence() } }

        /// Ends all sound, and resets programs and controllers.
        package func reset() {
            silence()
            for lane in lanes { fluid_synth_system_reset(lane.synth) }
            setVolume(1)
            banks = [Bank](repeating: Bank(), count: 16)
            (monoChannels, portamentoChannels) = (0, 0)
        }

        // MARK: Rendering

        /// Whether no voice sounds.
        package var isSilent: Bool { lanes.allSatisfy { $0.isIdle } }

        /// Plays a message from the next frame on.
        package func send(_ message: MIDIMessage) {
            let channel = Int32(message.channel)
            let (data1, data2) = (Int32(message.data1), Int32(message.data2))
            switch message.kind {
            case .noteOn where data2 > 0: startNote(channel, data1, velocity: data2)
            case .noteOff, .noteOn: endNote(channel, data1, except: nil)
            case .keyPressure:
                for lane in lanes { fluid_synth_key_pressure(lane.synth, channel, data1, data2) }
            case .controller: control(message)
            case .program: changeProgram(message)
            case .channelPressure:
                for lane in lanes { fluid_synth_channel_pressure(lane.synth, channel, data1) }
            case .system: setVolume(Double(data1 | data2 << 7) / 16_383)
            case .pitchBend:
                for lane in lanes {
                    fluid_synth_pitch_bend(lane.synth, channel, data1 | data2 << 7)
                }
            }
        }

        /// Sets the master volume, 0…1; its square is the gain.
        private func setVolume(_ volume: Double) {
            for lane in lanes {
                fluid_synth_set_gain(lane.synth, Float(Self.gain * volume * volume))
            }
        }

        /// Plays a message that is due; a note may be higher than its key.
        func send(_ entry: MIDIMessageQueue.Entry) {
            send(entry.message)
            guard entry.cents != 0, entry.message.isNoteStart else { return }
            let (channel, key) = (Int32(entry.message.channel), Int32(entry.message.data1))
            for lane in lanes where lane.hasVoices {
                lane.tune(channel: channel, key: key, cents: Float(entry.cents))
            }
        }

        private func startNote(_ channel: Int32, _ key: Int32, velocity: Int32) {
            let lane = lane(forNoteOf: channel)
            // A key sounds once, in whatever lane.
            endNote(channel, key, except: lane)
            fluid_synth_noteon(lane.synth, channel, key, velocity)
            let classes = lane.exclusiveClasses(channel: channel, key: key)
            guard classes != 0 else { return }
            for other in lanes where other !== lane && other.hasVoices {
                other.end(exclusiveClasses: classes, channel: channel)
            }
        }

        private func endNote(_ channel: Int32, _ key: Int32, except lane: SynthesizerLane?) {
            for other in lanes where other !== lane && other.hasVoices {
                fluid_synth_noteoff(other.synth, channel, key)
            }
        }

        /// The lane in which a note can begin at the next frame, or else the soonest.
        private func lane(forNoteOf channel: Int32) -> SynthesizerLane {
            if (monoChannels | portamentoChannels) >> UInt16(channel) & 1 == 1 { return lanes[0] }
            var idle: SynthesizerLane?
            var soonest = lanes[0]
            for lane in lanes {
                if lane.isIdle {
                    idle = idle ?? lane
                } else if lane.blockPosition == 0, !lane.isFull {
                    return lane
                } else if lane.framesToBlock < soonest.framesToBlock {
                    soonest = lane
                }
            }
            return idle ?? soonest
        }

        /// Tunes all channels by cents.
        package func setTuning(cents: Double) {
            let generator = Int32(GEN_FINETUNE.rawValue)
            for lane in lanes {
                for channel: Int32 in 0..<16 {
                    fluid_synth_set_gen(lane.synth, channel, generator, Float(cents))
                }
            }
        }

        private func control(_ message: MIDIMessage) {
            let bit: UInt16 = 1 << UInt16(message.channel)
            switch message.data1 {
            case 0: return banks[Int(message.channel)].coarse = message.data2
            case 32: return banks[Int(message.channel)].fine = message.data2
            case 65 where message.data2 >= 64: portamentoChannels |= bit
            case 65, 121: portamentoChannels &= ~bit
            case 126: monoChannels |= bit
            case 127: monoChannels &= ~bit
            default: break
            }
            for lane in lanes {
                fluid_synth_cc(
                    lane.synth, Int32(message.channel), Int32(message.data1), Int32(message.data2))
            }
        }

        private func changeProgram(_ message: MIDIMessage) {
            guard !keepsPreset else { return }
            let channel = Int32(message.channel)
            let bank = banks[Int(message.channel)]
            let drums = Int32(CHANNEL_TYPE_DRUM.rawValue)
            let melodic = Int32(CHANNEL_TYPE_MELODIC.rawValue)
            for lane in lanes {
                switch bank.coarse {
                case Self.percussionBank: fluid_synth_set_channel_type(lane.synth, channel, drums)
                case Self.melodicBank:
                    fluid_synth_set_channel_type(lane.synth, channel, melodic)
                    fluid_synth_bank_select(lane.synth, channel, Int32(bank.fine))
                default: fluid_synth_bank_select(lane.synth, channel, Int32(bank.coarse))
                }
                fluid_synth_program_change(lane.synth, channel, Int32(message.data1))
            }
        }

        /// Renders frames.
        package func render(
            left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frameCount: Int
        ) {
            guard frameCount > 0 else { return }
            left.update(repeating: 0, count: frameCount)
            right.update(repeating: 0, count: frameCount)
            for lane in lanes {
                lane.add(toLeft: left, right: right, frameCount: frameCount)
            }
        }
    #else
        package init?(sampleRate: Double) { nil }

        package func loadSoundFont(path: String) -> Bool { false }
        package func loadSoundFont(bytes: [UInt8]) -> Bool { false }
        package func selectPreset(bank: Int, program: Int) -> Bool { false }
        package func silence() {}
        package func reset() {}
        package var isSilent: Bool { true }
        package func send(_ message: MIDIMessage) {}
        func send(_ entry: MIDIMessageQueue.Entry) {}
        package func setTuning(cents: Double) {}
        package func render(
            left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frameCount: Int
        ) {}
    #endif

    /// The bank of drums in a sound font.
    package static let drumBank = 128
    /// The coarse bank number of General MIDI 2 for melodic programs.
    package static let melodicBank: UInt8 = 0x79
    /// The coarse bank number of General MIDI 2 for drums.
    package static let percussionBank: UInt8 = 0x78
}
