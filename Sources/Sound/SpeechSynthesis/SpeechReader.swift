#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Speaks a text piece by piece, so that speech of any length needs little memory.
///
/// The same text, voice and settings give the same samples. Each piece takes some milliseconds: not
/// for the main thread.
package struct SpeechReader: Sendable {
    /// A piece of speech: mono samples at `SpeechVoice.sampleRate`, full scale ±1.
    package struct Chunk: Sendable {
        package var samples: [Float] = []
        /// The events in the order of their frames.
        package var events: [Event] = []
    }

    /// What begins at a frame of a chunk.
    package struct Event: Sendable {
        /// The frame in its chunk.
        package var frame: Int
        package var kind: Kind

        /// What begins; ranges are in UTF-16 code units of the text.
        package enum Kind: Hashable, Sendable {
            case word(Range<Int>)
            case sentence(Range<Int>)
            case bookmark(String)
        }
    }

    /// How the voice speaks.
    package struct Settings: Hashable, Sendable {
        /// The rate, 0…1; 0.5 is the voice's own.
        package var rate: Double
        /// The factor of the voice's own pitch, 0.5…2.
        package var pitch: Double
        /// The gain, 0…1.
        package var volume: Double

        package init(rate: Double = 0.5, pitch: Double = 1, volume: Double = 1) {
            self.rate = rate.isNaN ? 0.5 : min(max(rate, 0), 1)
            self.pitch = pitch.isNaN ? 1 : min(max(pitch, 0.5), 2)
            self.volume = volume.isNaN ? 1 : min(max(volume, 0), 1)
        }

        /// The words a minute: 80 at a rate of 0, 175 at 0.5, 450 at 1, in straight lines between.
        var wordsPerMinute: Double {
            rate <= 0.5 ? 80 + rate / 0.5 * 95 : 175 + (rate - 0.5) / 0.5 * 275
        }
    }

    private let text: SpeechText
    private let voice: SpeechVoice
    private let settings: Settings
    private var segment = 0
    /// The first character of the segment that has not been spoken; `nil` before the segment.
    private var position: String.Index?

    package init(_ text: SpeechText, voice: SpeechVoice, settings: Settings) {
        self.text = text
        self.voice = voice
        self.settings = settings
    }

    /// The longest pause in markup, in seconds.
    private static let pauseMax = 60.0
    private static let wordsPerMinuteRange = 80.0...450.0
    /// The library's pitch for the voice's own and for an octave above.
    private static let pitchCentre = 50.0
    private static let pitchRange = 0.0...99.0

    /// Synthesises the next piece.
    ///
    /// - Returns: `nil` at the end of the text.
    package mutating func next() -> Chunk? {
        while segment < text.segments.count {
            let current = text.segments[segment]
            switch current.content {
            case .pause(let seconds):
                segment += 1
                let frames = min(max(seconds, 0), Self.pauseMax) * SpeechVoice.sampleRate
                return Chunk(samples: Array(repeating: 0, count: Int(frames)))
            case .bookmark(let name):
                segment += 1
                return Chunk(events: [Event(frame: 0, kind: .bookmark(name))])
            case .alias(let words):
                segment += 1
                return speakAlias(words, of: current)
            case .text:
                let start =
                    position
                    ?? text.string.utf16.index(
                        text.string.startIndex, offsetBy: current.range.lowerBound)
                if let (piece, end) = text.piece(of: current, from: start) {
                    position = end
                    return speak(piece, current.prosody)
                }
                segment += 1
                position = nil
            }
        }
        return nil
    }

    private func speak(_ piece: SpeechText.Piece, _ prosody: SpeechText.Prosody) -> Chunk {
        let words = WordRanges(piece.scalars)
        // White space and punctuation alone are silent, and take no time.
        guard !words.words.isEmpty else { return Chunk() }
        let speech = synthesize(
            piece.scalars, prosody, endsWithPause: piece.endsSentence && !isLast(piece))
        var chunk = Chunk(samples: speech.samples)
        let timed = words.timed(
            speech.words, in: piece.scalars, frameCount: speech.samples.count)
        if let first = timed.first {
            chunk.events.append(Event(frame: first.frame, kind: .sentence(piece.range)))
        }
        chunk.events += timed.map { range, frame in
            let range = piece.offsets[range.lowerBound]..<piece.offsets[range.upperBound]
            return Event(frame: frame, kind: .word(range))
        }
        return chunk
    }

    private func isLast(_ piece: SpeechText.Piece) -> Bool {
        segment == text.segments.count - 1
            && piece.range.upperBound == text.segments[segment].range.upperBound
    }

    private func speakAlias(_ words: String, of segment: SpeechText.Segment) -> Chunk {
        let scalars = words.unicodeScalars.prefix(SpeechText.pieceLengthMax)
        let speech = synthesize(
            scalars.map(SpeechText.speakable), segment.prosody, endsWithPause: false)
        return Chunk(
            samples: speech.samples, events: [Event(frame: 0, kind: .word(segment.range))])
    }

    private func synthesize(
        _ scalars: [Unicode.Scalar], _ prosody: SpeechText.Prosody, endsWithPause: Bool
    ) -> EspeakLibrary.Result {
        let rate = settings.wordsPerMinute * prosody.rate
        let range = Self.wordsPerMinuteRange
        let pitch = pitchNumber(settings.pitch * prosody.pitch)
        var string = String.UnicodeScalarView()
        string.append(contentsOf: scalars)
        let request = EspeakLibrary.Request(
            text: String(string), voice: voice.file,
            wordsPerMinute: Int(min(max(rate, range.lowerBound), range.upperBound)),
            pitch: pitch, endsWithPause: endsWithPause)
        guard var speech = EspeakLibrary.synthesize(request) else {
            return EspeakLibrary.Result()
        }
        let gain = Float(min(settings.volume * prosody.volume, 1))
        if gain != 1 {
            for index in speech.samples.indices { speech.samples[index] *= gain }
        }
        return speech
    }

    /// The library's number for a factor: it counts fiftieths of an octave from 50.
    private func pitchNumber(_ factor: Double) -> Int {
        let octaves = factor > 0 ? log2(factor) : -1
        let number = Self.pitchCentre + 50 * octaves
        return Int(min(max(number, Self.pitchRange.lowerBound), Self.pitchRange.upperBound))
    }
}
