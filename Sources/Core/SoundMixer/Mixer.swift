public import AudioModel
import Realtime
import Synchronization

/// The control half of a mixer: one app's voices, mixed to interleaved stereo at the output's rate
/// by `renderer`.
///
/// Its methods may be called from one thread at a time (the owner serialises them).
///
/// The sum is not clipped; the output handles samples above full scale. It is always finite,
/// whatever the sources contain: NaN and samples beyond 2³⁰ count as 0.
///
/// Voices at the output's rate are added directly to the sum. Voices of each other rate are summed
/// at that rate and resampled together; such a bus runs 32 frames of its own rate ahead (less than
/// 1 ms from 44.1 kHz on, 4 ms at 8 kHz; at rates above the output's, 32 output frames; 20 frames
/// where the ratio of the rates has more positions than a filter has phases), and a command to one of its voices takes effect that much later. A voice's first frame is not delayed.
///
/// Ownership: one thread at a time of the control side owns all state, the slots of voices that
/// play excepted; it hands over commands and takes reports through queues.
public final class Mixer: @unchecked Sendable {
    /// The output's sample rate in frames a second.
    public let outputRate: Double
    /// The largest number of voices at a time.
    public let voicesMax: Int

    /// The default of `voicesMax`.
    public static let voicesMaxDefault = 1024
    /// The largest number of source rates other than the output's in use at a time.
    public static let busesMax = 1024
    /// The number of buses that are kept while no voice uses them.
    private static let busesKept = 32
    /// The valid sample rates of a source, in frames a second.
    public static let sourceRates: ClosedRange<Double> = 1...768_000
    /// The valid sample rates of an output, in frames a second.
    public static let outputRates: ClosedRange<Double> = 8_000...768_000
    /// The largest single gain; larger values are clamped.
    public static let gainMax: Float = 64
    /// The largest number of commands that one `render` applies; the rest waits for the next.
    public static let commandsPerCycleMax = RenderState.commandsPerCycleMax

    /// The render thread's half.
    public let renderer: MixerRenderer
    private let commands: RingBufferWriter<MixerCommand>
    private let reports: RingBufferReader<RenderReport>
    /// One meter per slot; initialised when a slot is first used.
    private let meters: UnsafeMutablePointer<LatestValueReader<Meter>>

    /// `voicesMax` slots.
    private let slots: UnsafeMutablePointer<VoiceSlot>
    // Not checked for overlapping accesses, which takes longer than a command: no method calls out.
    /// The rest of the control state of each slot that was ever used.
    @exclusivity(unchecked) private var voices: [ControlVoice?] = []
    @exclusivity(unchecked) private var freeSlots: [Int] = []
    @exclusivity(unchecked) private var waitingSlots: [Int] = []
    /// The last ramp's length: many voices get the same one.
    @exclusivity(unchecked) private var lastRamp = RampLength()
    private var voicesAdded: UInt64 = 0
    private var buses: [ControlBus] = []
    private var resources = BusResources()

    /// - Parameters:
    ///   - outputRate: Frames a second, within `outputRates`.
    ///   - voicesMax: The largest number of voices at a time, including ended ones that have not
    ///     been collected.
    public init(outputRate: Double, voicesMax: Int = Mixer.voicesMaxDefault) {
        precondition(Self.outputRates.contains(outputRate), "outputRate must be 8 … 768 kHz")
        precondition((0...VoiceID.slotMask).contains(voicesMax), "voicesMax must be 0 … 2²⁰ − 1")
        self.outputRate = outputRate
        self.voicesMax = voicesMax
        let commands = RingBuffer<MixerCommand>(capacity: Self.commandsPerCycleMax)
        // Room for a report of every voice and every bus: it cannot be full.
        let reports = RingBuffer<RenderReport>(capacity: voicesMax + Self.busesMax)
        self.commands = commands.writer
        self.reports = reports.reader
        meters = .allocate(capacity: max(voicesMax, 1))
        slots = .allocate(capacity: max(voicesMax, 1))
        slots.initialize(repeating: VoiceSlot(), count: voicesMax)
        renderer = MixerRenderer(
            commands.reader, reports.writer, voicesMax: voicesMax,
            measuredFrames: Int(outputRate * Self.measuredDuration.seconds))
    }

