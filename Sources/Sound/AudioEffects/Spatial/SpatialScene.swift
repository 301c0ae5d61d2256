/// How the sound of a source decreases with its distance.
package struct DistanceModel: BitwiseCopyable, Hashable, Sendable {
    /// The formula, with Apple's numbers.
    package enum Formula: Int, BitwiseCopyable, CaseIterable, Sendable {
        /// (distance / reference) to the power of −roll-off.
        case exponential = 1
        /// reference / (reference + roll-off × (distance − reference)).
        case inverse = 2
        /// 1 − roll-off × (distance − reference) / (maximum − reference).
        case linear = 3
    }

    package var formula = Formula.inverse
    /// The distance in metres up to which nothing is attenuated.
    package var reference: Float = 1
    /// The distance in metres beyond which nothing more is attenuated; of the linear formula only.
    package var maximum: Float = 100_000
    package var rolloff: Float = 1

    package init() {}

    /// Returns the gain at a distance, 0…1; 1 where the formula has no value.
    @_noLocks @_noAllocation
    package func gain(distance: Float) -> Float {
        guard distance > reference else { return 1 }
        let (reference, rolloff) = (Double(reference), Double(rolloff))
        var distance = Double(distance)
        let gain: Double
        switch formula {
        case .exponential:
            guard reference > 1e-30, distance < 1e30 else { return 1 }
            gain = RealtimeMath.power(distance / reference, -rolloff)
        case .inverse: gain = reference / (reference + rolloff * (distance - reference))
        case .linear:
            distance = min(distance, Double(maximum))
            gain = 1 - rolloff * (distance - reference) / (Double(maximum) - reference)
        }
        // Comparisons with NaN are false.
        guard gain >= 0 || gain < 0 else { return 1 }
        return Float(min(max(gain, 0), 1))
    }
}

/// The listener's position and the direction of the head.
package struct Listener: BitwiseCopyable, Hashable, Sendable {
    /// In metres: x to the right, y up, z to the back.
    package var position = SIMD3<Float>(0, 0, 0)
    /// The direction from the left ear to the right one, of length 1.
    package private(set) var right = SIMD3<Float>(1, 0, 0)

    package init() {}

    /// Turns the head. Directions that are no frame, as parallel ones, are ignored.
    package mutating func turn(forward: SIMD3<Float>, up: SIMD3<Float>) {
        let cross = SIMD3(
            forward.y * up.z - forward.z * up.y, forward.z * up.x - forward.x * up.z,
            forward.x * up.y - forward.y * up.x)
        let length = (cross * cross).sum().squareRoot()
        guard length.isFinite, length > 1e-6 else { return }
        right = cross / length
    }
}

/// What an environment's inputs have in common.
package struct SpatialScene: BitwiseCopyable, Sendable {
    package var listener = Listener()
    package var distance = DistanceModel()
    /// Whether the inputs are sent to the reverberation.
    package var hasReverb = false

    package init() {}
}

/// How an input is placed. The numbers are Apple's.
package struct SpatialPlacement: BitwiseCopyable, Sendable {
    /// In metres, as the listener's.
    package var position = SIMD3<Float>(0, 0, 0)
    package var volume: Float = 1
    /// The part of the reverberation, 0…1.
    package var reverbBlend: Float = 0
    /// The attenuation of the direct sound in dB.
    package var obstruction: Float = 0
    /// The attenuation of the direct sound and of the reverberation in dB.
    package var occlusion: Float = 0
    /// 1 is the spherical head and 5 the unchanged channels; all others pan with equal power.
    package var algorithm = 0
    /// 0 places mono and bypasses more channels, 1 bypasses, 2 places the sum of the channels, 3
    /// places nothing. A bypassed input has its volume alone.
    ///
    /// Source: `AVAudioMixing.h`, the source modes.
    package var mode = 0
    /// How the input decreases with its distance, up to its maximum in every formula; `nil` for the
    /// scene's way.
    package var distance: DistanceModel?
    /// The limits of the gain by the distance.
    package var distanceGainMin: Float = 0
    package var distanceGainMax: Float = 1
    /// 0: a source in the head is mono, 1: its channels pass unchanged.
    package var inHeadMode = 0

    @_noLocks @_noAllocation
    package init() {}
}

