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
    private var isFresh = true

    init(sampleRate: Double, channelCount: Int) {
        self.channelCount = channelCount
        rampFrames = max(Int(sampleRate.asSampleRate * settingRampSeconds), 1)
        networkCount = (channelCount + 1) / 2
        networks = .allocate(capacity: max(networkCount, 1))
        for index in 0..<networkCount {
            (networks + index).initialize(to: DelayNetwork(sampleRate: sampleRate.asSampleRate))
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
        mix.update(
            mix: newest.mix, isBypassed: newest.isBypassed, over: isFresh ? 0 : rampFrames)
        (wantedPreset, wantedTank) = (newest.preset, newest.tank)
        if isFresh {
            (preset, tank) = (wantedPreset, wantedTank)
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
            let count = fade.segment(mix.segment(frameCount &- frame))
            for index in 0..<networkCount {
                let first = samples[2 &* index] + frame
                let hasSecond = 2 &* index &+ 1 < channelCount
                let second = hasSecond ? samples[2 &* index &+ 1] + frame : first
                networks[index].process(
                    first, second, isMono: !hasSecond, count, tank, mix, fade)
            }
            fade.advance(by: count)
            if mix.advance(by: count) { clear() }
            frame &+= count
        }
    }

    /// Fades out, changes, and fades in again.
    @_noLocks @_noAllocation
    private mutating func changeRoom() {
        guard fade.isLevel else { return }
        if fade.target == 0 {
            (preset, tank) = (wantedPreset, wantedTank)
            for index in 0..<networkCount { networks[index].clearLines() }
            fade.move(to: 1, over: rampFrames)
        } else if preset != wantedPreset {
            fade.move(to: 0, over: rampFrames)
        }
    }
}
