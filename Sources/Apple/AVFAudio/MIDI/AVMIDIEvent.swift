public import Foundation
import MIDISynthesis

/// A note with its end.
open class AVMIDINoteEvent: AVMusicEvent {
    /// The channel, 0…15.
    open var channel: UInt32
    /// The key, 0…127; 60 is the middle C.
    open var key: UInt32
    /// The velocity, 1…127.
    open var velocity: UInt32
    /// The duration in beats.
    open var duration: AVMusicTimeStamp
    private let releaseVelocity: UInt8

    public convenience init(
        channel: UInt32, key keyNum: UInt32, velocity: UInt32, duration: AVMusicTimeStamp
    ) {
        self.init(channel, keyNum, velocity, duration, releaseVelocity: 0)
    }

    convenience init(_ message: MIDIMessage, _ duration: Double, releaseVelocity: UInt8) {
        self.init(
            UInt32(message.channel), UInt32(message.data1), UInt32(message.data2), duration,
            releaseVelocity: releaseVelocity)
    }

    private init(
        _ channel: UInt32, _ key: UInt32, _ velocity: UInt32, _ duration: Double,
        releaseVelocity: UInt8
    ) {
        (self.channel, self.key, self.velocity) = (channel, key, velocity)
        (self.duration, self.releaseVelocity) = (duration, releaseVelocity)
    }

    override var body: MIDISequence.Body? {
        .note(
            MIDIMessage(.noteOn, channelNumber: channel, key, max(velocity, 1)),
            duration: duration.isFinite ? max(duration, 0) : 0, releaseVelocity: releaseVelocity)
    }
}

/// A message to a channel. The subclasses are the kinds of messages.
open class AVMIDIChannelEvent: AVMusicEvent {
    /// The channel, 0…15.
    open var channel: UInt32

    init(channel: UInt32) {
        self.channel = channel
    }

    static func event(_ message: MIDIMessage) -> AVMusicEvent {
        let channel = UInt32(message.channel)
        let (data1, data2) = (UInt32(message.data1), UInt32(message.data2))
        return switch message.kind {
        case .controller: AVMIDIControlChangeEvent(channel, number: Int(data1), data2)
        case .keyPressure: AVMIDIPolyPressureEvent(channel: channel, key: data1, pressure: data2)
        case .program: AVMIDIProgramChangeEvent(channel: channel, programNumber: data1)
        case .channelPressure: AVMIDIChannelPressureEvent(channel: channel, pressure: data1)
        case .pitchBend: AVMIDIPitchBendEvent(channel: channel, value: data1 | data2 << 7)
        case .noteOn, .noteOff, .system: AVMusicEvent()
        }
    }
}

/// A controller's value.
open class AVMIDIControlChangeEvent: AVMIDIChannelEvent {
    /// The controllers.
    public enum MessageType: Int, Sendable {
        case bankSelect = 0
        case modWheel = 1
        case breath = 2
        case foot = 4
        case portamentoTime = 5
        case dataEntry = 6
        case volume = 7
        case balance = 8
        case pan = 10
        case expression = 11
        case sustain = 64
        case portamento = 65
        case sostenuto = 66
        case soft = 67
        case legatoPedal = 68
        case hold2Pedal = 69
        case filterResonance = 71
        case releaseTime = 72
        case attackTime = 73
        case brightness = 74
        case decayTime = 75
        case vibratoRate = 76
        case vibratoDepth = 77
        case vibratoDelay = 78
        case reverbLevel = 91
        case chorusLevel = 93
        case RPN_LSB = 100
        case RPN_MSB = 101
        case allSoundOff = 120
        case resetAllControllers = 121
        case allNotesOff = 123
        case omniModeOff = 124
        case omniModeOn = 125
        case monoModeOn = 126
        case monoModeOff = 127
    }

    private let number: Int
    /// The value, 0…127.
    public let value: UInt32

    public convenience init(channel: UInt32, messageType: MessageType, value: UInt32) {
        self.init(channel, number: messageType.rawValue, value)
    }

    init(_ channel: UInt32, number: Int, _ value: UInt32) {
        (self.number, self.value) = (number, value)
        super.init(channel: channel)
    }

    /// The controller; `.bankSelect` for a file's controller that has no case of its own.
    open var messageType: MessageType { MessageType(rawValue: number) ?? .bankSelect }

    override var body: MIDISequence.Body? {
        .message(MIDIMessage(.controller, channelNumber: channel, UInt32(number), value))
    }
}