    deinit {
        for index in buses.indices { buses[index].free() }
        resources.deallocate()
        renderer.meters.deinitialize(count: voices.count)
        meters.deinitialize(count: voices.count)
        meters.deallocate()
        slots.deallocate()
    }

    // MARK: Voices

    /// The number of voices that were added and not collected yet.
    public var voiceCount: Int { voices.count - freeSlots.count }

    /// Adds a voice. It plays from the first frame of the next `render` with its gains at once,
    /// without a fade-in.
    ///
    /// The first voice of a rate computes that rate's filter, which takes some milliseconds.
    ///
    /// - Parameters:
    ///   - app: The app's gain, 0 … `gainMax`; likewise `session` and `duck`.
    ///   - pan: The balance, −1…1.
    ///   - isHeld: Whether the voice starts held; the first `resume` fades in.
    ///   - start: How the voice begins.
    /// - Returns: `nil` when `voicesMax` voices exist, the command queue is full, the source's rate
    ///   is outside `sourceRates` or would need one bus too many, or the feed already had a voice.
    public func addVoice(
        _ source: VoiceSource, app: Float, session: Float, duck: Float, pan: Float = 0,
        isHeld: Bool = false, start: VoiceStart = VoiceStart()
    ) -> VoiceID? {
        sendWaiting()
        // One command for the voice, one for its bus.
        guard commands.writableCount >= 2, voiceCount < voicesMax,
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
            app: allowed(app), session: allowed(session), duck: allowed(duck),
            pan: pan.isFinite ? min(max(pan, -1), 1) : 0, isHeld: isHeld,
            slopeMax: 1 / Float(max(Self.fullScaleDuration.seconds * source.sampleRate, 1)))
        (renderer.voices + slot).initialize(
            to: RenderVoice(
                source, gains: gains, busIndex: busIndex, start: start,
                fadeFrames: max(frames(of: Self.fadeDuration, at: source.sampleRate), 1)))
        // The slot is this side's until `start` is sent, its meter included.
        renderer.meters[slot].publish(.zero)
        slots[slot] = VoiceSlot(id: id, sampleRate: source.sampleRate)
        voices[slot] = ControlVoice(source: source, busIndex: busIndex)
        _ = commands.write(MixerCommand(.start, slot: slot))
        return id
    }

    /// Ramps one gain to `gain` over `ramp`. A later call for the same stage starts from the
    /// present value.
    ///
    /// A voice's gains multiply. Their product never changes faster than full scale in
    /// `fullScaleDuration`, so a `ramp` of zero takes up to that long.
    ///
    /// - Parameter gain: 0 … `gainMax`.
    public func setGain(_ voice: VoiceID, _ stage: GainStage, to gain: Float, ramp: HostInterval) {
        guard let slot = slot(of: voice) else { return }
        sendRamp(.moveGain, stage, slot, to: allowed(gain), ramp)
    }

    /// Sets the balance: −1 left … 1 right. The near side keeps its full gain.
    public func setPan(_ voice: VoiceID, to pan: Float, ramp: HostInterval) {
        guard let slot = slot(of: voice) else { return }
        sendRamp(.movePan, .app, slot, to: pan.isFinite ? min(max(pan, -1), 1) : 0, ramp)
    }

    /// Fades out within `fadeDuration` and keeps the position.
    ///
    /// The frames of the fade are played (and counted) while it lasts, and `resume` continues with
    /// the first frame after them: no frame is skipped or repeated. A held voice reads nothing from
    /// its source, but its gains keep moving.
    public func hold(_ voice: VoiceID) {
        guard let slot = slot(of: voice), voices[slot]?.isEnding == false else { return }
        send(MixerCommand(.hold, slot: slot))
    }

    /// Fades in within `fadeDuration` from the kept position.
    public func resume(_ voice: VoiceID) {
        guard let slot = slot(of: voice), voices[slot]?.isEnding == false else { return }
        send(MixerCommand(.resume, slot: slot))
    }

    /// Fades out within `fadeDuration`, then ends the voice.
    public func stop(_ voice: VoiceID) {
        guard let slot = slot(of: voice), voices[slot]?.isEnding == false else { return }
        voices[slot]?.isEnding = true
        send(MixerCommand(.stop, slot: slot))
    }

    /// Ends a voice at once, without a fade, as when a process is killed. Frames of a resampled
    /// voice that are already in its bus are still audible.
    public func cut(_ voice: VoiceID) {
        guard let slot = slot(of: voice) else { return }
        voices[slot]?.isEnding = true
        send(MixerCommand(.cut, slot: slot))
    }

    /// The duration of the fades of `hold`, `resume` and `stop`.
    public static let fadeDuration = HostInterval.milliseconds(10)
    /// The shortest time in which a voice's gain changes by full scale.
    public static let fullScaleDuration = HostInterval.milliseconds(6)

    // MARK: Events

    /// Returns the events since the last call, in order, and frees the resources that the render
    /// thread has released. Control side.
    public func collectEvents() -> [Event] {
        // Cleared first: a threshold reached from now on needs another call.
        renderer.hasRefillRequest.store(false, ordering: .releasing)
        var events: [Event] = []
        while let report = reports.read() {
            switch report {
            case .voiceDone(let slot, let wasStopped):
                guard let voice = voices[slot] else { continue }
                let id = slots[slot].id
                events.append(wasStopped ? .stopped(id) : .ended(id))
                if let busIndex = voice.busIndex { buses[busIndex].voiceCount -= 1 }
                slots[slot] = VoiceSlot()
                voices[slot] = nil
                freeSlots.append(slot)
            case .busReplaced(let index):
                buses[index].freePredecessor()
            }
        }
        sendWaiting()
        return events
    }

    /// Returns the meter of a voice for the most recent `render`.
    ///
    /// Voices are measured for `measuredDuration` after their start and after any call of this
    /// method; meters keep what they were when nothing was measured since.
    ///
    /// - Returns: All zero before the first `render`; `nil` after the voice's end was collected.
    ///   Control side.
    public func meter(of voice: VoiceID) -> Meter? {
        guard let slot = slot(of: voice) else { return nil }
        renderer.meterWasRead.store(true, ordering: .relaxed)
        return meters[slot].read()
    }

    /// How long voices are measured without a look at their meters, of the output's time.
    public static let measuredDuration = HostInterval.milliseconds(1000)
}

