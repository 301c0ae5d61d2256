import Realtime
import Synchronization

/// The common part of an environment's inputs: the listener, the distances, and the reverberation.
///
/// For each block: `begin`, then `SpatialPanner.add` of every input with `scene` and `reverbInput`,
/// then `end`.
///
/// Ownership: `shared`, `reverb` and `filter` may be used by any thread; one thread at a time, which
/// prepares, processes or resets, owns all else.
package final class SpatialEnvironment: @unchecked Sendable {
    /// What an app sets.
    package struct Settings: Equatable, Sendable {
        package var listener = Listener()
        package var distance = DistanceModel()
        package var isReverbEnabled = false
        /// The level of the reverberation in dB, −40…40.
        package var reverbLevel: Float = 0
    }

    /// The valid levels of the reverberation in dB.
    package static let reverbLevelRange: ClosedRange<Float> = -40...40

    /// The room of the reverberation.
    package let reverb = Reverb()
    /// The filter of the reverberation, bypassed at first.
    package let filter = Equalizer(bandCount: 1)

    private let shared = SharedSettings(Settings())
    private let reader: UnsafeMutablePointer<LatestValueReader<Settings.Coefficients>>
    private let state: UnsafeMutablePointer<State>

    /// What one thread at a time owns.
    private struct State {
        var scene = SpatialScene()
        var level = LinearRamp(at: 0)
        var rampFrames = 1
        var frameCountMax = 0
        var isFresh = true
        var outputCount = 0
        /// The two channels of the reverberation.
        let channels = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
    }

    package init() {
        reverb.wetDryMix = 100
        reader = shared.reader
        state = .allocate(capacity: 1)
        state.initialize(to: State())
        for channel in 0..<2 {
            (state.pointee.channels + channel).initialize(to: .allocate(capacity: 1))
        }
    }

    deinit {
        for channel in 0..<2 { state.pointee.channels[channel].deallocate() }
        state.pointee.channels.deallocate()
        state.deallocate()
    }

    /// The present settings; a level out of range is clamped, NaN is ignored. Any thread.
    package var settings: Settings {
        get { shared.value }
        set { change { $0 = newValue } }
    }

    /// Changes the settings in one step. Any thread.
    package func change(_ change: (inout Settings) -> Void) {
        shared.change { settings in
            let former = settings.reverbLevel
            change(&settings)
            settings.reverbLevel = settings.reverbLevel.clamped(
                to: Self.reverbLevelRange, or: former)
        }
    }

    /// Allocates the state for an output format. Not while another thread processes.
    package func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        shared.prepare(sampleRate: sampleRate)
        reverb.prepare(
            sampleRate: sampleRate, channelCount: 2, maximumFrameCount: maximumFrameCount)
        filter.prepare(
            sampleRate: sampleRate, channelCount: 2, maximumFrameCount: maximumFrameCount)
        state.pointee.rampFrames = max(Int(sampleRate.asSampleRate * settingRampSeconds), 1)
        state.pointee.frameCountMax = max(maximumFrameCount, 1)
        state.pointee.outputCount = channelCount
        for channel in 0..<2 {
            state.pointee.channels[channel].deallocate()
            state.pointee.channels[channel] = .allocate(capacity: state.pointee.frameCountMax)
            state.pointee.channels[channel]
                .initialize(repeating: 0, count: state.pointee.frameCountMax)
        }
        reset()
    }

    /// Drops the reverberation. Not while another thread processes.
    package func reset() {
        reverb.reset()
        filter.reset()
        state.pointee.isFresh = true
        state.pointee.level = LinearRamp(at: 0)
    }

    /// Begins a block of at most the frames that were prepared for.
    ///
    /// Real time: no allocation, no locks.
    @_noLocks @_noAllocation
    package func begin(frameCount: Int) {
        let newest = reader.pointee.read()
        state.pointee.scene = newest.scene
        let frames = state.pointee.isFresh ? 0 : state.pointee.rampFrames
        state.pointee.isFresh = false
        state.pointee.level.move(to: newest.level, over: frames)
        let count = min(frameCount, state.pointee.frameCountMax)
        state.pointee.channels[0].update(repeating: 0, count: count)
        state.pointee.channels[1].update(repeating: 0, count: count)
    }

    /// The scene of the present block.
    package var scene: SpatialScene {
        @_noLocks @_noAllocation get { state.pointee.scene }
    }

    /// The two channels to which inputs add what is to reverberate; `nil` without reverberation.
    package var reverbInput: PlanarSamples? {
        @_noLocks @_noAllocation get {
            isReverberating ? PlanarSamples(state.pointee.channels) : nil
        }
    }

    private var isReverberating: Bool {
        @_noLocks @_noAllocation get {
            let level = state.pointee.level
            return level.target > 0 || !level.isLevel
        }
    }

    /// Ends a block: adds the reverberation to the output.
    ///
    /// Real time: no allocation, no locks; the compiler does not accept the attributes, because the
    /// calls count references.
    package func end(_ output: PlanarSamples, frameCount: Int) {
        guard isReverberating, frameCount <= state.pointee.frameCountMax else { return }
        let channels = PlanarSamples(state.pointee.channels)
        reverb.process(channels, frameCount: frameCount)
        filter.process(channels, frameCount: frameCount)
        let level = state.pointee.level
        for index in 0..<frameCount {
            let gain = level.value(at: index)
            if state.pointee.outputCount == 1 {
                output[0][index] += gain * 0.5 * (channels[0][index] + channels[1][index])
            } else {
                output[0][index] += gain * channels[0][index]
                output[1][index] += gain * channels[1][index]
            }
        }
        state.pointee.level.advance(by: frameCount)
    }
}

extension SpatialEnvironment.Settings: EffectSettings {
    struct Coefficients: BitwiseCopyable, Sendable {
        var scene: SpatialScene
        /// The gain of the reverberation; 0 when it is disabled.
        var level: Float
    }

    func coefficients(sampleRate: Double) -> Coefficients {
        var scene = SpatialScene()
        scene.listener = listener
        scene.distance = distance
        scene.hasReverb = isReverbEnabled
        let gain = Float(RealtimeMath.gain(decibels: Double(reverbLevel)))
        return Coefficients(scene: scene, level: isReverbEnabled ? gain : 0)
    }
}
