#if MIDI
    import CFluidSynth
#endif
import Synchronization

/// A synthesiser of 16 channels that plays a sound font, by FluidSynth.
///
/// One thread at a time; `render` and `send` neither allocate nor lock. A message takes effect at
/// the next of FluidSynth's blocks of 64 frames; while nothing sounds a new block begins at once, so
/// that the first note after silence begins at its exact frame.
///
/// Ownership: one thread at a time uses it.
package final class SoundFontSynthesizer: @unchecked Sendable {
    /// Frames a second.
    package let sampleRate: Double

    /// The rates that can be rendered, in frames a second.
    package static let sampleRates = 8000.0...96_000.0
    /// The largest number of voices that sound at once.
    private static let polyphony = 256
    /// The gain of all voices; FluidSynth's own would be 0.2.
    private static let gain = 0.5
    /// Frames in one of FluidSynth's blocks.
    package static let blockFrames = 64

    #if MIDI
        private let settings: OpaquePointer
        private let synth: OpaquePointer
        private var font: Int32?
        private var banks = [Bank](repeating: Bank(), count: 16)
        /// Frames rendered since the last block began.
        private var blockPosition = 0
        private let skipped: UnsafeMutablePointer<Float>

        /// A channel's bank as its controllers have set it.
        private struct Bank {
            var coarse: UInt8 = 0
            var fine: UInt8 = 0
        }

        /// - Returns: `nil` without FluidSynth, for other sample rates, and without memory.
        package init?(sampleRate: Double) {
            guard Self.sampleRates.contains(sampleRate) else { return nil }
            Self.silenceLog
            guard let settings = new_fluid_settings() else { return nil }
            fluid_settings_setnum(settings, "synth.sample-rate", sampleRate)
            fluid_settings_setnum(settings, "synth.gain", Self.gain)
            fluid_settings_setint(settings, "synth.polyphony", Int32(Self.polyphony))
            fluid_settings_setint(settings, "synth.reverb.active", 0)
            fluid_settings_setint(settings, "synth.chorus.active", 0)
            fluid_settings_setint(settings, "synth.threadsafe-api", 0)
            fluid_settings_setint(settings, "synth.lock-memory", 0)
            guard let synth = new_fluid_synth(settings) else {
                delete_fluid_settings(settings)
                return nil
            }
            self.settings = settings
            self.synth = synth
            self.sampleRate = sampleRate
            skipped = .allocate(capacity: 2 * Self.blockFrames)
        }

        deinit {
            delete_fluid_synth(synth)
            delete_fluid_settings(settings)
            skipped.deallocate()
        }

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
            guard fluid_is_soundfont(path) != 0 else { return false }
            let new = fluid_synth_sfload(synth, path, 1)
            guard new != FLUID_FAILED else { return false }
            if let font { fluid_synth_sfunload(synth, font, 1) }
            font = new
            return true
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
            for channel: Int32 in 0..<16 {
                fluid_synth_set_channel_type(synth, channel, drums)
                guard
                    fluid_synth_program_select(
                        synth, channel, font, Int32(bank), Int32(program)) == FLUID_OK
                else { return false }
            }
            return true
        }

        /// Ends all sound at once.
        package func silence() { fluid_synth_all_sounds_off(synth, -1) }

        /// Ends all sound, and resets programs and controllers.
        package func reset() { fluid_synth_system_reset(synth) }

        // MARK: Rendering

        /// Whether no voice sounds.
        package var isSilent: Bool { fluid_synth_get_active_voice_count(synth) == 0 }

        /// Plays a message from the next frame on.
        package func send(_ message: MIDIMessage) {
            startBlock()
            let channel = Int32(message.channel)
            let (data1, data2) = (Int32(message.data1), Int32(message.data2))
            switch message.kind {
            case .noteOff: fluid_synth_noteoff(synth, channel, data1)
            case .noteOn:
                if data2 > 0 {
                    fluid_synth_noteon(synth, channel, data1, data2)
                } else {
                    fluid_synth_noteoff(synth, channel, data1)
                }
            case .keyPressure: fluid_synth_key_pressure(synth, channel, data1, data2)
            case .controller: control(message)
            case .program: changeProgram(message)
            case .channelPressure: fluid_synth_channel_pressure(synth, channel, data1)
            case .pitchBend: fluid_synth_pitch_bend(synth, channel, data1 | data2 << 7)
            }
        }

        /// Tunes all channels by cents.
        package func setTuning(cents: Double) {
            let generator = Int32(GEN_FINETUNE.rawValue)
            for channel: Int32 in 0..<16 {
                fluid_synth_set_gen(synth, channel, generator, Float(cents))
            }
        }

        private func control(_ message: MIDIMessage) {
            switch message.data1 {
            case 0: banks[Int(message.channel)].coarse = message.data2
            case 32: banks[Int(message.channel)].fine = message.data2
            default:
                fluid_synth_cc(
                    synth, Int32(message.channel), Int32(message.data1), Int32(message.data2))
            }
        }

        private func changeProgram(_ message: MIDIMessage) {
            let channel = Int32(message.channel)
            let bank = banks[Int(message.channel)]
            switch bank.coarse {
            case Self.percussionBank:
                fluid_synth_set_channel_type(
                    synth, channel, Int32(CHANNEL_TYPE_DRUM.rawValue))
            case Self.melodicBank:
                fluid_synth_set_channel_type(
                    synth, channel, Int32(CHANNEL_TYPE_MELODIC.rawValue))
                fluid_synth_bank_select(synth, channel, Int32(bank.fine))
            default: fluid_synth_bank_select(synth, channel, Int32(bank.coarse))
            }
            fluid_synth_program_change(synth, channel, Int32(message.data1))
        }

        /// Begins a new block at the next frame, if nothing sounds: drops the rest of the present
        /// one, which is silent.
        private func startBlock() {
            guard blockPosition > 0, isSilent else { return }
            let left = Self.blockFrames - blockPosition
            fluid_synth_write_float(
                synth, Int32(left), skipped, 0, 1, skipped, Int32(Self.blockFrames), 1)
            blockPosition = 0
        }

        /// Renders frames.
        package func render(
            left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frameCount: Int
        ) {
            guard frameCount > 0 else { return }
            fluid_synth_write_float(synth, Int32(frameCount), left, 0, 1, right, 0, 1)
            blockPosition = (blockPosition + frameCount) % Self.blockFrames
        }
    #else
        package init?(sampleRate: Double) { nil }

        package func loadSoundFont(path: String) -> Bool { false }
        package func selectPreset(bank: Int, program: Int) -> Bool { false }
        package func silence() {}
        package func reset() {}
        package var isSilent: Bool { true }
        package func send(_ message: MIDIMessage) {}
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
