import AudioModel
package import CommandLineTool
package import DeviceActions
import Simulation

/// A command of `sori phone ctl`.
package enum ControlCommand: Equatable, Sendable {
    /// An action of the phone in the scenario language.
    case act(PhoneAct)
    case key(KeyCommand)
    /// Opens the app with this name or number.
    case open(String)
    case hangUp
    /// Ends the alarm and the timer that sound.
    case dismiss
    /// Says why the streams of an app, or one stream, sound or do not; all streams without a name.
    case why(String?)
    case status
    case log
    case end

    /// The commands with their words, for the help and for completions.
    package static let words: [(usage: String, summary: String)] = [
        ("switch ring|silent", "moves the ring/silent switch"),
        ("volume up|down|PERCENT", "presses a volume button, or sets the media volume"),
        ("headphones plug|unplug", "plugs headphones in, or unplugs them"),
        ("bluetooth on|off", "connects a Bluetooth speaker, or disconnects it"),
        ("route PORT", "picks an output: speaker, bluetooth-a2dp …"),
        ("call", "a call arrives; call banner: as a banner"),
        ("answer", "answers it"),
        ("decline", "declines it"),
        ("hang up", "declines or ends it"),
        ("alarm", "the alarm fires"),
        ("timer", "the timer fires"),
        ("snooze", "snoozes the alarm"),
        ("dismiss", "ends the alarm and the timer"),
        ("assistant", "the assistant begins, or ends"),
        ("message", "a message arrives"),
        ("lock", "locks the phone"),
        ("unlock", "unlocks it"),
        ("open APP", "opens an app, by name or number"),
        ("press", "presses the main button of the app in front, like space"),
        ("extra", "presses its other button, like e"),
        ("home", "goes to the home screen"),
        ("kill", "kills the app in front"),
        ("crash", "crashes it"),
        ("play", "presses play, on the lock screen"),
        ("pause", "presses pause there"),
        ("next", "presses next there"),
        ("previous", "presses previous there"),
        ("why [APP]", "says why each stream sounds or does not"),
        ("status", "shows what the screen of the phone shows at the top"),
        ("log", "shows the last events"),
        ("quit", "ends the phone"),
    ]

    /// Words of the scenario language that begin an action and are no command of their own.
    private static let actWords = [
        "press", "slider", "media", "ringer", "setting", "user", "headset", "keyboard", "plug",
        "unplug", "emergency", "alert", "banner", "notification-centre", "control-centre",
        "app-switcher", "change", "memory", "media-services",
    ]

    /// The first words of all commands, in order.
    package static var firstWords: [String] {
        var found: [String] = []
        for word in words.compactMap({ $0.usage.split(separator: " ").first.map(String.init) })
            + actWords where !found.contains(word)
        {
            found.append(word)
        }
        return found
    }

    private static let keys: [String: KeyCommand] = [
        "answer": .answer, "assistant": .assistant, "message": .message, "snooze": .snooze,
        "press": .playPause, "extra": .extra, "home": .home, "kill": .quitApp,
        "crash": .crashApp, "next": .nextTrack, "previous": .previousTrack,
    ]

    /// Short forms of actions.
    private static let shortForms: [String: DeviceEvent] = [
        "headphones plug": .portPlugged(.headphones),
        "headphones unplug": .portUnplugged(.headphones),
        "bluetooth on": .portPlugged(Port(.bluetoothA2DP)),
        "bluetooth off": .portUnplugged(Port(.bluetoothA2DP)),
        "call": .callArrived, "call banner": .callArrivedAsBanner, "decline": .callDeclined,
        "alarm": .alarmFired, "timer": .timerFired,
        "play": .remoteCommand(.play), "pause": .remoteCommand(.pause),
        "volume up": .volumePressed(.up), "volume down": .volumePressed(.down),
    ]

    /// - Throws: A `ProgramError` when the line is no command.
    package init(_ line: String) throws(ProgramError) {
        let words = line.split(separator: " ").map(String.init)
        let text = words.joined(separator: " ")
        guard let first = words.first else { throw Self.unknown("") }
        switch (first, words.count) {
        case ("open", 2...): self = .open(words.dropFirst().joined(separator: " "))
        case ("why", _): self = .why(words.count > 1 ? String(text.dropFirst(4)) : nil)
        case ("status", 1): self = .status
        case ("log", 1): self = .log
        case ("quit", 1): self = .end
        case ("dismiss", 1): self = .dismiss
        case ("hang", 2) where words[1] == "up", ("hangup", 1): self = .hangUp
        case (_, 1) where Self.keys[first] != nil: self = .key(Self.keys[first]!)
        case ("volume", 2) where Self.share(words[1]) != nil:
            self = .act(.event(.volumeSet(.media, Self.share(words[1])!)))
        case ("volume", 3): self = try Self.act("press " + text)
        default:
            if let event = Self.shortForms[text] {
                self = .act(.event(event))
            } else {
                self = try Self.act(text)
            }
        }
    }

    private static func act(_ text: String) throws(ProgramError) -> ControlCommand {
        do throws(PhoneActError) {
            return .act(try PhoneAct(parsing: text))
        } catch {
            let first = text.prefix { $0 != " " }
            guard firstWords.contains(String(first)) else { throw unknown(String(first)) }
            throw ProgramError(
                .wrongUse, error.message, in: "sori phone ctl",
                advice: "see 'sori phone ctl --help'")
        }
    }

    /// The share of a percentage: 0.5 for `50` and `50%`.
    private static func share(_ word: String) -> Float? {
        let number = word.hasSuffix("%") ? word.dropLast() : word[...]
        guard number.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
            let percent = Double(number), (0...100).contains(percent)
        else { return nil }
        return Float(percent / 100)
    }

    private static func unknown(_ word: String) -> ProgramError {
        let help = "see 'sori phone ctl --help'"
        guard !word.isEmpty else {
            return ProgramError(
                .wrongUse, "no command is given", in: "sori phone ctl", advice: help)
        }
        return ProgramError(
            .wrongUse, "unknown command '\(word)'", in: "sori phone ctl",
            advice: advice(insteadOf: word, among: firstWords, otherwise: help))
    }
}
