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
    case message
    case keyClick
    case help
    case quit

    /// Makes the command of a key; `nil` for a key without one.
    package init?(_ key: TerminalKey) {
        switch key {
        case .up: self = .volumeUp
        case .down: self = .volumeDown
        case .left, .right: return nil
        case .character(let byte):
            guard let command = KeyCommand.byKey[byte] else {
                guard (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(byte) else { return nil }
                self = .open(Int(byte - UInt8(ascii: "0")))
                return
            }
            self = command
        }
    }

    private static let byKey: [UInt8: KeyCommand] = [
        UInt8(ascii: " "): .playPause, UInt8(ascii: "e"): .extra, UInt8(ascii: "h"): .home,
        UInt8(ascii: "k"): .quitApp, UInt8(ascii: "x"): .crashApp,
        UInt8(ascii: "s"): .ringSwitch, UInt8(ascii: "+"): .volumeUp,
        UInt8(ascii: "="): .volumeUp, UInt8(ascii: "-"): .volumeDown,
        UInt8(ascii: "p"): .headphones, UInt8(ascii: "b"): .bluetooth,
        UInt8(ascii: "o"): .speaker, UInt8(ascii: "l"): .lock, UInt8(ascii: "c"): .call,
        UInt8(ascii: "a"): .answer, UInt8(ascii: "d"): .decline, UInt8(ascii: "m"): .alarm,
        UInt8(ascii: "z"): .snooze, UInt8(ascii: "t"): .timer, UInt8(ascii: "v"): .assistant,
        UInt8(ascii: "y"): .remotePlayPause, UInt8(ascii: "n"): .nextTrack,
        UInt8(ascii: "j"): .previousTrack, UInt8(ascii: "w"): .headsetButton,
        UInt8(ascii: "W"): .headsetHold,
        UInt8(ascii: "i"): .message, UInt8(ascii: "f"): .keyClick,
        UInt8(ascii: "r"): .mediaServices, UInt8(ascii: "?"): .help, UInt8(ascii: "q"): .quit,
        UInt8(ascii: "Q"): .quit, 0x03: .quit, 0x04: .quit,
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
        ("y", "lock screen play/pause"), ("n j", "its next, previous"),
        ("w", "headset button, x1-x3"), ("W", "hold it, release it"), ("i", "a message arrives"),
        ("f", "a keyboard click"),
        ("r", "reset of services"), ("?", "this help"), ("q", "end"),
    ]
}
