import AudioEffects
import AudioUnits
public import CAudioToolbox

/// A change of speed that the pitch follows, as on a tape.
///
/// The node looks ahead: it adds no delay. Any thread.
///
/// Ownership: immutable; the kernel guards its parameters.
open class AVAudioUnitVarispeed: AVAudioUnitTimeEffect, @unchecked Sendable {
    private let kernel: Varispeed

    /// Makes a change of speed, by 1 at first.
    public init() {
        kernel = Varispeed()
        super.init(kernel, .varispeed)
    }

    /// The speed as a factor, 0.25…4; 1 at first. Values out of range are limited. The pitch changes
    /// by 1200 × log2(rate) cents.
    open var rate: Float {
        get { kernel.rate }
        set { kernel.rate = newValue }
    }
}

/// A change of speed and of pitch, independently.
///
/// The node looks ahead: it adds no delay. Values out of range are limited. Any thread.
///
/// Ownership: immutable; the kernel guards its parameters.
open class AVAudioUnitTimePitch: AVAudioUnitTimeEffect, @unchecked Sendable {
    private let kernel: TimePitchEffect

    /// Makes a change of speed and pitch, of neither at first.
    public init() {
        kernel = TimePitchEffect()
        super.init(kernel, .timePitch)
    }

    /// Makes a change of speed and pitch by the name of a component that is one.
    ///
    /// Ends the program for another component.
    ///
    /// - Parameter audioComponentDescription: That of `kAudioUnitSubType_NewTimePitch` or
    ///   `kAudioUnitSubType_AUiPodTimeOther`.
    public override init(audioComponentDescription: AudioComponentDescription) {
        let component = UnitComponent(audioComponentDescription)
        let made = component?.makeTimeEffect() as? TimePitchEffect
        if made == nil {
            programmerError("AVAudioUnitTimePitch.init(audioComponentDescription:)", "component")
        }
        kernel = made ?? TimePitchEffect()
        super.init(kernel, component ?? .timePitch)
    }

    /// The speed as a factor, 1/32…32; 1 at first.
    open var rate: Float {
        get { kernel.rate }
        set { kernel.rate = newValue }
    }

    /// The change of pitch in cents, −2400…2400; 0 at first.
    open var pitch: Float {
        get { kernel.pitch }
        set { kernel.pitch = newValue }
    }

    /// The number of overlapping segments, 3…32; 8 at first. It is kept, but the algorithm chooses
    /// its own.
    open var overlap: Float {
        get { kernel.overlap }
        set { kernel.overlap = newValue }
    }
}
