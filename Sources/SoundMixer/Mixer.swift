import AudioModel
import Realtime
import Synchronization

/// One app's voices, mixed to interleaved stereo at the output's rate.
///
/// Control methods may be called from one thread at a time (the owner serialises them); `render`
/// is called by the render thread, or by anyone who plays its part, one call at a time.
///
/// The sum is not clipped: louder than full scale is for the output to deal with. It is always
/// finite, whatever the sources hold: a sample that is no number, or beyond 2³⁰, counts as 0.
///
/// Voices at the output's rate go straight into the sum. Those of every other rate are summed at
/// that rate and resampled together; such a bus runs 32 frames of its own rate ahead (less than
/// 1 ms from 44.1 kHz on, 4 ms at 8 kHz; at rates above the output's, 32 output frames), and a
/// command to a voice acts that much late. Its first frame is not late.
///
/// What `render` writes is a function of the commands and of the frames before which they were
/// given, not of how the frames were cut into calls.
public final class Mixer: @unchecked Sendable {
    public let outputRate: Double
    public let voicesMax: Int

    public static let voicesMaxDefault = 1024
    /// Rates other than the output's that may sound at a time.
    public static let busesMax = 32
    /// Rates that a source may have, in frames a second.
    public static let sourceRates: ClosedRange<Double> = 1...768_000
    /// Rates that an output may have, in frames a second.
    public static let outputRates: ClosedRange<Double> = 8_000...768_000
    /// Loudest single gain; more is taken as this.
    public static let gainMax: Float = 64
    /// Commands that one `render` applies at most; the rest waits for the next.
    public static let commandsPerCycleMax = RenderState.commandsPerCycleMax

    private let commands: CommandQueue<MixerCommand>
    private let reports: CommandQueue<RenderReport>
    /// Whether commands wait in `voices` because the queue was full.
    private let hasWaiting = Atomic<Bool>(false)

    /// Whether a feed's writer is waited for.
    private let hasAttention = Atomic<Bool>(false)
    private let renderedCount = Atomic<Int>(0)

    private let renderState: UnsafeMutablePointer<RenderState>
    private let renderVoices: UnsafeMutablePointer<RenderVoice>
    /// By slot, made when a slot is first used.
    private let meters: UnsafeMutablePointer<LatestValue<Meter>>

    /// By slot.
    private var voices: [ControlVoice?] = []
    private var freeSlots: [Int] = []
    private var waitingSlots: [Int] = []
    private var voicesAdded: UInt64 = 0
    private var buses: [ControlBus] = []

    /// - Parameters:
    ///   - outputRate: Frames a second, within `outputRates`.
    ///   - voicesMax: Voices at a time, those included that have ended but were not collected yet.
    public init(outputRate: Double, voicesMax: Int = Mixer.voicesMaxDefault) {
        precondition(Self.outputRates.contains(outputRate), "an output rate is 8 … 768 kHz")
        precondition((0...VoiceID.slotMask).contains(voicesMax), "fewer than a million voices")
        self.outputRate = outputRate
        self.voicesMax = voicesMax
        commands = CommandQueue(capacity: Self.commandsPerCycleMax)
        // A report for every voice and every bus: it cannot be full.
        reports = CommandQueue(capacity: voicesMax + Self.busesMax)
        renderVoices = .allocate(capacity: max(voicesMax, 1))
        meters = .allocate(capacity: max(voicesMax, 1))
        renderState = .allocate(capacity: 1)
        renderState.initialize(to: RenderState(voices: renderVoices, voicesMax: voicesMax))
    }

    deinit {
        for index in buses.indices { buses[index].free() }
        meters.deinitialize(count: voices.count)
        meters.deallocate()
        renderState.pointee.deallocate()
        renderState.deallocate()
        renderVoices.deallocate()
    }

    // MARK: Voices

    /// Voices that were added and whose end has not been collected yet.
    public var voiceCount: Int { voices.count - freeSlots.count }

