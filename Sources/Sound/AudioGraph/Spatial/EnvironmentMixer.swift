package import AudioEffects
import Synchronization

/// A spatial mixer with a listener, a distance model and a reverberation.
package final class EnvironmentMixer: SpatialMixer {
    /// The listener and the reverberation.
    package let environment = SpatialEnvironment()
    private let format = Mutex((sampleRate: 44100.0, channelCount: 2))

    package init() {}

    package func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        format.withLock { $0 = (sampleRate, channelCount) }
        environment.prepare(
            sampleRate: sampleRate, channelCount: channelCount,
            maximumFrameCount: maximumFrameCount)
    }

    package func makeInput(_ parameters: MixerInput, channelCount: Int) -> any SpatialInput {
        let output = format.withLock { $0 }
        return EnvironmentInput(
            parameters, in: environment, sampleRate: output.sampleRate,
            channelCount: channelCount, outputCount: output.channelCount)
    }

    package func begin(frameCount: Int) {
        environment.begin(frameCount: frameCount)
    }

    package func end(_ output: PlanarSamples, frameCount: Int) {
        environment.end(output, frameCount: frameCount)
    }

    package func reset() {
        environment.reset()
    }
}

/// An input of an environment.
///
/// Ownership: one thread at a time, the one that renders, owns `panner`.
private final class EnvironmentInput: SpatialInput, @unchecked Sendable {
    private let parameters: MixerInput
    private let environment: SpatialEnvironment
    private let channelCount: Int
    private var panner: SpatialPanner

    init(
        _ parameters: MixerInput, in environment: SpatialEnvironment, sampleRate: Double,
        channelCount: Int, outputCount: Int
    ) {
        self.parameters = parameters
        self.environment = environment
        self.channelCount = channelCount
        panner = SpatialPanner(
            sampleRate: sampleRate, channelCount: channelCount, outputCount: outputCount)
    }

    func mix(_ input: PlanarSamples, frameCount: Int, into output: PlanarSamples) {
        var placement = SpatialPlacement()
        placement.position = SIMD3(
            parameters[.positionX], parameters[.positionY], parameters[.positionZ])
        placement.volume = parameters[.enable] == 0 ? 0 : parameters[.volume]
        placement.reverbBlend = parameters[.reverbBlend]
        placement.obstruction = parameters[.obstruction]
        placement.occlusion = parameters[.occlusion]
        placement.algorithm = number(.renderingAlgorithm)
        placement.mode = number(.sourceMode)
        placement.inHeadMode = number(.pointSourceInHeadMode)
        placement.distance = distance
        placement.distanceGainMin = parameters[.minimumDistanceGain]
        placement.distanceGainMax = parameters[.maximumDistanceGain]
        let gains = SpatialGains(placement, in: environment.scene, channelCount: channelCount)
        panner.add(
            input, gains, to: output, reverb: environment.reverbInput, frameCount: frameCount)
    }

    /// How the input decreases with its distance; `nil` for the environment's own way.
    private var distance: DistanceModel? {
        guard let formula = DistanceModel.Formula(rawValue: number(.distanceFormula)) else {
            return nil
        }
        var model = DistanceModel()
        model.formula = formula
        model.reference = parameters[.referenceDistance]
        model.maximum = parameters[.maximumDistance]
        model.rolloff = parameters[.rolloff]
        return model
    }

    /// A parameter that is one of Apple's numbers, which are small.
    private func number(_ parameter: MixerInput.Parameter) -> Int {
        let value = parameters[parameter]
        return value >= 0 && value < 100 ? Int(value) : 0
    }
}
