import AudioModel

/// A command for a live device from another process, as a line of text: what a phone takes on its
/// socket, and a device service on the message bus.
package enum DeviceCommand: Equatable, Sendable {
    /// An action of the phone in the scenario language, or its short form.
    case act(PhoneAct)
    /// Declines the call that rings, or ends it.
    case hangUp
    /// Ends the alarm and the timer that sound.
    case dismiss
    /// The assistant begins, or ends.
    case assistant
    /// Brings the app with this name to the front.
    case open(String)
    /// Sends the app in front to the background.
    case home
    /// Says why the streams of an app, or one stream, sound or do not; all without a name.
    case why(String?)
    case status
    case log

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
        ("lock", "locks the device"),
        ("unlock", "unlocks it"),
        ("open APP", "opens an app, or brings it to the front"),
        ("home", "sends the app in front to the background"),
        ("play", "presses play, on the lock screen"),
        ("pause", "presses pause there"),
        ("next", "presses next there"),
        ("previous", "presses previous there"),
        ("why [APP]", "says why each stream sounds or does not"),
        ("status", "shows the device, its apps and their streams"),
        ("log", "shows the last events"),
    ]

    /// The first words of all commands, in order, each once.
    package static let firstWords = distinct(
        words.compactMap { $0.usage.split(separator: " ").first.map(String.init) }
            + PhoneAct.keywords)

    /// The first words of commands that act, in order, each once.
    package static let actingWords = distinct(
        firstWords.filter { !["why", "status", "log"].contains($0) })

    /// The words without repetitions, in order.
    package static func distinct(_ words: [String]) -> [String] {
        var found: [String] = []
        for word in words where !found.contains(word) { found.append(word) }
        return found
    }

    /// Short forms of actions.
    private static let shortForms: [String: DeviceEvent] = [
        "headphones plug": .portPlugged(.headphones),
        "headphones unplug": .portUnplugged(.headphones),
        "bluetooth on": .portPlugged(Port(.bluetoothA2DP)),
        "bluetooth off": .portUnplugged(Port(.bluetoothA2DP)),
        "call": .callArrived, "call banner": .callArrivedAsBanner, "answer": .callAnswered,
        "decline": .callDeclined, "alarm": .alarmFired, "timer": .timerFired,
        "snooze": .alarmSnoozed, "message": .messageArrived,
        "play": .remoteCommand(.play), "pause": .remoteCommand(.pause),
        "next": .remoteCommand(.nextTrack), "previous": .remoteCommand(.previousTrack),
        "volume up": .volumePressed(.up), "volume down": .volumePressed(.down),
    ]

    /// - Throws: A `PhoneActError` when the line is no command.
    package init(parsing line: String) throws(PhoneActError) {
        let words = line.split(separator: " ").map(String.init)
        let text = words.joined(separator: " ")
        switch (words.first, words.count) {
        case ("open", 2...): self = .open(words.dropFirst().joined(separator: " "))
        case ("why", _): self = .why(words.count > 1 ? String(text.dropFirst(4)) : nil)
        case ("status", 1): self = .status
        case ("log", 1): self = .log
        case ("home", 1): self = .home
        case ("assistant", 1): self = .assistant
        case ("dismiss", 1): self = .dismiss
        case ("hang", 2) where words[1] == "up", ("hangup", 1): self = .hangUp
        case ("volume", 2) where Self.share(words[1]) != nil:
            self = .act(.event(.volumeSet(.media, Self.share(words[1])!)))
        case ("volume", 3): self = .act(try PhoneAct(parsing: "press " + text))
        default:
            if let event = Self.shortForms[text] {
                self = .act(.event(event))
            } else {
                self = .act(try PhoneAct(parsing: text))
            }
        }
    }

    /// The action that picks a port, written as `sori status` shows it: with a name that needs no
    /// quotes.
    package static func route(to port: String) -> String {
        let action = "route " + port
        guard let colon = action.firstIndex(of: ":") else { return action }
        let name = action[colon...].dropFirst()
        let isQuoted = name.count > 1 && name.first == "\"" && name.last == "\""
        return name.isEmpty || isQuoted ? action : action[...colon] + String(name).inQuotes
    }

    /// The share of a percentage: 0.5 for `50` and `50%`.
    private static func share(_ word: String) -> Float? {
        let number = word.hasSuffix("%") ? word.dropLast() : word[...]
        guard number.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
            let percent = Double(number), (0...100).contains(percent)
        else { return nil }
        return Float(percent / 100)
    }
}