extension Mixer {
    /// Returns the slot of a voice that has not been collected.
    @inline(__always)
    private func slot(of voice: VoiceID) -> Int? {
        let slot = voice.slot
        guard slot < voicesMax, slots[slot].id == voice else { return nil }
        return slot
    }

    private func takeSlot() -> Int {
        if let slot = freeSlots.popLast() { return slot }
        voices.append(nil)
        let meter = LatestValue(Meter.zero)
        (renderer.meters + (voices.count - 1)).initialize(to: meter.writer)
        (meters + (voices.count - 1)).initialize(to: meter.reader)
        return voices.count - 1
    }

    /// Finds or creates the bus of a rate; it replaces an unused bus when there are many.
    private func placeForBus(_ sampleRate: Double) -> Int? {
        if let index = buses.firstIndex(where: { $0.sampleRate == sampleRate }) { return index }
        if buses.count >= Self.busesKept,
            let index = buses.firstIndex(where: { $0.voiceCount == 0 && $0.predecessor == nil })
        {
            var bus = ControlBus(from: sampleRate, to: outputRate, sharing: &resources)
            bus.predecessor = buses[index].bus
            buses[index] = bus
            _ = commands.write(MixerCommand(placing: bus.bus, index: index))
            return index
        }
        guard buses.count < Self.busesMax else { return nil }
        buses.append(ControlBus(from: sampleRate, to: outputRate, sharing: &resources))
        _ = commands.write(
            MixerCommand(placing: buses[buses.count - 1].bus, index: buses.count - 1))
        return buses.count - 1
    }