    /// Adds a voice; it sounds from the first frame of the next `render`, with these gains at once
    /// (a sound's own beginning is no click).
    ///
    /// The first voice of a rate makes that rate's filter, which takes some milliseconds.
    ///
    /// - Parameters:
    ///   - app: 0 … `gainMax`, as are the other two.
    ///   - isHeld: Starts held; the first `resume` fades in.
    /// - Returns: `nil` when `voicesMax` voices exist, the command queue is full, the source's rate
    ///   is outside `sourceRates` or would need one bus too many, or the feed had a voice already.
    public func addVoice(
        _ source: VoiceSource, app: Float, session: Float, duck: Float, isHeld: Bool = false
    ) -> VoiceID? {
        sendWaiting()
        // One for the voice, one for its bus.
        guard commands.freeCount >= 2, voiceCount < voicesMax,
            Self.sourceRates.contains(source.sampleRate)
        else { return nil }
        if case .feed(let feed) = source, !feed.claim() { return nil }
        var busIndex: Int?
        if source.sampleRate != outputRate {
            busIndex = placeForBus(source.sampleRate)
            guard let busIndex else {
                if case .feed(let feed) = source { feed.unclaim() }
                return nil
            }
            buses[busIndex].voiceCount += 1
        }
        let slot = takeSlot()
        voicesAdded += 1
        let id = VoiceID(serial: voicesAdded, slot: slot)
        let gains = VoiceGains(
            app: allowed(app), session: allowed(session), duck: allowed(duck), isHeld: isHeld,
            slopeMax: 1 / Float(max(Self.fullScaleDuration.seconds * source.sampleRate, 1)))
        (renderVoices + slot).initialize(
            to: RenderVoice(
                source, gains: gains, busIndex: busIndex,
                fadeFrames: max(frames(of: Self.fadeDuration, at: source.sampleRate), 1)))
        meters[slot].reset(to: .zero)
        voices[slot] = ControlVoice(id: id, source: source, busIndex: busIndex)
        _ = commands.push(.start(slot: slot))
        return id
    }

    /// Moves one gain to `gain` over `ramp`. A later call for the same stage takes over from where
    /// the ramp is.
    ///
    /// A voice's gains multiply; what they make together never changes faster than from nothing to
    /// the loudest in `fullScaleDuration`, so a `ramp` of zero is a ramp of that.
    ///
    /// - Parameter gain: 0 … `gainMax`.
    public func setGain(_ voice: VoiceID, _ stage: GainStage, to gain: Float, ramp: HostInterval) {
        guard let source = self[voice]?.source else { return }
        send(
            .moveGain(
                slot: voice.slot, stage: stage, gain: allowed(gain),
                frameCount: frames(of: ramp, at: source.sampleRate)),
            to: voice)
    }

    /// Balance: −1 left … 1 right. Full scale stays full scale on the near side.
    public func setPan(_ voice: VoiceID, to pan: Float, ramp: HostInterval) {
        guard let source = self[voice]?.source else { return }
        send(
            .movePan(
                slot: voice.slot, pan: pan.isFinite ? min(max(pan, -1), 1) : 0,
                frameCount: frames(of: ramp, at: source.sampleRate)),
            to: voice)
    }

    /// Fades out within `fadeDuration` and keeps the position.
    ///
    /// The frames of the fade are played (and counted) while it lasts, and `resume` goes on with
    /// the first frame after them: none is skipped, none is heard twice. A held voice reads nothing
    /// from its source, but its gains go on moving.
    public func hold(_ voice: VoiceID) {
        guard self[voice]?.isEnding == false else { return }
        send(.hold(slot: voice.slot), to: voice)
    }

    /// Fades in within `fadeDuration` from the kept position.
    public func resume(_ voice: VoiceID) {
        guard self[voice]?.isEnding == false else { return }
        send(.resume(slot: voice.slot), to: voice)
    }

    /// Fades out within `fadeDuration`, then ends.
    public func stop(_ voice: VoiceID) {
        guard self[voice]?.isEnding == false else { return }
        voices[voice.slot]?.isEnding = true
        send(.stop(slot: voice.slot), to: voice)
    }

    /// Ends at once, without a fade: what a killed process sounds like. What a resampled voice has
    /// already put into its bus is still heard.
    public func cut(_ voice: VoiceID) {
        guard self[voice] != nil else { return }
        voices[voice.slot]?.isEnding = true
        send(.cut(slot: voice.slot), to: voice)
    }

    public static let fadeDuration = HostInterval.milliseconds(10)
    /// Least time in which a voice's gain goes all the way.
    public static let fullScaleDuration = HostInterval.milliseconds(6)

    // MARK: What became of them

    /// Whether `collectEvents` has something to do. Any thread; real-time safe.
    public var hasEvents: Bool {
        @_noLocks @_noAllocation get {
            // No `||`: its closure would retain the mixer.
            if reports.count > 0 { return true }
            if hasAttention.load(ordering: .acquiring) { return true }
            guard hasWaiting.load(ordering: .relaxed) else { return false }
            return commands.freeCount > 0
        }
    }

