import Foundation
import GraphSynth

// swift run PlaySynthesizer [--bank BANK.sf2]            play with the keys of the terminal
// swift run PlaySynthesizer [--bank BANK.sf2] FILE.mid   play a file
// swift run PlaySynthesizer --scale                      play a scale, half of it with the reverb
var words = Array(CommandLine.arguments.dropFirst())
var bank: URL?
if words.first == "--bank", words.count > 1 {
    bank = URL(fileURLWithPath: words[1])
    words.removeFirst(2)
}

do {
    let synthesizer = try Synthesizer(soundBank: bank)
    try synthesizer.start()
    switch words.first {
    case nil: play(synthesizer)
    case "--scale": try playScale(synthesizer)
    case let path?: try playFile(path, synthesizer)
    }
    synthesizer.stop()
} catch {
    fail("\(error)", code: 1)
}

func fail(_ message: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data("PlaySynthesizer: \(message)\n".utf8))
    exit(code)
}

/// Plays a scale, from its fifth note on with the reverb.
@MainActor func playScale(_ synthesizer: Synthesizer) throws {
    try synthesizer.play()
    RunLoop.main.run(until: Date() + 1.9)
    try synthesizer.setReverb(true)
    // Notifications come while the run loop runs.
    while synthesizer.isPlayingTune { RunLoop.main.run(until: Date() + 0.05) }
    RunLoop.main.run(until: Date() + 1)
}

@MainActor func playFile(_ path: String, _ synthesizer: Synthesizer) throws {
    guard FileManager.default.fileExists(atPath: path) else { fail("no file \(path)", code: 2) }
    try synthesizer.play(URL(fileURLWithPath: path))
    while synthesizer.isPlayingTune { RunLoop.main.run(until: Date() + 0.05) }
    RunLoop.main.run(until: Date() + 1)
}

/// Lets the user play with the keys of the terminal, which tells no releases: a note is as long as its
/// key repeats, and a little longer.
@MainActor func play(_ synthesizer: Synthesizer) {
    var usual = termios()
    guard tcgetattr(STDIN_FILENO, &usual) == 0 else {
        fail("no terminal; pass a MIDI file, or --scale", code: 2)
    }
    var raw = usual
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &raw)
    defer { tcsetattr(STDIN_FILENO, TCSANOW, &usual) }
    print(
        """
          w e   t y u      A row of a piano's keys, from C to C.
         a s d f g h j k   z and x: an octave lower or higher. r: the reverb.
                           m: a scale. q: the end.
        """)
    var keyboard = Keyboard()
    while true {
        show(keyboard, synthesizer)
        RunLoop.main.run(until: Date() + 0.01)
        for key in keyboard.expired(at: Date()) { synthesizer.release(key) }
        var state = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&state, 1, 0) > 0 else { continue }
        var keys = [UInt8](repeating: 0, count: 16)
        let count = read(STDIN_FILENO, &keys, keys.count)
        guard count > 0, !keys.prefix(count).contains(UInt8(ascii: "q")) else { return print() }
        for key in keys.prefix(count) { press(key, &keyboard, synthesizer) }
    }
}

@MainActor func press(_ letter: UInt8, _ keyboard: inout Keyboard, _ synthesizer: Synthesizer) {
    switch letter {
    case UInt8(ascii: "z"): keyboard.octave = max(keyboard.octave - 1, 0)
    case UInt8(ascii: "x"): keyboard.octave = min(keyboard.octave + 1, 8)
    case UInt8(ascii: "r"): try? synthesizer.setReverb(!synthesizer.hasReverb)
    case UInt8(ascii: "m"): try? synthesizer.play()
    default:
        guard let key = keyboard.key(of: letter) else { return }
        if keyboard.press(key, at: Date()) { synthesizer.press(key) }
    }
}

/// Shows what sounds in one line.
@MainActor func show(_ keyboard: Keyboard, _ synthesizer: Synthesizer) {
    let keys = keyboard.sounding.map(\.description).joined(separator: " ")
    let reverb = synthesizer.hasReverb ? "reverb on " : "reverb off"
    let tune = synthesizer.isPlayingTune ? "  scale" : ""
    let call = synthesizer.isRunning ? "" : "  stopped by a call"
    print("\roctave \(keyboard.octave)  \(reverb)  \(keys)\(tune)\(call)\u{1B}[K", terminator: "")
    fflush(nil)
}
