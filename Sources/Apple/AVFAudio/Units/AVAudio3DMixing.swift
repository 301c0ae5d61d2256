import AudioGraph
public import Foundation

/// How a source is placed in space.
public enum AVAudio3DMixingRenderingAlgorithm: Int, Sendable {
    /// Pans between two channels, with equal power.
    case equalPowerPanning = 0
    /// Two ears on a sphere: delays and shadows.
    case sphericalHead = 1
    /// Measured ears; here the same as `equalPowerPanning`.
    case HRTF = 2
    /// A sound field of several channels; here the same as `equalPowerPanning`.
    case soundField = 3
    /// The source's channels pass unchanged.
    case stereoPassThrough = 5
    /// Measured ears of higher quality; here the same as `equalPowerPanning`.
    case HRTFHQ = 6
    /// The best for the output; here the same as `equalPowerPanning`.
    case auto = 7
}

/// Which sources are placed in space.
public enum AVAudio3DMixingSourceMode: Int, Sendable {
    /// Sources of one channel are placed, the channels of others pass unchanged.
    case spatializeIfMono = 0
    /// The channels pass unchanged.
    case bypass = 1
    /// The mean of all channels is placed.
    case pointSource = 2
    /// The channels surround the listener; here they pass unchanged.
    case ambienceBed = 3
}

/// What a point source at the listener's position sounds like.
public enum AVAudio3DMixingPointSourceInHeadMode: Int, Sendable {
    /// The mean of the channels, in the middle.
    case mono = 0
    /// The channels, unchanged.
    case bypass = 1
}

/// The parameters of a source of an environment.
///
/// Values out of range are limited; NaN is ignored. They apply to connections to
/// `AVAudioEnvironmentNode`.
public protocol AVAudio3DMixing: NSObjectProtocol {
    /// How the source is placed; `.equalPowerPanning` at first.
    var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm { get set }

    /// Which sources are placed; `.spatializeIfMono` at first.
    var sourceMode: AVAudio3DMixingSourceMode { get set }

    /// What a point source in the head sounds like; `.mono` at first.
    var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode { get set }

    /// The speed of playback as a factor, 0.5…2; 1 at first.
    var rate: Float { get set }

    /// The part of the sound that reverberates, 0…1; 0 at first.
    var reverbBlend: Float { get set }

    /// The attenuation of the direct sound by an obstacle in dB, −100…0; 0 at first.
    var obstruction: Float { get set }

    /// The attenuation of the direct sound and of its reverberation in dB, −100…0; 0 at first.
    var occlusion: Float { get set }

    /// The position in metres; (0, 0, 0) at first.
    var position: AVAudio3DPoint { get set }
}

/// The ranges of the parameters.
private enum MixingRange {
    static let rate: ClosedRange<Float> = 0.5...2
    static let reverbBlend: ClosedRange<Float> = 0...1
    static let attenuation: ClosedRange<Float> = -100...0
}

/// Parameters by their names, of a node or of one of its connections.
protocol MixingValues: AnyObject {
    func mixingValue(_ parameter: MixerInput.Parameter) -> Float
    func setMixingValue(_ value: Float, of parameter: MixerInput.Parameter)
}

extension AVAudioNode: MixingValues {}

extension MixingValues {
    func setMixingValue(
        _ value: Float, of parameter: MixerInput.Parameter, in range: ClosedRange<Float>
    ) {
        guard !value.isNaN else { return }
        setMixingValue(min(max(value, range.lowerBound), range.upperBound), of: parameter)
    }

    func mixingMode<Mode: RawRepresentable<Int>>(
        _ parameter: MixerInput.Parameter, or mode: Mode
    ) -> Mode {
        Mode(rawValue: Int(mixingValue(parameter))) ?? mode
    }

    func setMixingMode(_ mode: some RawRepresentable<Int>, of parameter: MixerInput.Parameter) {
        setMixingValue(Float(mode.rawValue), of: parameter)
    }