    /// Sends a command, or queues it with its voice until there is room: no command is lost.
    private func send(_ command: MixerCommand) {
        sendWaiting()
        if waitingSlots.isEmpty, commands.write(command) { return }
        let slot = command.slot
        if voices[slot]?.waiting.isEmpty == true { waitingSlots.append(slot) }
        voices[slot]?.waiting.removeAll { $0.subject == command.subject }
        voices[slot]?.waiting.append(command)
        renderer.hasWaiting.store(true, ordering: .relaxed)
    }

    private func sendWaiting() {
        guard !waitingSlots.isEmpty else { return }
        var sentSlotCount = 0
        for slot in waitingSlots {
            // The commands of a voice that is gone went with it.
            while let command = voices[slot]?.waiting.first, commands.write(command) {
                voices[slot]?.waiting.removeFirst()
            }
            guard voices[slot]?.waiting.isEmpty ?? true else { break }
            sentSlotCount += 1
        }
        waitingSlots.removeFirst(sentSlotCount)
        renderer.hasWaiting.store(!waitingSlots.isEmpty, ordering: .relaxed)
    }

    @inline(__always)
    private func allowed(_ gain: Float) -> Float {
        if gain > 0, gain <= Self.gainMax { return gain }
        return gain.isFinite ? min(max(gain, 0), Self.gainMax) : 0
    }

    /// Sends the command of a ramp. What it does itself is the usual case: a ramp as long as the
    /// last one, and room in the queue.
    @inline(__always)
    private func sendRamp(
        _ kind: MixerCommand.Kind, _ stage: GainStage, _ slot: Int, to value: Float,
        _ duration: HostInterval
    ) {
        if lastRamp.isOf(duration, at: slots[slot].sampleRate), waitingSlots.isEmpty,
            commands.write(
                MixerCommand(
                    kind, stage, slot: slot, to: value, frameCount: lastRamp.frameCount))
        {
            return
        }
        sendNewRamp(kind, stage, slot, to: value, duration)
    }

    @inline(never)
    private func sendNewRamp(
        _ kind: MixerCommand.Kind, _ stage: GainStage, _ slot: Int, to value: Float,
        _ duration: HostInterval
    ) {
        lastRamp = RampLength(of: duration, at: slots[slot].sampleRate)
        send(
            MixerCommand(kind, stage, slot: slot, to: value, frameCount: lastRamp.frameCount))
    }

    private func frames(of interval: HostInterval, at sampleRate: Double) -> Int {
        RampLength(of: interval, at: sampleRate).frameCount
    }
}

/// The length of a ramp in frames.
private struct RampLength: BitwiseCopyable {
    private(set) var nanoseconds: Int64 = 0
    /// Frames a second.
    private(set) var sampleRate = 1.0
    private(set) var frameCount = 0

    init() {}

    init(of interval: HostInterval, at sampleRate: Double) {
        nanoseconds = interval.nanoseconds
        self.sampleRate = sampleRate
        // At most 292 years at 768 kHz: far from overflow.
        frameCount = max(Int((interval.seconds * sampleRate).rounded()), 0)
    }

    @inline(__always)
    func isOf(_ interval: HostInterval, at sampleRate: Double) -> Bool {
        interval.nanoseconds == nanoseconds
            && sampleRate.bitPattern == self.sampleRate.bitPattern
    }
}
