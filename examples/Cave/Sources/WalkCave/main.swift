import CaveScene
import Foundation

// swift run WalkCave            walk with the arrows; q ends
// swift run WalkCave STEPS      the same steps without a terminal: u, d, l and r, one each half second
let words = CommandLine.arguments.dropFirst()

do {
    let cave = try Cave()
    try cave.start()
    if let steps = words.first {
        walk(steps, in: cave)
    } else {
        play(cave)
    }
    cave.close()
} catch {
    FileHandle.standardError.write(Data("WalkCave: \(error)\n".utf8))
    exit(1)
}

/// Walks a step for each letter, and shows the map after it.
@MainActor func walk(_ steps: String, in cave: Cave) {
    for step in steps {
        move(step, in: cave)
        print(cave.map, terminator: "\n\n")
        // Timers and notifications come while the run loop runs.
        RunLoop.main.run(until: Date() + 0.5)
    }
}

/// Moves the listener by a letter.
@MainActor func move(_ step: Character, in cave: Cave) {
    switch step {
    case "u": cave.walk(1)
    case "d": cave.walk(-1)
    case "l": cave.turn(by: -15)
    case "r": cave.turn(by: 15)
    default: break
    }
}

/// Lets the user walk with the keys of the terminal.
@MainActor func play(_ cave: Cave) {
    var usual = termios()
    guard tcgetattr(STDIN_FILENO, &usual) == 0 else {
        FileHandle.standardError.write(Data("WalkCave: no terminal; pass STEPS\n".utf8))
        exit(2)
    }
    var raw = usual
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &raw)
    defer { tcsetattr(STDIN_FILENO, TCSANOW, &usual) }
    let letters: [UInt8: Character] = [65: "u", 66: "d", 67: "r", 68: "l"]
    while true {
        print("\u{1B}[2J\u{1B}[H\(cave.map)\n\nArrows walk and turn, q ends.")
        RunLoop.main.run(until: Date() + 0.05)
        var state = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&state, 1, 0) > 0 else { continue }
        var keys = [UInt8](repeating: 0, count: 16)
        let count = read(STDIN_FILENO, &keys, keys.count)
        // An arrow is the three characters ESC [ A, and so on.
        guard count > 0, !keys.prefix(count).contains(UInt8(ascii: "q")) else { return }
        for key in keys.prefix(count) { letters[key].map { move($0, in: cave) } }
    }
}