/// The pressure on one key.
open class AVMIDIPolyPressureEvent: AVMIDIChannelEvent {
    /// The key, 0…127.
    open var key: UInt32
    /// The pressure, 0…127.
    open var pressure: UInt32

    public init(channel: UInt32, key: UInt32, pressure: UInt32) {
        (self.key, self.pressure) = (key, pressure)
        super.init(channel: channel)
    }

    override var body: MIDISequence.Body? {
        .message(MIDIMessage(.keyPressure, channelNumber: channel, key, pressure))
    }
}

/// A change of the program.
open class AVMIDIProgramChangeEvent: AVMIDIChannelEvent {
    /// The program, 0…127.
    open var programNumber: UInt32

    public init(channel: UInt32, programNumber: UInt32) {
        self.programNumber = programNumber
        super.init(channel: channel)
    }

    override var body: MIDISequence.Body? {
        .message(MIDIMessage(.program, channelNumber: channel, programNumber, 0))
    }
}

/// The pressure on all keys of a channel.
open class AVMIDIChannelPressureEvent: AVMIDIChannelEvent {
    /// The pressure, 0…127.
    open var pressure: UInt32

    public init(channel: UInt32, pressure: UInt32) {
        self.pressure = pressure
        super.init(channel: channel)
    }

    override var body: MIDISequence.Body? {
        .message(MIDIMessage(.channelPressure, channelNumber: channel, pressure, 0))
    }
}

/// A bend of the pitch.
open class AVMIDIPitchBendEvent: AVMIDIChannelEvent {
    /// The bend, 0…16,383; 8192 is none.
    open var value: UInt32

    public init(channel: UInt32, value: UInt32) {
        self.value = value
        super.init(channel: channel)
    }

    override var body: MIDISequence.Body? {
        let value = min(value, 0x3FFF)
        return .message(
            MIDIMessage(.pitchBend, channelNumber: channel, value & 0x7F, value >> 7))
    }
}

/// A system exclusive message.
open class AVMIDISysexEvent: AVMusicEvent {
    private let bytes: [UInt8]

    /// Makes a system exclusive message.
    ///
    /// - Parameter data: The whole message, from 0xF0 to 0xF7.
    public init(data: Data) {
        bytes = Array(data)
    }

    /// The number of bytes.
    open var sizeInBytes: UInt32 { UInt32(clamping: bytes.count) }

    override var body: MIDISequence.Body? {
        .systemExclusive(bytes.first == 0xF0 ? Array(bytes.dropFirst()) : bytes)
    }
}

/// Metadata, such as the name of a track.
open class AVMIDIMetaEvent: AVMusicEvent {
    /// The kinds of metadata.
    public enum EventType: Int, Sendable {
        case sequenceNumber = 0x00
        case text = 0x01
        case copyright = 0x02
        case trackName = 0x03
        case instrument = 0x04
        case lyric = 0x05
        case marker = 0x06
        case cuePoint = 0x07
        case midiChannel = 0x20
        case midiPort = 0x21
        case endOfTrack = 0x2F
        case tempo = 0x51
        case smpteOffset = 0x54
        case timeSignature = 0x58
        case keySignature = 0x59
        case proprietaryEvent = 0x7F
    }

    private let number: UInt8
    private let bytes: [UInt8]

    /// Makes metadata.
    ///
    /// - Parameter data: The content, without type and length.
    public convenience init(type: EventType, data: Data) {
        self.init(number: UInt8(type.rawValue), Array(data))
    }

    init(number: UInt8, _ bytes: [UInt8]) {
        (self.number, self.bytes) = (number, bytes)
    }

    /// The kind; `.text` for a file's kind that has no case of its own.
    open var type: EventType { EventType(rawValue: Int(number)) ?? .text }

    /// The sequence's event: a tempo in beats per minute for a tempo, and `nil` for the end of a
    /// track, which the track's length replaces.
    override var body: MIDISequence.Body? {
        if number == 0x2F { return nil }
        guard number == 0x51 else { return .meta(type: number, bytes) }
        return MIDIFile.Body.meta(type: number, bytes).tempo.map { .tempo(60_000_000 / Double($0)) }
    }
}

extension MIDIMessage {
    /// Makes a message from an app's numbers, clamped to the ranges of MIDI.
    fileprivate init(_ kind: Kind, channelNumber: UInt32, _ data1: UInt32, _ data2: UInt32) {
        self.init(
            kind, channel: UInt8(min(channelNumber, 15)), UInt8(min(data1, 127)),
            UInt8(min(data2, 127)))
    }
}
