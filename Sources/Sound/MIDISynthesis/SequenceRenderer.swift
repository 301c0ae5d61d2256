/// Renders a sequence through a synthesiser, with each message at its frame.
///
/// Ownership: one thread at a time uses it.
package final class SequenceRenderer: @unchecked Sendable {
    private let synthesizer: SoundFontSynthesizer
    private let sequence: MIDISequence
    private let tempoMap: TempoMap
    private var cursor: SequenceCursor
    private var clock: SequenceClock
    /// The message that is due next.
    private var due: SequenceCursor.Due?
    /// The frame that is rendered next.
    package private(set) var frame = 0
    /// The end of the sequence's last track, in beats.
    private let length: Double
    private var rate: Double

    /// The longest tail of the notes after the end, in seconds.
    private static let tailSeconds = 5.0

    /// - Parameters:
    ///   - position: The time of the sequence to begin at, in seconds at a rate of 1.
    ///   - rate: The playback rate, above 0; 1 plays at the tempo of the sequence.
    package init(
        _ sequence: MIDISequence, _ synthesizer: SoundFontSynthesizer, from position: Double,
        rate: Double
    ) {
        self.sequence = sequence
        self.synthesizer = synthesizer
        self.rate = rate
        tempoMap = sequence.tempoMap
        let beat = tempoMap.beats(atSecond: position)
        cursor = SequenceCursor(sequence, from: beat)
        length = max(cursor.length, sequence.length)
        clock = SequenceClock(
            tempoMap, sampleRate: synthesizer.sampleRate, rate: rate, startBeat: beat)
        synthesizer.reset()
    }

    /// The time of the sequence at the next frame, in seconds at a rate of 1.
    package var position: Double { clock.seconds(ofFrame: frame) }

    /// The frame of the sequence's end, if the rate stays.
    package var endFrame: Int { max(clock.frame(ofBeat: length), 0) }

    /// Whether the sequence has ended and its tail is silent, or has reached the longest tail.
    package var isOver: Bool {
        guard frame >= endFrame else { return false }
        let tail = Int(Self.tailSeconds * synthesizer.sampleRate)
        return synthesizer.isSilent || frame - endFrame >= tail
    }

    /// Changes the speed from the next frame on.
    package func setRate(_ new: Double) {
        guard new != rate else { return }
        rate = new
        clock = SequenceClock(
            tempoMap, sampleRate: synthesizer.sampleRate, rate: new, startFrame: frame,
            startBeat: clock.beat(ofFrame: frame))
    }

    /// Renders the next frames.
    package func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frameCount: Int
    ) {
        var done = 0
        while done < frameCount {
            let end = frame + frameCount - done
            let next = nextFrame(before: end)
            let count = max(min(next, end) - frame, 0)
            synthesizer.render(left: left + done, right: right + done, frameCount: count)
            done += count
            frame += count
            guard let due, next <= frame else { continue }
            if due.userEvent == nil, due.parameter == nil, due.preset == nil {
                synthesizer.send(due.message)
            }
            self.due = nil
        }
    }

    /// The frame of the next message, if it comes before `end`; else `end`.
    private func nextFrame(before end: Int) -> Int {
        if due == nil { due = cursor.next(before: clock.limit(beforeFrame: end)) }
        guard let due else { return end }
        return max(clock.frame(ofBeat: due.beat), frame)
    }
}
