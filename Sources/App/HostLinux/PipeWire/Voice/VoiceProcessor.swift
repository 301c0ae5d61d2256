#if PipeWire
    import CPipeWireShim

    /// Frees a voice from the echo of what is played and from noise, and adjusts its level, by the
    /// WebRTC plugin of PipeWire's echo-cancel module. Needs no server.
    ///
    /// One thread at a time.
    package final class VoiceProcessor {
        /// The number of frames that are processed at a time: 10 ms.
        package static let blockFrames = 480
        /// The sample rate of all sound, in frames a second.
        static let sampleRate = 48_000.0

        private let canceller: OpaquePointer
        /// A stage of its own, so that a change of the setting keeps what the canceller has learnt.
        private let gainControl: OpaquePointer
        private let voice: UnsafeMutablePointer<Float>
        private let silence: UnsafeMutablePointer<Float>

        /// - Returns: `nil` where the plugin is missing or fails.
        package init?() {
            guard let canceller = Self.make(suppressesNoise: true, adjustsGain: false) else {
                return nil
            }
            guard let gainControl = Self.make(suppressesNoise: false, adjustsGain: true) else {
                sori_pw_free_echo_canceller(canceller)
                return nil
            }
            self.canceller = canceller
            self.gainControl = gainControl
            voice = .allocate(capacity: Self.blockFrames)
            voice.initialize(repeating: 0, count: Self.blockFrames)
            silence = .allocate(capacity: Self.blockFrames)
            silence.initialize(repeating: 0, count: Self.blockFrames)
        }

        deinit {
            sori_pw_free_echo_canceller(canceller)
            sori_pw_free_echo_canceller(gainControl)
            voice.deallocate()
            silence.deallocate()
        }

        private static func make(suppressesNoise: Bool, adjustsGain: Bool) -> OpaquePointer? {
            var error: Int32 = 0
            return sori_pw_make_echo_canceller(
                UInt32(sampleRate), suppressesNoise, adjustsGain, &error)
        }

        /// Processes `blockFrames` of one channel.
        ///
        /// - Parameters:
        ///   - input: What the microphone has captured.
        ///   - played: What was played at the same time.
        ///   - output: Receives the voice; the input where the plugin fails.
        package func process(
            _ input: UnsafePointer<Float>, played: UnsafePointer<Float>, adjustsGain: Bool,
            into output: UnsafeMutablePointer<Float>
        ) {
            let count = UInt32(Self.blockFrames)
            if sori_pw_cancel_echo(canceller, input, played, voice, count) != 0 {
                voice.update(from: input, count: Self.blockFrames)
            }
            guard adjustsGain,
                sori_pw_cancel_echo(gainControl, voice, silence, output, count) == 0
            else { return output.update(from: voice, count: Self.blockFrames) }
        }
    }
#endif
