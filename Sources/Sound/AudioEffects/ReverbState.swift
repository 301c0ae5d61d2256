/// What a reverb remembers: a room for each pair of channels.
struct ReverbState {
    private let channelCount: Int
    private let rampFrames: Int
    private let networks: UnsafeMutablePointer<DelayNetwork>
    private let networkCount: Int

    private var mix = WetDryMix()
    /// The level of the reverberation, which is 0 while the room changes.
    private var fade = LinearRamp(at: 1)
    private var preset = -1
    private var wantedPreset = -1
    private var tank = ReverbTank(ReverbPreset.mediumHall.room, sampleRate: 44100)
    private var wantedTank = ReverbTank(ReverbPreset.mediumHall.room, sampleRate: 44100)
    /// The level of the reverberation beside its fade.
    private var gain = LinearRamp(at: 1)
    /// The filters before a change, and the frames until they are those of `tank`.
    private var formerTank = ReverbTank(ReverbPreset.mediumHall.room, sampleRate: 44100)
    private var dampingFramesLeft = 0
    private var isFresh = true

    /// While filters change they stand still for this many frames.
    private static let dampingStepFrames = 16

    /// - Parameter longest: The longest delay line in milliseconds.
    init(sampleRate: Double, channelCount: Int, longest: Double) {
        self.channelCount = channelCount
        rampFrames = max(Int(sampleRate.asSampleRate * settingRampSeconds), 1)
        networkCount = (channelCount + 1) / 2
        networks = .allocate(capacity: max(networkCount, 1))
        for index in 0..<networkCount {
            (networks + index).initialize(
                to: DelayNetwork(sampleRate: sampleRate.asSampleRate, longest: longest))
        }
    }

    func deallocate() {
        for index in 0..<networkCount { networks[index].deallocate() }
        networks.deallocate()
    }

    mutating func reset() {
        clear()
        isFresh = true
    }

    @_noLocks @_noAllocation
    private func clear() {
        for index in 0..<networkCount { networks[index].clear() }
    }

    /// Starts moving to the newest settings.
    @_noLocks @_noAllocation
    mutating func update(_ newest: ReverbSettings.Coefficients) {
        let frames = isFresh ? 0 : rampFrames
        mix.update(mix: newest.mix, isBypassed: newest.isBypassed, over: frames)
        gain.move(to: newest.gain, over: frames)
        (wantedPreset, wantedTank) = (newest.preset, newest.tank)
        if isFresh {
            (preset, tank, dampingFramesLeft) = (wantedPreset, wantedTank, 0)
            fade.move(to: 1, over: 0)
            isFresh = false
        }
    }

    @_noLocks @_noAllocation
    mutating func process(_ samples: PlanarSamples, frameCount: Int) {
        var frame = 0
        while frame < frameCount {
            guard !mix.isSilent else { return }
            changeRoom()
            var count = gain.segment(fade.segment(mix.segment(frameCount &- frame)))
            let present = movedTank(&count)
            for index in 0..<networkCount {
                let first = samples[2 &* index] + frame
                let hasSecond = 2 &* index &+ 1 < channelCount
                let second = hasSecond ? samples[2 &* index &+ 1] + frame : first
                networks[index].process(
                    first, second, isMono: !hasSecond, count, present, mix, fade, gain)
            }
            gain.advance(by: count)
            fade.advance(by: count)
            dampingFramesLeft = max(dampingFramesLeft &- count, 0)
            if mix.advance(by: count) { clear() }
            frame &+= count
        }
    }

    /// Starts a change: of the delays by fading out, and in again; of the filters by moving them.
    @_noLocks @_noAllocation
    private mutating func changeRoom() {
        guard fade.isLevel else { return }
        if fade.target == 0 {
            (preset, tank, dampingFramesLeft) = (wantedPreset, wantedTank, 0)
            for index in 0..<networkCount { networks[index].clearLines() }
            fade.move(to: 1, over: rampFrames)
        } else if preset != wantedPreset || tank.geometry != wantedTank.geometry {
            fade.move(to: 0, over: rampFrames)
        } else if dampingFramesLeft == 0, tank.damping != wantedTank.damping {
            (formerTank, tank, dampingFramesLeft) = (tank, wantedTank, rampFrames)
        }
    }

    /// Returns the room of the next frames.
    ///
    /// - Parameter count: Their number; lowered to that for which the room stands still.
    @_noLocks @_noAllocation
    private func movedTank(_ count: inout Int) -> ReverbTank {
        guard dampingFramesLeft > 0 else { return tank }
        // Steps are counted from the end, so that the partition into blocks does not matter.
        let steps = (dampingFramesLeft &- 1) / Self.dampingStepFrames
        count = min(count, dampingFramesLeft &- steps &* Self.dampingStepFrames)
        let framesLeft = steps &* Self.dampingStepFrames
        return tank.blended(with: formerTank, Float(framesLeft) / Float(rampFrames))
    }
}
