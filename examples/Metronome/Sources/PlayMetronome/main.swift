import Clicks
import Foundation

// swift run PlayMetronome [TEMPO [SECONDS]]     keys change the tempo; with SECONDS it ends by itself
let words = CommandLine.arguments.dropFirst()
let tempo = words.first.map { Double($0) } ?? 120
let seconds = words.dropFirst().first.map { Double($0) } ?? .infinity

guard let tempo, let seconds, Metronome.tempos.contains(tempo), seconds > 0 else {
    fail("TEMPO is a number of \(Metronome.tempos), SECONDS one above 0", code: 2)
}
do {
    let metronome = try Metronome(tempo: tempo)
    try metronome.start()
    if seconds.isFinite {
        print("\(tempo) beats a minute for \(seconds) s")
        // Notifications come while the run loop runs.
        RunLoop.main.run(until: Date() + seconds)
        print("\(metronome.clickCount) clicks")
    } else {
        play(metronome)
    }
    metronome.stop()
} catch {
    fail("\(error)", code: 1)
}

func fail(_ message: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data("PlayMetronome: \(message)\n".utf8))
    exit(code)
}

/// Lets the user change the tempo with the keys of the terminal.
@MainActor func play(_ metronome: Metronome) {
    var usual = termios()
    guard tcgetattr(STDIN_FILENO, &usual) == 0 else {
        fail("no terminal; pass TEMPO and SECONDS", code: 2)
    }
    var raw = usual
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &raw)
    defer { tcsetattr(STDIN_FILENO, TCSANOW, &usual) }
    print("Up and down change the tempo, space stops and starts, q ends.")
    while true {
        show(metronome)
        RunLoop.main.run(until: Date() + 0.05)
        var state = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&state, 1, 0) > 0 else { continue }
        var keys = [UInt8](repeating: 0, count: 16)
        let count = read(STDIN_FILENO, &keys, keys.count)
        // An arrow is the three characters ESC [ A, and so on.
        guard count > 0, !keys.prefix(count).contains(UInt8(ascii: "q")) else { return print() }
        for key in keys.prefix(count) { press(key, metronome) }
    }
}

@MainActor func press(_ key: UInt8, _ metronome: Metronome) {
    switch key {
    case UInt8(ascii: "A"): metronome.tempo += 1
    case UInt8(ascii: "B"): metronome.tempo -= 1
    case UInt8(ascii: " "):
        if metronome.isRunning { metronome.stop() } else { try? metronome.start() }
    default: break
    }
}

/// Shows the tempo and the beat of the bar in one line.
@MainActor func show(_ metronome: Metronome) {
    let beat = (metronome.clickCount + 3) % 4
    let bar = (0..<4).map { $0 == beat && metronome.isRunning ? "●" : "○" }.joined(separator: " ")
    let tempo = Int(metronome.tempo.rounded())
    let state = metronome.isRunning ? "" : "  stopped"
    print("\r\(bar)  \(tempo) beats a minute\(state)\u{1B}[K", terminator: "")
    fflush(nil)
}
