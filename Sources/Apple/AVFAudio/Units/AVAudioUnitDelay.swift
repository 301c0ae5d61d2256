import AudioEffects
import AudioUnits
public import Foundation

/// A delay with feedback and a low-pass filter in its loop.
///
/// Values out of range are limited. Any thread.
///
/// Ownership: immutable; the kernel guards its parameters.
open class AVAudioUnitDelay: AVAudioUnitEffect, @unchecked Sendable {
    private let kernel: DelayEffect

    /// Makes a delay of one second.
    public init() {
        kernel = DelayEffect()
        super.init(kernel, .delay)
    }

    /// The delay in seconds, 0…2; 1 at first.
    open var delayTime: TimeInterval {
        get { kernel.delayTime }
        set { kernel.delayTime = newValue }
    }

    /// The part of the delayed sound that is delayed again, in percent, −100…100; 50 at first.
    open var feedback: Float {
        get { kernel.feedback }
        set { kernel.feedback = newValue }
    }

    /// The cutoff frequency of the filter in Hz, from 10 to half the sample rate, where it passes
    /// everything; 15,000 at first.
    open var lowPassCutoff: Float {
        get { kernel.lowPassCutoff }
        set { kernel.lowPassCutoff = newValue }
    }

    /// The part of the delayed sound in the output, in percent, 0…100; 100 at first.
    open var wetDryMix: Float {
        get { kernel.wetDryMix }
        set { kernel.wetDryMix = newValue }
    }
}
