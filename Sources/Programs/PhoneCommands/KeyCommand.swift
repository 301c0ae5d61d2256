package import Terminal

/// A command that a key gives to the phone.
package enum KeyCommand: Hashable, Sendable {
    /// Opens the app with this number, from 1.
    case open(Int)
    case playPause
    case extra
    case home
    case quitApp
    case crashApp
    case ringSwitch
    case volumeUp
    case volumeDown
    case headphones
    case bluetooth
    case speaker
    case lock
    case call
    case answer
    case decline
    case alarm
    case snooze
    case timer
    case assistant
    case mediaServices
    /// Presses the one button of the lock screen or Control Center, play or pause.
    case remotePlayPause
    case nextTrack
    case previousTrack
    /// Presses a headset's button once; several presses in quick succession count together.
    case headsetButton
    /// Presses a headset's button and holds it, or releases it.
    case headsetHold
    /// Turns the phone on, from upright to its left.
    case turn
    case message
    case keyClick
    case help
    case quit

    /// Makes the command of a key; `nil` for a key without one.
    package init?(_ key: TerminalKey) {
        switch key {
        case .up: self = .volumeUp
        case .down: self = .volumeDown
        case .interrupt, .control("d"): self = .quit
        case .character(let character):
            if let command = KeyCommand.byKey[character] {
                self = command
            } else if let digit = character.asciiValue.map({ Int($0) - 0x30 }),
                (1...9).contains(digit)
            {
                self = .open(digit)
            } else {
                return nil
            }
        default: return nil
        }
    }

    private static let byKey: [Character: KeyCommand] = [
        " ": .playPause, "e": .extra, "h": .home,
        "k": .quitApp, "x": .crashApp,
        "s": .ringSwitch, "+": .volumeUp,
        "=": .volumeUp, "-": .volumeDown,
        "p": .headphones, "b": .bluetooth,
        "o": .speaker, "l": .lock, "c": .call,
        "a": .answer, "d": .decline, "m": .alarm,
        "z": .snooze, "t": .timer, "v": .assistant,
        "y": .remotePlayPause, "n": .nextTrack,
        "j": .previousTrack, "w": .headsetButton,
        "W": .headsetHold, "u": .turn,
        "i": .message, "f": .keyClick,
        "r": .mediaServices, "?": .help, "q": .quit,
        "Q": .quit,
    ]

    /// The keys and their descriptions, in the order of the help.
    package static let keyWords: [(keys: String, words: String)] = [
        ("1-9", "open an app"), ("space", "begin, pause, go on"),
        ("e", "its other button"), ("h", "home"), ("k", "kill the front app"),
        ("x", "crash the front app"), ("s", "ring/silent switch"), ("+ -", "volume buttons"),
        ("p", "headphones in, out"), ("b", "Bluetooth on, off"),
        ("o", "pick the speaker"), ("l", "lock or unlock"), ("c", "a call arrives"),
        ("a", "answer it"), ("d", "decline, or hang up"), ("m", "alarm rings, ends"),
        ("z", "snooze it"), ("t", "timer rings, ends"), ("v", "assistant on, off"),
        ("y", "remote play, pause"), ("n j", "its next, previous"),
        ("w", "headset button 1-3x"), ("W", "hold it, release it"), ("i", "a message arrives"),
        ("f", "a keyboard click"),
        ("u", "turn the phone"),
        ("r", "reset of services"), ("?", "this help"), ("q", "end"),
    ]
}
