public import CAudioToolbox
public import CoreAudioTypes
import AudioUnits
public import Foundation
import Synchronization

/// A block that supplies the frames of an input bus.
///
/// It may put its own memory into the buffers, which stays valid until its next call.
public typealias AURenderPullInputBlock = (
    _ actionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
    _ timestamp: UnsafePointer<AudioTimeStamp>, _ frameCount: AUAudioFrameCount,
    _ inputBusNumber: Int, _ inputData: UnsafeMutablePointer<AudioBufferList>
) -> AUAudioUnitStatus
/// A block that renders the frames of an output bus.
public typealias AURenderBlock = (
    _ actionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
    _ timestamp: UnsafePointer<AudioTimeStamp>, _ frameCount: AUAudioFrameCount,
    _ outputBusNumber: Int, _ outputData: UnsafeMutablePointer<AudioBufferList>,
    _ pullInputBlock: AURenderPullInputBlock?
) -> AUAudioUnitStatus
/// A block with which an app's own unit renders: it also gets the events of the slice.
public typealias AUInternalRenderBlock = (
    _ actionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
    _ timestamp: UnsafePointer<AudioTimeStamp>, _ frameCount: AUAudioFrameCount,
    _ outputBusNumber: Int, _ outputData: UnsafeMutablePointer<AudioBufferList>,
    _ realtimeEventListHead: UnsafePointer<AURenderEvent>?,
    _ pullInputBlock: AURenderPullInputBlock?
) -> AUAudioUnitStatus
/// A block that is called before and after each slice.
public typealias AURenderObserver = (
    _ actionFlags: AudioUnitRenderActionFlags, _ timestamp: UnsafePointer<AudioTimeStamp>,
    _ frameCount: AUAudioFrameCount, _ outputBusNumber: Int
) -> Void
/// A block that is called when frames have been captured.
public typealias AUInputHandler = (
    _ actionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
    _ timestamp: UnsafePointer<AudioTimeStamp>, _ frameCount: AUAudioFrameCount,
    _ inputBusNumber: Int
) -> Void
/// A block that schedules the change of a parameter.
public typealias AUScheduleParameterBlock = (
    _ eventSampleTime: AUEventSampleTime, _ rampDurationSampleFrames: AUAudioFrameCount,
    _ parameterAddress: AUParameterAddress, _ value: AUValue
) -> Void
/// A block that schedules a MIDI message.
public typealias AUScheduleMIDIEventBlock = (
    _ eventSampleTime: AUEventSampleTime, _ cable: UInt8, _ length: Int,
    _ midiBytes: UnsafePointer<UInt8>
) -> Void
/// A block that takes a MIDI message of a unit.
public typealias AUMIDIOutputEventBlock = (
    _ eventSampleTime: AUEventSampleTime, _ cable: UInt8, _ length: Int,
    _ midiBytes: UnsafePointer<UInt8>
) -> OSStatus
/// A block with which a host tells where in the music it is; `nil` asks for nothing.
public typealias AUHostMusicalContextBlock = (
    _ currentTempo: UnsafeMutablePointer<Double>?,
    _ timeSignatureNumerator: UnsafeMutablePointer<Double>?,
    _ timeSignatureDenominator: UnsafeMutablePointer<Int>?,
    _ currentBeatPosition: UnsafeMutablePointer<Double>?,
    _ sampleOffsetToNextBeat: UnsafeMutablePointer<Int>?,
    _ currentMeasureDownbeatPosition: UnsafeMutablePointer<Double>?
) -> Bool
/// A block with which a host tells what its transport does; `nil` asks for nothing.
public typealias AUHostTransportStateBlock = (
    _ transportStateFlags: UnsafeMutablePointer<AUHostTransportStateFlags>?,
    _ currentSamplePosition: UnsafeMutablePointer<Double>?,
    _ cycleStartBeatPosition: UnsafeMutablePointer<Double>?,
    _ cycleEndBeatPosition: UnsafeMutablePointer<Double>?
) -> Bool

/// The time of the next slice. A number of frames below 4096 can be added.
public let AUEventSampleTimeImmediate: AUEventSampleTime = -4_294_967_296

/// The name of a preset.
///
/// Ownership: a lock guards both.
open class AUAudioUnitPreset: NSObject, NSSecureCoding, @unchecked Sendable {
    private let values: Mutex<(number: Int, name: String)>

    /// Makes the name of the preset 0.
    public override init() { values = Mutex((0, "")) }

    /// Makes a preset from an archive.
    public required init?(coder: NSCoder) {
        let name = coder.decodeObject(of: NSString.self, forKey: "name")
        values = Mutex((coder.decodeInteger(forKey: "number"), name.map { "\($0)" } ?? ""))
    }

    /// Presets can be archived securely.
    public static var supportsSecureCoding: Bool { true }

    /// Archives the preset.
    public func encode(with coder: NSCoder) {
        coder.encode(number, forKey: "number")
        coder.encode(name as NSString, forKey: "name")
    }

    convenience init(number: Int, name: String) {
        self.init()
        values.withLock { $0 = (number, name) }
    }

    /// The number: negative for a preset of the user's.
    open var number: Int {
        get { values.withLock { $0.number } }
        set { values.withLock { $0.number = newValue } }
    }

    /// The name, for people.
    open var name: String {
        get { values.withLock { $0.name } }
        set { values.withLock { $0.name = newValue } }
    }
}

/// What makes units of the app's own.
public protocol AUAudioUnitFactory: NSObjectProtocol {
    /// Makes a unit.
    func createAudioUnit(with desc: AudioComponentDescription) throws -> AUAudioUnit
}

extension UnitError {
    /// The error that an app catches.
    var forApps: NSError { NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }
}