    var mixingPosition: AVAudio3DPoint {
        get {
            AVAudio3DPoint(
                x: mixingValue(.positionX), y: mixingValue(.positionY), z: mixingValue(.positionZ))
        }
        set {
            setMixingValue(newValue.x, of: .positionX)
            setMixingValue(newValue.y, of: .positionY)
            setMixingValue(newValue.z, of: .positionZ)
        }
    }
}

extension AVAudio3DMixing where Self: AVAudioNode {
    public var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm {
        get { mixingMode(.renderingAlgorithm, or: .equalPowerPanning) }
        set { setMixingMode(newValue, of: .renderingAlgorithm) }
    }

    public var sourceMode: AVAudio3DMixingSourceMode {
        get { mixingMode(.sourceMode, or: .spatializeIfMono) }
        set { setMixingMode(newValue, of: .sourceMode) }
    }

    public var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode {
        get { mixingMode(.pointSourceInHeadMode, or: .mono) }
        set { setMixingMode(newValue, of: .pointSourceInHeadMode) }
    }

    public var rate: Float {
        get { mixingValue(.rate) }
        set { setMixingValue(newValue, of: .rate, in: MixingRange.rate) }
    }

    public var reverbBlend: Float {
        get { mixingValue(.reverbBlend) }
        set { setMixingValue(newValue, of: .reverbBlend, in: MixingRange.reverbBlend) }
    }

    public var obstruction: Float {
        get { mixingValue(.obstruction) }
        set { setMixingValue(newValue, of: .obstruction, in: MixingRange.attenuation) }
    }

    public var occlusion: Float {
        get { mixingValue(.occlusion) }
        set { setMixingValue(newValue, of: .occlusion, in: MixingRange.attenuation) }
    }

    public var position: AVAudio3DPoint {
        get { mixingPosition }
        set { mixingPosition = newValue }
    }
}

extension AVAudioMixingDestination: MixingValues, AVAudio3DMixing {
    func mixingValue(_ parameter: MixerInput.Parameter) -> Float { input[parameter] }

    func setMixingValue(_ value: Float, of parameter: MixerInput.Parameter) {
        input[parameter] = value
    }

    /// How this connection is placed; the source's at first.
    public var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm {
        get { mixingMode(.renderingAlgorithm, or: .equalPowerPanning) }
        set { setMixingMode(newValue, of: .renderingAlgorithm) }
    }

    /// Whether this connection is placed; the source's at first.
    public var sourceMode: AVAudio3DMixingSourceMode {
        get { mixingMode(.sourceMode, or: .spatializeIfMono) }
        set { setMixingMode(newValue, of: .sourceMode) }
    }

    /// What this connection sounds like in the head; the source's at first.
    public var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode {
        get { mixingMode(.pointSourceInHeadMode, or: .mono) }
        set { setMixingMode(newValue, of: .pointSourceInHeadMode) }
    }

    /// The speed of playback of this connection, 0.5…2; the source's at first.
    public var rate: Float {
        get { mixingValue(.rate) }
        set { setMixingValue(newValue, of: .rate, in: MixingRange.rate) }
    }

    /// The part of this connection that reverberates, 0…1; the source's at first.
    public var reverbBlend: Float {
        get { mixingValue(.reverbBlend) }
        set { setMixingValue(newValue, of: .reverbBlend, in: MixingRange.reverbBlend) }
    }

    /// The attenuation of this connection's direct sound in dB, −100…0; the source's at first.
    public var obstruction: Float {
        get { mixingValue(.obstruction) }
        set { setMixingValue(newValue, of: .obstruction, in: MixingRange.attenuation) }
    }

    /// The attenuation of this connection and its reverberation in dB, −100…0.
    public var occlusion: Float {
        get { mixingValue(.occlusion) }
        set { setMixingValue(newValue, of: .occlusion, in: MixingRange.attenuation) }
    }

    /// The position of this connection in metres; the source's at first.
    public var position: AVAudio3DPoint {
        get { mixingPosition }
        set { mixingPosition = newValue }
    }
}
