import AudioEffects
import AudioGraph
public import Foundation
import Synchronization

/// The device that plays an environment's output.
public enum AVAudioEnvironmentOutputType: Int, Sendable {
    /// The one that the route says.
    case auto = 0
    /// Headphones.
    case headphones = 1
    /// The device's own loudspeakers.
    case builtInSpeakers = 2
    /// Loudspeakers of other devices.
    case externalSpeakers = 3
}

/// A mixer that places its inputs in space, around a listener.
///
/// Sources with one channel are placed, as their `AVAudio3DMixing` properties say; the channels of
/// others pass unchanged. The axes are x to the right, y up, z towards the listener's back. Any
/// thread.
///
/// Ownership: a mutex guards the orientation and the output's type; the kernel guards all else.
open class AVAudioEnvironmentNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
    private let environment: SpatialEnvironment
    private let state = Mutex(State())

    private struct State {
        var orientation = ListenerOrientation()
        var outputType = AVAudioEnvironmentOutputType.auto
        var tracksHead = false
    }

    /// How the sound of the sources decreases with their distance.
    public let distanceAttenuationParameters: AVAudioEnvironmentDistanceAttenuationParameters
    /// The reverberation.
    public let reverbParameters: AVAudioEnvironmentReverbParameters

    /// Makes an environment with a listener at (0, 0, 0), facing the front.
    public init() {
        let mixer = EnvironmentMixer()
        environment = mixer.environment
        distanceAttenuationParameters =
            AVAudioEnvironmentDistanceAttenuationParameters(mixer.environment)
        reverbParameters = AVAudioEnvironmentReverbParameters(mixer.environment)
        super.init(.spatialMixer(mixer))
    }

    // MARK: Output

    /// The device that plays the output; `.auto` at first. It is kept, and changes nothing.
    open var outputType: AVAudioEnvironmentOutputType {
        get { state.withLock { $0.outputType } }
        set { state.withLock { $0.outputType = newValue } }
    }

    /// The gain of the output, 0…1; 1 at first. Greater values amplify; negative ones count as 0.
    open var outputVolume: Float {
        get { graphNode.outputVolume.value }
        set { graphNode.outputVolume.value = newValue >= 0 ? newValue : 0 }
    }

    /// The first input bus that is not connected.
    open var nextAvailableInputBus: AVAudioNodeBus { core?.freeInputBus(of: self) ?? 0 }

    /// The algorithms that can be used for the output's number of channels.
    open var applicableRenderingAlgorithms: [NSNumber] {
        let stereo: [AVAudio3DMixingRenderingAlgorithm] = [
            .equalPowerPanning, .sphericalHead, .HRTF, .soundField, .stereoPassThrough, .HRTFHQ,
            .auto,
        ]
        let isStereo = outputFormat(forBus: 0).channelCount >= 2
        return (isStereo ? stereo : [.equalPowerPanning, .auto]).map {
            NSNumber(value: $0.rawValue)
        }
    }

    // MARK: The listener

    /// The position of the listener in metres; (0, 0, 0) at first. Numbers that are not finite are
    /// ignored.
    open var listenerPosition: AVAudio3DPoint {
        get {
            let position = environment.settings.listener.position
            return AVAudio3DPoint(x: position.x, y: position.y, z: position.z)
        }
        set {
            guard newValue.x.isFinite, newValue.y.isFinite, newValue.z.isFinite else { return }
            environment.change {
                $0.listener.position = SIMD3(newValue.x, newValue.y, newValue.z)
            }
        }
    }

    /// The direction of the listener's head as two orthogonal vectors; forward (0, 0, −1) and up
    /// (0, 1, 0) at first. Parallel vectors are ignored. The angles follow.
    open var listenerVectorOrientation: AVAudio3DVectorOrientation {
        get { state.withLock { $0.orientation.vectors } }
        set { turn { $0.vectors = newValue } }
    }

    /// The direction of the listener's head as angles in degrees; all 0 at first. Numbers that are
    /// not finite are ignored. The vectors follow.
    open var listenerAngularOrientation: AVAudio3DAngularOrientation {
        get { state.withLock { $0.orientation.angles } }
        set { turn { $0.angles = newValue } }
    }

    /// Whether the listener's head is tracked by headphones; `false` at first. It is kept, and
    /// changes nothing.
    open var isListenerHeadTrackingEnabled: Bool {
        get { state.withLock { $0.tracksHead } }
        set { state.withLock { $0.tracksHead = newValue } }
    }

    private func turn(_ change: (inout ListenerOrientation) -> Void) {
        state.withLock { state in
            change(&state.orientation)
            let vectors = state.orientation.vectors
            environment.change {
                $0.listener.turn(forward: vectors.forward.simd, up: vectors.up.simd)
            }
        }
    }
}

extension AVAudio3DPoint {
    fileprivate var simd: SIMD3<Float> { SIMD3(x, y, z) }
}
