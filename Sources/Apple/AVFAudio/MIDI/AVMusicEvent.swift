public import Foundation
import MIDISynthesis

/// An event of a music track; its subclasses say what happens.
///
/// A track copies what is added to it. One thread at a time.
open class AVMusicEvent: NSObject {
    /// Makes an event that no track takes.
    public override init() {}

    /// What a track keeps of the event; `nil` for one that no track takes.
    var body: MIDISequence.Body? { nil }

    /// An event for the block of `AVMusicTrack.enumerateEvents(in:using:)`.
    static func event(_ body: MIDISequence.Body) -> AVMusicEvent {
        switch body {
        case .note(let message, let duration, let velocity):
            AVMIDINoteEvent(message, duration, releaseVelocity: velocity)
        case .message(let message): AVMIDIChannelEvent.event(message)
        case .systemExclusive(let bytes): AVMIDISysexEvent(data: Data([0xF0] + bytes))
        // Files have it; no class stands for it.
        case .escape: AVMusicEvent()
        case .meta(let type, let bytes): AVMIDIMetaEvent(number: type, bytes)
        case .tempo(let tempo): AVExtendedTempoEvent(tempo: tempo)
        case .user(let bytes): AVMusicUserEvent(data: Data(bytes))
        case .extendedNote(let note):
            AVExtendedNoteOnEvent(
                midiNote: note.key, velocity: note.velocity, instrumentID: note.instrument,
                groupID: note.group, duration: note.duration)
        case .parameter(let parameter):
            AVParameterEvent(
                parameterID: parameter.identifier, scope: parameter.scope,
                element: parameter.element, value: parameter.value)
        case .preset(let scope, let element, let bytes):
            AVAUPresetEvent(scope: scope, element: element, propertyList: bytes)
        }
    }
}

/// A tempo, of a sequencer's tempo track.
open class AVExtendedTempoEvent: AVMusicEvent {
    /// In beats a minute, above 0.
    open var tempo: Double

    public init(tempo: Double) {
        self.tempo = tempo
    }

    override var body: MIDISequence.Body? {
        tempo.isFinite && tempo > 0 ? .tempo(tempo) : nil
    }
}

/// Data for the callback of `AVAudioSequencer.setUserCallback(_:)`.
open class AVMusicUserEvent: AVMusicEvent {
    private let bytes: [UInt8]

    public init(data: Data) {
        bytes = Array(data)
    }

    /// The number of bytes.
    open var sizeInBytes: UInt32 { UInt32(clamping: bytes.count) }

    override var body: MIDISequence.Body? { .user(bytes) }
}

/// A note with fractions; the nearest note is played.
open class AVExtendedNoteOnEvent: AVMusicEvent {
    /// The instrument of the channel: the only one there is.
    public static let defaultInstrument: UInt32 = 0xFFFF_FFFF

    /// The key, 0…127; 60 is the middle C.
    open var midiNote: Float
    /// The velocity, 0…127.
    open var velocity: Float
    /// The instrument; always `defaultInstrument`.
    open var instrumentID: UInt32
    /// The channel, 0…15.
    open var groupID: UInt32
    /// The duration in beats.
    open var duration: AVMusicTimeStamp

    /// Makes a note of a channel's instrument.
    public convenience init(
        midiNote: Float, velocity: Float, groupID: UInt32, duration: AVMusicTimeStamp
    ) {
        self.init(
            midiNote: midiNote, velocity: velocity, instrumentID: Self.defaultInstrument,
            groupID: groupID, duration: duration)
    }

    /// Makes a note of an instrument, which has to be `defaultInstrument`.
    public init(
        midiNote: Float, velocity: Float, instrumentID: UInt32, groupID: UInt32,
        duration: AVMusicTimeStamp
    ) {
        (self.midiNote, self.velocity) = (midiNote, velocity)
        (self.instrumentID, self.groupID) = (instrumentID, groupID)
        self.duration = duration
    }

    override var body: MIDISequence.Body? {
        .extendedNote(
            MIDISequence.ExtendedNote(
                key: midiNote, velocity: velocity, instrument: instrumentID, group: groupID,
                duration: duration.isFinite ? max(duration, 0) : 0))
    }
}

/// A value of an audio unit's parameter, of an automation track. It is kept without effect.
open class AVParameterEvent: AVMusicEvent {
    open var parameterID: UInt32
    open var scope: UInt32
    open var element: UInt32
    open var value: Float

    public init(parameterID: UInt32, scope: UInt32, element: UInt32, value: Float) {
        (self.parameterID, self.scope) = (parameterID, scope)
        (self.element, self.value) = (element, value)
    }

    override var body: MIDISequence.Body? {
        .parameter(
            MIDISequence.Parameter(
                identifier: parameterID, scope: scope, element: element, value: value))
    }
}

/// A preset for an audio unit. It is kept without effect.
open class AVAUPresetEvent: AVMusicEvent {
    open var scope: UInt32
    open var element: UInt32
    /// The preset; what is no property list is left out.
    public let presetDictionary: [AnyHashable: Any]

    public init(scope: UInt32, element: UInt32, dictionary presetDictionary: [AnyHashable: Any]) {
        (self.scope, self.element) = (scope, element)
        self.presetDictionary = presetDictionary
    }

    convenience init(scope: UInt32, element: UInt32, propertyList bytes: [UInt8]) {
        let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        self.init(scope: scope, element: element, dictionary: list as? [AnyHashable: Any] ?? [:])
    }

    override var body: MIDISequence.Body? {
        let list = presetDictionary.filter { $0.key.base is String }
        let data = try? PropertyListSerialization.data(
            fromPropertyList: list, format: .binary, options: 0)
        return .preset(scope: scope, element: element, propertyList: Array(data ?? Data()))
    }
}
