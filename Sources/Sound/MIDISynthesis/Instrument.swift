import Synchronization

/// An instrument: a synthesiser that plays the messages of its callers and parts of sequences.
///
/// Ownership: the mutex guards the synthesiser and the parts. The render thread never waits for it:
/// while the control side exchanges something, a block is silent. The parameters are atomics.
package final class Instrument: @unchecked Sendable {
    private let queue = MIDIMessageQueue()
    private let rendering: Mutex<Rendering>
    private let choice = Mutex(Choice())
    private let gain = Atomic<UInt32>(Float(1).bitPattern)
    private let pan = Atomic<UInt32>(Float(0).bitPattern)

    private struct Rendering: Sendable {
        var synthesizer: SoundFontSynthesizer?
        var parts: [(owner: ObjectIdentifier, part: SequencePart)] = []
        var tuning = 0.0
        var sides: (left: Float, right: Float) = (1, 1)
        var left: [Float] = []
        var right: [Float] = []
        /// Messages for later frames, counted from the next block, in their order.
        var waiting: [MIDIMessageQueue.Entry] = []

        mutating func wait(_ entry: MIDIMessageQueue.Entry) {
            // More would allocate memory while rendering.
            guard waiting.count < MIDIMessageQueue.countMax else { return }
            let index = waiting.firstIndex { $0.delay > entry.delay } ?? waiting.count
            waiting.insert(entry, at: index)
        }
    }

    /// What was loaded last, to be loaded again for another sample rate.
    private struct Choice: Sendable {
        var source: Source?
        /// The preset of all channels; `nil` for programs of the channels' own.
        var preset: (bank: Int, program: Int)?
        var sampleRate = 44_100.0
    }

    /// A sound font.
    package enum Source: Sendable {
        case file(path: String)
        case memory([UInt8])
    }

    /// Errors of loading.
    package enum LoadingError: Error {
        case noSynthesizer
        case invalidFile
        case presetNotFound
    }

    package init() {
        rendering = Mutex(Rendering())
    }

    // MARK: Control side

    /// Sends a message, which takes effect with the next block.
    package func send(_ message: MIDIMessage) { queue.append(message) }

    /// Sends a message, which takes effect in the next block or a later one.
    ///
    /// - Parameters:
    ///   - delay: The number of frames of that block before it.
    ///   - cents: How much a note that it starts is higher than its key.
    package func send(_ message: MIDIMessage, after delay: Int, cents: Int16 = 0) {
        queue.append(message, after: delay, cents: cents)
    }

    /// Sends the messages that have the effect of a system exclusive one; see
    /// `MIDIMessage.messages(ofSystemExclusive:)`.
    package func send(systemExclusive bytes: [UInt8]) {
        for message in MIDIMessage.messages(ofSystemExclusive: bytes) { send(message) }
    }

    /// Loads a sound font.
    ///
    /// - Parameter preset: The preset for all channels; `nil` for programs of the channels' own.
    package func load(
        _ source: Source, preset: (bank: Int, program: Int)?
    ) throws(LoadingError) {
        try choice.withLock { choice throws(LoadingError) in
            let new = try Self.make(source, preset, choice.sampleRate)
            (choice.source, choice.preset) = (source, preset)
            exchange(new)
        }
    }

    private static func make(
        _ source: Source, _ preset: (bank: Int, program: Int)?, _ sampleRate: Double
    ) throws(LoadingError) -> SoundFontSynthesizer {
        guard let synthesizer = SoundFontSynthesizer(sampleRate: sampleRate) else {
            throw .noSynthesizer
        }
        let isLoaded =
            switch source {
            case .file(let path): synthesizer.loadSoundFont(path: path)
            case .memory(let bytes): synthesizer.loadSoundFont(bytes: bytes)
            }
        guard isLoaded else { throw .invalidFile }
        if let preset,
            !synthesizer.selectPreset(bank: preset.bank, program: preset.program)
        {
            throw .presetNotFound
        }
        return synthesizer
    }

    private func exchange(_ new: SoundFontSynthesizer?) {
        let old = rendering.withLock { state in
            if state.tuning != 0 { new?.setTuning(cents: state.tuning) }
            let old = state.synthesizer
            state.synthesizer = new
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// Allocates the state for a sample rate. Not while another thread renders.
    package func prepare(sampleRate: Double, maximumFrameCount: Int) {
        rendering.withLock { state in
            state.left = Array(repeating: 0, count: maximumFrameCount)
            state.right = state.left
            state.waiting.reserveCapacity(MIDIMessageQueue.countMax)
        }
        choice.withLock { choice in
            guard sampleRate != choice.sampleRate else { return }
            choice.sampleRate = sampleRate
            guard let source = choice.source else { return }
            exchange(try? Self.make(source, choice.preset, sampleRate))
        }
    }

    /// Ends all sound at once. Not while another thread renders.
    package func silence() {
        rendering.withLock { state in
            state.waiting.removeAll(keepingCapacity: true)
            state.synthesizer?.silence()
        }
    }

    /// Sets the gain, linear.
    package func setGain(_ new: Float) { gain.store(new.bitPattern, ordering: .relaxed) }

    /// Sets the balance, −1 left … 1 right.
    package func setPan(_ new: Float) { pan.store(new.bitPattern, ordering: .relaxed) }

    /// Tunes all notes by cents.
    package func setTuning(cents: Double) {
        rendering.withLock { state in
            state.tuning = cents
            state.synthesizer?.setTuning(cents: cents)
        }
    }

    /// Sets the part of a sequencer, in place of its former one; `nil` ends it and its notes.
    ///
    /// - Parameter keepsNotes: Whether the former part's notes sound on until their ends.
    package func setPart(_ part: SequencePart?, of owner: AnyObject, keepsNotes: Bool) {
        let owner = ObjectIdentifier(owner)
        let (old, ends) = rendering.withLock { state -> (SequencePart?, [MIDIMessage]) in
            let index = state.parts.firstIndex { $0.owner == owner }
            let old = index.map { state.parts.remove(at: $0).part }
            if let part {
                if keepsNotes, let old { part.cursor.adoptNotes(of: old.cursor) }
                state.parts.append((owner, part))
            }
            let ends = keepsNotes && part != nil ? [] : old?.cursor.soundingNoteEnds ?? []
            return (old, ends)
        }
        withExtendedLifetime(old) {}
        for message in ends { send(message) }
    }

    // MARK: Render thread

    /// Writes frames to all channels of `output`.
    ///
    /// - Parameters:
    ///   - sampleTime: The number of the first frame.
    ///   - hostTime: The time at which it reaches the device, in nanoseconds; `nil` without one.
    /// - Returns: Whether all frames are silence.
    package func render(
        _ output: UnsafePointer<UnsafeMutablePointer<Float>>, channelCount: Int, frameCount: Int,
        sampleTime: Int64, hostTime: Int64? = nil
    ) -> Bool {
        let isSounding =
            rendering.withLockIfAvailable { state in
                render(&state, frameCount, sampleTime, hostTime)
                    && copy(&state, to: output, channelCount, frameCount)
            } ?? false
        if !isSounding {
            for channel in 0..<channelCount {
                output[channel].update(repeating: 0, count: frameCount)
            }
        }
        return !isSounding
    }

    /// - Returns: Whether there is any sound.
    private func render(
        _ state: inout Rendering, _ frameCount: Int, _ sampleTime: Int64, _ hostTime: Int64?
    ) -> Bool {
        guard let synthesizer = state.synthesizer, state.left.count >= frameCount else {
            return false
        }
        queue.takeAll { entry in
            if entry.delay > 0 { state.wait(entry) } else { synthesizer.send(entry) }
        }
        let rate = synthesizer.sampleRate
        for (_, part) in state.parts { part.begin(atFrame: sampleTime, sampleRate: rate) }
        let end = sampleTime + Int64(frameCount)
        var frame = sampleTime
        while true {
            var (next, first) = (end, nil as SequencePart?)
            for (_, part) in state.parts {
                let due = part.nextFrame(from: frame, before: end)
                if due < next { (next, first) = (due, part) }
            }
            if let entry = state.waiting.first,
                sampleTime + Int64(entry.delay) <= min(next, end - 1)
            {
                let due = max(sampleTime + Int64(entry.delay), frame)
                Self.render(synthesizer, &state, Int(frame - sampleTime), Int(due - frame))
                frame = due
                synthesizer.send(state.waiting.removeFirst())
                continue
            }
            Self.render(synthesizer, &state, Int(frame - sampleTime), Int(next - frame))
            frame = next
            guard let first else { break }
            if case .message(let message) = first.take() { synthesizer.send(message) }
        }
        for index in state.waiting.indices { state.waiting[index].delay -= frameCount }
        let endTime = hostTime.map { $0 + Int64(Double(frameCount) / rate * 1e9) }
        for (_, part) in state.parts { part.transport.noteRendered(until: end, at: endTime) }
        return true
    }

    private static func render(
        _ synthesizer: SoundFontSynthesizer, _ state: inout Rendering, _ start: Int, _ count: Int
    ) {
        guard count > 0 else { return }
        state.left.withUnsafeMutableBufferPointer { left in
            state.right.withUnsafeMutableBufferPointer { right in
                guard let left = left.baseAddress, let right = right.baseAddress else { return }
                synthesizer.render(left: left + start, right: right + start, frameCount: count)
            }
        }
    }

    /// Copies with the gain and the balance, which change in a straight line over the block.
    private func copy(
        _ state: inout Rendering, to output: UnsafePointer<UnsafeMutablePointer<Float>>,
        _ channelCount: Int, _ frameCount: Int
    ) -> Bool {
        let gain = Float(bitPattern: gain.load(ordering: .relaxed))
        let pan = Float(bitPattern: pan.load(ordering: .relaxed))
        let target = (left: gain * min(1 - pan, 1), right: gain * min(1 + pan, 1))
        let start = state.sides
        state.sides = target
        let step = (
            left: (target.left - start.left) / Float(max(frameCount, 1)),
            right: (target.right - start.right) / Float(max(frameCount, 1))
        )
        for frame in 0..<frameCount {
            let left = state.left[frame] * (start.left + step.left * Float(frame))
            let right = state.right[frame] * (start.right + step.right * Float(frame))
            if channelCount == 1 {
                output[0][frame] = (left + right) / 2
            } else {
                output[0][frame] = left
                output[1][frame] = right
            }
        }
        for channel in 2..<max(channelCount, 2) {
            output[channel].update(repeating: 0, count: frameCount)
        }
        return channelCount > 0
    }
}
