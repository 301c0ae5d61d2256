/// The state that the events before a beat have left: programs with their banks, controllers, bends
/// and pressures, and for units parameters and presets.
///
/// The last one of each counts. They are sent in the order of their times, since a reset, a bank or a
/// preset has its effect on what is set before or after it.
struct SequenceChase {
    /// What the last event of its kind decides.
    private enum Subject: Hashable {
        case message(status: UInt8, controller: UInt8)
        /// A controller that sets what others have selected.
        case registered(channel: UInt8, controller: UInt8, Selection)
        case parameter(identifier: UInt32, scope: UInt32, element: UInt32)
        case preset(scope: UInt32, element: UInt32)
    }

    /// A registered parameter, or one that is not.
    private struct Selection: Hashable {
        var isRegistered = true
        var upper: UInt8 = 127
        var lower: UInt8 = 127

        func messages(_ channel: UInt8) -> [MIDIMessage] {
            [
                MIDIMessage(.controller, channel: channel, isRegistered ? 101 : 99, upper),
                MIDIMessage(.controller, channel: channel, isRegistered ? 100 : 98, lower),
            ]
        }
    }

    private struct Entry {
        /// The time in the sequence, and the number among all events.
        var beat: Double
        var number: Int
        var track: Int
        var messages: [MIDIMessage] = []
        var parameter: MIDISequence.Parameter?
        var preset: Int?
    }

    /// The state of a channel in one track.
    private struct Channel {
        var bank: [UInt8: MIDIMessage] = [:]
        var selection = Selection()
    }

    private var latest: [Int: [Subject: Entry]] = [:]
    private var channels = [Channel](repeating: Channel(), count: 16)
    private var count = 0
    /// Whether parameters and presets of units count as well.
    private let takesUnits: Bool

    init(takesUnits: Bool) { self.takesUnits = takesUnits }

    /// Begins with another track.
    mutating func beginTrack() { channels = [Channel](repeating: Channel(), count: 16) }

    /// Takes an event of a track, in the order of time.
    ///
    /// - Parameters:
    ///   - index: Of the event in its track.
    ///   - beat: Its time in the sequence.
    mutating func take(_ event: MIDISequence.Event, _ index: Int, track: Int, at beat: Double) {
        var entry = Entry(beat: beat, number: count, track: track)
        let subject: Subject
        switch event.body {
        case .message(let message):
            guard let found = take(message, &entry) else { return }
            subject = found
        case .parameter(let parameter):
            guard takesUnits else { return }
            entry.parameter = parameter
            subject = .parameter(
                identifier: parameter.identifier, scope: parameter.scope,
                element: parameter.element)
        case .preset(let scope, let element, _):
            guard takesUnits else { return }
            entry.preset = index
            subject = .preset(scope: scope, element: element)
        case .note, .extendedNote, .user, .systemExclusive, .escape, .meta, .tempo: return
        }
        count += 1
        latest[track, default: [:]][subject] = entry
    }

    /// - Returns: What the message decides; `nil` for one that belongs to a note.
    private mutating func take(_ message: MIDIMessage, _ entry: inout Entry) -> Subject? {
        let channel = message.channel
        let usual = Subject.message(
            status: message.status,
            controller: message.kind == .controller ? message.data1 : 0)
        entry.messages = [message]
        switch message.kind {
        case .noteOn, .noteOff, .keyPressure: return nil
        case .program:
            let bank = channels[Int(channel)].bank
            entry.messages = [0, 32].compactMap { bank[$0] } + [message]
            return usual
        case .controller:
            return take(controller: message, usual, &channels[Int(channel)], &entry)
        case .channelPressure, .pitchBend, .system: return usual
        }
    }

    private func take(
        controller message: MIDIMessage, _ usual: Subject, _ channel: inout Channel,
        _ entry: inout Entry
    ) -> Subject {
        switch message.data1 {
        case 0, 32: channel.bank[message.data1] = message
        case 99, 101:
            channel.selection.isRegistered = message.data1 == 101
            channel.selection.upper = message.data2
        case 98, 100:
            channel.selection.isRegistered = message.data1 == 100
            channel.selection.lower = message.data2
        case 6, 38:
            entry.messages = channel.selection.messages(message.channel) + [message]
            return .registered(
                channel: message.channel, controller: message.data1, channel.selection)
        default: break
        }
        return usual
    }

    /// What is to be sent at a beat, in its order.
    func dues(at beat: Double) -> [SequenceCursor.Due] {
        let entries = latest.values.flatMap(\.values).sorted {
            ($0.beat, $0.track, $0.number) < ($1.beat, $1.track, $1.number)
        }
        let none = SequenceCursor.none
        return entries.flatMap { entry -> [SequenceCursor.Due] in
            if let parameter = entry.parameter {
                return [.init(beat: beat, track: entry.track, message: none, parameter: parameter)]
            }
            if let preset = entry.preset {
                return [.init(beat: beat, track: entry.track, message: none, preset: preset)]
            }
            return entry.messages.map { .init(beat: beat, track: entry.track, message: $0) }
        }
    }
}