    /// Takes what has happened since the last call, in order, and frees what the render thread is
    /// done with. Control side.
    public func collectEvents() -> [Event] {
        // Lowered first: what is asked for from now on deserves another call.
        hasAttention.store(false, ordering: .releasing)
        var events: [Event] = []
        while let report = reports.pop() {
            switch report {
            case .voiceDone(let slot, let wasStopped):
                guard let voice = voices[slot] else { continue }
                events.append(wasStopped ? .stopped(voice.id) : .ended(voice.id))
                if let busIndex = voice.busIndex { buses[busIndex].voiceCount -= 1 }
                voices[slot] = nil
                freeSlots.append(slot)
            case .busReplaced(let index):
                buses[index].freePredecessor()
            }
        }
        sendWaiting()
        return events
    }

    /// What a voice did in the most recent `render`.
    ///
    /// - Returns: All zero before the first `render`; `nil` once the voice's end was collected.
    ///   Control side.
    public func meter(of voice: VoiceID) -> Meter? {
        self[voice] == nil ? nil : meters[voice.slot].read()
    }

    // MARK: Render thread

    /// Writes the next `frameCount` frames, overwriting `output`.
    ///
    /// - Parameter output: `frameCount × 2` interleaved samples.
    ///
    /// Real time: no allocation, no locks; any `frameCount`.
    @_noLocks @_noAllocation
    public func render(into output: UnsafeMutablePointer<Float>, frameCount: Int) {
        renderState.pointee.apply(commands, reports: reports)
        renderState.pointee.render(
            into: output, frameCount: frameCount, reports: reports, meters: meters)
        if renderState.pointee.takeAttention() { hasAttention.store(true, ordering: .releasing) }
        renderedCount.store(
            renderedCount.load(ordering: .relaxed) &+ frameCount, ordering: .releasing)
    }

    /// Frames rendered so far. Any thread.
    public var renderedFrames: Int { renderedCount.load(ordering: .acquiring) }
}

// MARK: - Control's side

extension Mixer {
    private subscript(voice: VoiceID) -> ControlVoice? {
        guard voice.slot < voices.count, let found = voices[voice.slot], found.id == voice else {
            return nil
        }
        return found
    }

    private func takeSlot() -> Int {
        if let slot = freeSlots.popLast() { return slot }
        voices.append(nil)
        (meters + (voices.count - 1)).initialize(to: LatestValue(Meter.zero))
        return voices.count - 1
    }

    /// Finds or makes the bus of a rate; an unused one gives up its place when all are taken.
    private func placeForBus(_ sampleRate: Double) -> Int? {
        if let index = buses.firstIndex(where: { $0.sampleRate == sampleRate }) { return index }
        if buses.count < Self.busesMax {
            buses.append(ControlBus(from: sampleRate, to: outputRate))
            _ = commands.push(.placeBus(buses[buses.count - 1].bus, index: buses.count - 1))
            return buses.count - 1
        }
        guard
            let index = buses.firstIndex(where: { $0.voiceCount == 0 && $0.predecessor == nil })
        else { return nil }
        var bus = ControlBus(from: sampleRate, to: outputRate)
        bus.predecessor = buses[index].bus
        buses[index] = bus
        _ = commands.push(.placeBus(bus.bus, index: index))
        return index
    }

    /// Sends a command, or keeps it with its voice until there is room: none is ever lost.
    private func send(_ command: MixerCommand, to voice: VoiceID) {
        sendWaiting()
        let slot = voice.slot
        if waitingSlots.isEmpty, commands.push(command) { return }
        if voices[slot]?.waiting.isEmpty == true { waitingSlots.append(slot) }
        voices[slot]?.waiting.removeAll { $0.subject == command.subject }
        voices[slot]?.waiting.append(command)
        hasWaiting.store(true, ordering: .relaxed)
    }

    private func sendWaiting() {
        guard !waitingSlots.isEmpty else { return }
        var sentSlotCount = 0
        for slot in waitingSlots {
            // A voice that is gone took its commands with it.
            while let command = voices[slot]?.waiting.first, commands.push(command) {
                voices[slot]?.waiting.removeFirst()
            }
            guard voices[slot]?.waiting.isEmpty ?? true else { break }
            sentSlotCount += 1
        }
        waitingSlots.removeFirst(sentSlotCount)
        hasWaiting.store(!waitingSlots.isEmpty, ordering: .relaxed)
    }

    private func allowed(_ gain: Float) -> Float {
        gain.isFinite ? min(max(gain, 0), Self.gainMax) : 0
    }

    private func frames(of interval: HostInterval, at sampleRate: Double) -> Int {
        // At most 292 years at 768 kHz: far from overflow.
        max(Int((interval.seconds * sampleRate).rounded()), 0)
    }
}
