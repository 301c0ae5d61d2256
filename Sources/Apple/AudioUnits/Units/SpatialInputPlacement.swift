import AudioEffects
import AudioGraph

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// How an input of a spatial mixer is placed, in the numbers of Apple's unit.
package struct SpatialInputPlacement: Equatable, Sendable {
    /// The direction in degrees, clockwise from the front: −180…180.
    package var azimuth: Float = 0
    /// The direction in degrees, upwards: −90…90.
    package var elevation: Float = 0
    /// In metres.
    package var distance: Float = 1
    /// The gain in decibels.
    package var gain: Float = 0
    /// The limits of the gain by the distance.
    package var gainMin: Float = 0
    package var gainMax: Float = 1
    /// `AUSpatializationAlgorithm`.
    package var algorithm: UInt32 = 0
    /// `AUSpatialMixerSourceMode`.
    package var sourceMode: UInt32 = 0
    /// `AUSpatialMixerPointSourceInHeadMode`.
    package var inHeadMode: UInt32 = 0
    /// `AUSpatialMixerRenderingFlags`.
    package var flags: UInt32 = SpatialInputPlacement.attenuationFlag | 1
    /// `AUSpatialMixerAttenuationCurve`.
    package var curve: UInt32 = 2
    /// The distance in metres up to which nothing is attenuated.
    package var referenceDistance: Float = 1
    /// The distance in metres beyond which nothing more is attenuated.
    package var maximumDistance: Float = 100_000
    /// The attenuation there in decibels, of either sign.
    package var maximumAttenuation: Float = 100

    /// The flag by which distance attenuates.
    package static let attenuationFlag: UInt32 = 1 << 2

    package init() {}

    /// Where the input is, in metres: x to the right, y up, z to the back.
    package var position: SIMD3<Float> {
        let (azimuth, elevation) = (Self.radians(azimuth), Self.radians(elevation))
        return distance
            * SIMD3(
                Float(sin(azimuth) * cos(elevation)), Float(sin(elevation)),
                Float(-cos(azimuth) * cos(elevation)))
    }

    /// Directions of the listener's head, with angles in degrees: yaw is positive to the right,
    /// pitch upwards, roll clockwise.
    package static func head(
        yaw: Float, pitch: Float, roll: Float
    ) -> (forward: SIMD3<Float>, up: SIMD3<Float>) {
        let (yaw, pitch, roll) = (radians(yaw), radians(pitch), radians(roll))
        let forward = SIMD3(sin(yaw) * cos(pitch), sin(pitch), -cos(yaw) * cos(pitch))
        let right = SIMD3(cos(yaw), 0, sin(yaw))
        let upright = SIMD3(-sin(yaw) * sin(pitch), cos(pitch), cos(yaw) * sin(pitch))
        let up = cos(roll) * upright + sin(roll) * right
        return (SIMD3<Float>(forward), SIMD3<Float>(up))
    }

    private static func radians(_ degrees: Float) -> Double { Double(degrees) * .pi / 180 }

    /// Tells the kernel.
    func apply(to input: MixerInput) {
        let position = position
        input[.positionX] = position.x
        input[.positionY] = position.y
        input[.positionZ] = position.z
        input[.volume] = gain <= -120 ? 0 : Float(pow(10, Double(gain) / 20))
        input[.renderingAlgorithm] = Float(algorithm)
        input[.sourceMode] = Float(sourceMode)
        input[.pointSourceInHeadMode] = Float(inHeadMode)
        input[.minimumDistanceGain] = gainMin
        input[.maximumDistanceGain] = gainMax
        input[.referenceDistance] = referenceDistance
        input[.maximumDistance] = maximumDistance
        let (formula, rolloff) = attenuation
        input[.distanceFormula] = Float(formula.rawValue)
        input[.rolloff] = rolloff
    }

    /// The formula of the distance's attenuation, with the roll-off by which it reaches the largest
    /// at the largest distance.
    ///
    /// Apple documents the curves' names only; the formulas are those of the environment node, of
    /// which the power is the exponential one.
    private var attenuation: (formula: DistanceModel.Formula, rolloff: Float) {
        let formula: DistanceModel.Formula =
            switch curve {
            case 2: .inverse
            case 3: .linear
            default: .exponential
            }
        let (reference, maximum) = (Double(referenceDistance), Double(maximumDistance))
        let decibels = Double(maximumAttenuation.magnitude)
        guard flags & Self.attenuationFlag != 0, reference > 0, maximum > reference else {
            return (formula, 0)
        }
        let rolloff =
            switch formula {
            case .exponential: decibels / (20 * log10(maximum / reference))
            case .inverse: reference * (pow(10, decibels / 20) - 1) / (maximum - reference)
            case .linear: 1 - pow(10, -decibels / 20)
            }
        return (formula, rolloff.isFinite ? Float(rolloff) : 0)
    }
}
