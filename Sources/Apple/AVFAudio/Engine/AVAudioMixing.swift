package import AudioGraph
public import Foundation

/// The parameters of a source of mixers.
///
/// A value set on a source applies to all its present and future connections to mixers and survives
/// disconnections. A value set on one of its `AVAudioMixingDestination`s applies to that connection
/// until the source's value is set again, or the connection breaks.
public protocol AVAudioMixing: AVAudioStereoMixing, AVAudio3DMixing {
    /// The gain at the mixer's input, 0…1; 1 at first. Greater values amplify; negative ones count
    /// as 0.
    var volume: Float { get set }

    /// Returns the parameters of one connection to a mixer.
    ///
    /// - Parameters:
    ///   - mixer: A mixer or an environment.
    ///   - bus: The mixer's input bus.
    /// - Returns: `nil` when the source is not connected to it.
    func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination?
}

/// The parameters of a source of mixers that concern stereo.
public protocol AVAudioStereoMixing: NSObjectProtocol {
    /// The balance, −1 left … 1 right; 0 at first. Values beyond are limited.
    var pan: Float { get set }
}

extension AVAudioMixing where Self: AVAudioNode {
    public var volume: Float {
        get { mixingValue(.volume) }
        set { setMixingValue(mixingVolume(newValue), of: .volume) }
    }

    public var pan: Float {
        get { mixingValue(.pan) }
        set { setMixingValue(mixingPan(newValue), of: .pan) }
    }

    public func destination(
        forMixer mixer: AVAudioNode, bus: AVAudioNodeBus
    ) -> AVAudioMixingDestination? {
        mixerInput(ofMixer: mixer, bus: bus).map {
            AVAudioMixingDestination($0, AVAudioConnectionPoint(node: mixer, bus: bus))
        }
    }
}

extension AVAudioMixerNode: AVAudioMixing {}
extension AVAudioInputNode: AVAudioMixing {}
extension AVAudioSourceNode: AVAudioMixing {}

/// One connection of a source to a mixer, with parameters that override the source's.
///
/// Ownership: immutable; the parameters are atomics. Any thread.
open class AVAudioMixingDestination: NSObject, AVAudioMixing, @unchecked Sendable {
    /// The parameters of the connection.
    package let input: MixerInput
    /// The input bus of the mixer.
    public let connectionPoint: AVAudioConnectionPoint

    init(_ input: MixerInput, _ connectionPoint: AVAudioConnectionPoint) {
        self.input = input
        self.connectionPoint = connectionPoint
    }

    /// The gain of this connection, 0…1; the source's at first.
    open var volume: Float {
        get { input[.volume] }
        set { input[.volume] = mixingVolume(newValue) }
    }

    /// The balance of this connection, −1…1; the source's at first.
    open var pan: Float {
        get { input[.pan] }
        set { input[.pan] = mixingPan(newValue) }
    }

    /// Returns the parameters themselves for the connection's own mixer and bus.
    open func destination(
        forMixer mixer: AVAudioNode, bus: AVAudioNodeBus
    ) -> AVAudioMixingDestination? {
        connectionPoint.node === mixer && connectionPoint.bus == bus ? self : nil
    }
}

/// A volume that a mixer can use.
///
/// Source: the range is documented as 0…1; greater values are passed on, in the range of what
/// Apple's mixers were seen to do; our choice for negative ones and for what is not a number.
private func mixingVolume(_ volume: Float) -> Float { volume >= 0 ? volume : 0 }

/// A balance within −1…1; 0 for what is not a number.
private func mixingPan(_ pan: Float) -> Float { pan.isNaN ? 0 : min(max(pan, -1), 1) }
