import Synchronization

/// Where the clicks are in the frames that are rendered: one each `framesPerBeat`, the first of each
/// bar with an accent.
///
/// The place of a click is a frame's number, `mSampleTime`, and not a number of callbacks: whatever the
/// slices are, and when one is left out, the clicks stay where they belong.
///
/// Ownership: the render callback owns all but the atomics, with which other threads talk to it. It
/// neither allocates nor waits.
final class ClickTrack: @unchecked Sendable {
    private let tempoBits: Atomic<UInt64>
    private let clickCount = Atomic<Int>(0)
    private let startsAnew = Atomic<Bool>(true)

    /// The exact place of the next click, which may lie between two frames: no rounding adds up.
    private var next = 0.0
    /// The place of the last click; `nil` before the first.
    private var last: Double?
    /// The tempo by which `next` was found.
    private var tempo = 0.0
    /// The click that sounds, and its first frame.
    private var sounding = (click: Click.beat, start: Int64.min)
    private var beat = 0

    /// The place of the first click behind a start: the system fades in what begins to play.
    private static let startFrames = 0.1 * Click.sampleRate
    /// Clicks in a bar.
    static let beatsPerBar = 4

    init(tempo: Double) { tempoBits = Atomic(tempo.bitPattern) }

    /// The number of clicks since the start; they are rendered a little before they are heard.
    var count: Int { clickCount.load(ordering: .relaxed) }

    /// Beats a minute. A new tempo counts from the last click on.
    func setTempo(_ tempo: Double) { tempoBits.store(tempo.bitPattern, ordering: .relaxed) }

    /// Begins a bar a tenth of a second behind the next slice's start.
    func restart() { startsAnew.store(true, ordering: .relaxed) }

    /// Writes the frames of a slice, of which the first has the number `first`.
    func render(_ samples: UnsafeMutablePointer<Float>, frameCount: Int, first: Double) {
        let firstFrame = Int64(first)
        if startsAnew.exchange(false, ordering: .relaxed) {
            (next, last, beat) = (first + Self.startFrames, nil, 0)
            clickCount.store(0, ordering: .relaxed)
        }
        follow(Double(bitPattern: tempoBits.load(ordering: .relaxed)), from: first)
        for index in 0..<frameCount {
            let frame = firstFrame + Int64(index)
            while Int64(next.rounded()) <= frame { begin() }
            let place = Int(clamping: frame &- sounding.start)
            let click = sounding.click.samples
            samples[index] = click.indices.contains(place) ? click[place] : 0
        }
    }

    /// Takes a tempo over: the next click is a beat behind the last one, but not in the past.
    private func follow(_ new: Double, from first: Double) {
        defer { tempo = new }
        guard new != tempo, let last else { return }
        next = max(last + framesPerBeat(new), first)
    }

    private func begin() {
        let isFirst = beat % Self.beatsPerBar == 0
        sounding = (isFirst ? .accent : .beat, Int64(next.rounded()))
        last = next
        next += framesPerBeat(tempo)
        beat += 1
        clickCount.store(beat, ordering: .relaxed)
    }

    private func framesPerBeat(_ tempo: Double) -> Double { 60 * Click.sampleRate / tempo }
}
