#if PipeWire
    import AudioModel
    import SoundClient
    import Synchronization

    /// The way from a microphone to an app's sink through voice processing.
    ///
    /// The real-time threads of the microphone and of the monitor of what is played only fill queues;
    /// the service thread of the microphone processes, and delivers to the sink.
    ///
    /// Ownership: a mutex guards the state; the rest is constant or atomic.
    final class VoiceCapture: Sendable {
        /// Receives what the microphone captures.
        let microphone: InputSink
        /// Receives what is played.
        let played: InputSink
        private let client: CaptureClient
        private let settings: Mutex<VoiceProcessing>
        private let state: Mutex<State>

        fileprivate struct State: ~Copyable {
            let processor: VoiceProcessor
            let channelCount: Int
            var isEnded = false
            /// Captured frames that wait to be processed, and the number of the first.
            var waiting: [Float] = []
            var first = 0
            var numbers = FrameNumbers(sampleRate: VoiceProcessor.sampleRate)
            /// How much later than it is played the echo is captured, as far as the canceller does
            /// not reach.
            var delay = EchoDelay()
            var reference = EchoReference(sampleRate: VoiceProcessor.sampleRate)
            var block = [Float](repeating: 0, count: VoiceProcessor.blockFrames)
            var result = [Float](repeating: 0, count: VoiceProcessor.blockFrames)
            var interleaved: [Float]

            init(_ processor: VoiceProcessor, channelCount: Int) {
                self.processor = processor
                self.channelCount = channelCount
                interleaved = Array(
                    repeating: 0, count: VoiceProcessor.blockFrames * channelCount)
            }
        }

        /// How long ago the monitor may have delivered last to be waited for, in frames.
        fileprivate static let flowFrames = 9600

        /// - Parameters:
        ///   - client: Receives the processed sound.
        ///   - channelCount: The number of channels of the microphone and of the client.
        init(
            _ client: CaptureClient, channelCount: Int, _ settings: VoiceProcessing,
            _ processor: sending VoiceProcessor
        ) {
            self.client = client
            self.settings = Mutex(settings)
            microphone = InputSink(channelCount: channelCount) {}
            played = InputSink(channelCount: 2) {}
            state = Mutex(State(processor, channelCount: channelCount))
        }

        /// Changes what is done to the sound, from the next 10 ms on.
        func set(_ settings: VoiceProcessing) {
            self.settings.withLock { $0 = settings }
        }

        /// Ends the deliveries: none follows.
        func end() { state.withLock { $0.isEnded = true } }

        /// Processes what has been captured. Any thread that may block.
        func service() {
            let settings = settings.withLock { $0 }
            let wantsService = state.withLock { state in
                while let sound = played.take() { state.reference.add(sound) }
                while let sound = microphone.take() { state.take(sound) }
                var wants = false
                while !state.isEnded, let time = state.process(settings) {
                    wants =
                        client.function(
                            client.context, state.interleaved, UInt32(VoiceProcessor.blockFrames),
                            time.nanoseconds) || wants
                }
                return wants
            }
            if wantsService { client.service() }
        }
    }

    extension VoiceCapture.State {
        mutating func take(_ sound: CapturedSound) {
            // After a gap those that wait are numbered as if they came right before it.
            first = numbers.first(of: sound) - waiting.count
            sound.withMean { _, mean in waiting.append(mean) }
        }

        /// Processes the next block into `interleaved`.
        ///
        /// - Returns: The time of its first frame; `nil` when too few frames wait, or when what was
        ///   played meanwhile is not known yet.
        mutating func process(_ settings: VoiceProcessing) -> HostTime? {
            let count = VoiceProcessor.blockFrames
            guard waiting.count >= count, !isReferenceDue else { return nil }
            block.withUnsafeMutableBufferPointer { block in
                if let base = block.baseAddress {
                    reference.read(from: first, count: count, into: base)
                    delay.note(captured: power(of: waiting, count), played: power(of: base, count))
                    if delay.blocks > 0 {
                        let former = first - delay.blocks * count
                        reference.read(from: former, count: count, into: base)
                    }
                }
            }
            // Also while it is bypassed, so that it knows the echo when it is not.
            waiting.withUnsafeBufferPointer { waiting in
                block.withUnsafeBufferPointer { played in
                    result.withUnsafeMutableBufferPointer { result in
                        guard let input = waiting.baseAddress, let played = played.baseAddress,
                            let output = result.baseAddress
                        else { return }
                        processor.process(
                            input, played: played, adjustsGain: settings.adjustsGain, into: output)
                        if settings.isBypassed { output.update(from: input, count: count) }
                    }
                }
            }
            for frame in 0..<count {
                for channel in 0..<channelCount {
                    interleaved[frame * channelCount + channel] = result[frame]
                }
            }
            let time = HostTime.zero + .seconds(Double(first) / VoiceProcessor.sampleRate)
            waiting.removeFirst(count)
            first += count
            return time
        }

        /// Whether what is played at the time of the next block is about to come.
        private var isReferenceDue: Bool {
            guard let end = reference.end else { return false }
            let missing = first + VoiceProcessor.blockFrames - end
            let patience = 2 * max(reference.blockFrames, VoiceProcessor.blockFrames)
            return missing > 0 && missing <= VoiceCapture.flowFrames && waiting.count <= patience
        }
    }

    private func power(of samples: [Float], _ count: Int) -> Float {
        samples.withUnsafeBufferPointer { $0.baseAddress.map { power(of: $0, count) } ?? 0 }
    }

    /// The mean square of samples.
    private func power(of samples: UnsafePointer<Float>, _ count: Int) -> Float {
        var sum: Float = 0
        for frame in 0..<count { sum += samples[frame] * samples[frame] }
        return sum / Float(count)
    }
#endif