/// The gains and the direction of a placed input.
package struct SpatialGains: BitwiseCopyable, Sendable {
    /// Whether the input is placed; if not, its channels pass with `direct`.
    package var isPlaced = false
    /// Whether the ears get the sound of a spherical head instead of `left` and `right`.
    package var hasHead = false
    /// The gain of the direct sound.
    package var direct: Float = 1
    /// The gains of the ears, by equal power: the sum of their squares is 1.
    package var left: Float = 0.70710678
    package var right: Float = 0.70710678
    /// The sine of the direction: −1 left … 1 right.
    package var lateral: Float = 0
    /// The gain of the reverberation's input.
    package var send: Float = 0

    @_noLocks @_noAllocation
    package init(_ placement: SpatialPlacement, in scene: SpatialScene, channelCount: Int) {
        let x = placement.position[0] - scene.listener.position[0]
        let y = placement.position[1] - scene.listener.position[1]
        let z = placement.position[2] - scene.listener.position[2]
        let square = Double(x) * Double(x) + Double(y) * Double(y) + Double(z) * Double(z)
        let distance = Float(RealtimeMath.squareRoot(square))
        // A position that is NaN or infinite is the listener's.
        let isInHead = !(distance > 1e-6 && distance < 1e18)
        isPlaced =
            placement.algorithm != 5
            && (placement.mode == 2 || (placement.mode == 0 && channelCount == 1))
            && !(isInHead && placement.mode == 2 && placement.inHeadMode == 1)
        var level = max(Self.finite(placement.volume), 0)
        if isPlaced, !isInHead {
            hasHead = placement.algorithm == 1
            let side =
                x * scene.listener.right[0] + y * scene.listener.right[1]
                + z * scene.listener.right[2]
            lateral = min(max(side / distance, -1), 1)
            left = Float(RealtimeMath.squareRoot(Double(1 - lateral) / 2))
            right = Float(RealtimeMath.squareRoot(Double(1 + lateral) / 2))
            level *= Self.distanceGain(placement, scene, distance)
        }
        let isBypassed = placement.mode == 1 || (placement.mode == 0 && channelCount > 1)
        guard !isBypassed else {
            (direct, send) = (level, 0)
            return
        }
        level *= Self.gain(placement.occlusion)
        let blend = scene.hasReverb ? min(max(Self.finite(placement.reverbBlend), 0), 1) : 0
        send = level * blend
        direct = level * (1 - blend) * Self.gain(placement.obstruction)
    }

    @_noLocks @_noAllocation
    private static func distanceGain(
        _ placement: SpatialPlacement, _ scene: SpatialScene, _ distance: Float
    ) -> Float {
        var gain: Float
        if let own = placement.distance {
            gain = own.gain(distance: min(distance, max(own.maximum, own.reference)))
        } else {
            gain = scene.distance.gain(distance: distance)
        }
        // Comparisons with NaN are false.
        if gain < placement.distanceGainMin { gain = min(placement.distanceGainMin, 1) }
        if gain > placement.distanceGainMax { gain = max(placement.distanceGainMax, 0) }
        return gain
    }

    @_noLocks @_noAllocation
    private static func finite(_ number: Float) -> Float {
        number.magnitude <= 0x1p20 ? number : 0
    }

    @_noLocks @_noAllocation
    private static func gain(_ decibels: Float) -> Float {
        guard decibels < 0 else { return 1 }
        return Float(RealtimeMath.gain(decibels: Double(max(decibels, -100))))
    }
}
