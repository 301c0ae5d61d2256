import Drums
import Foundation

// swift run PlayDrums [TEMPO [SECONDS]]
let words = CommandLine.arguments.dropFirst()
let tempo = words.first.flatMap { Double($0) } ?? 120
let seconds = words.dropFirst().first.flatMap { Double($0) } ?? 10

do {
    let machine = try DrumMachine(.rock, tempo: tempo)
    try machine.start()
    print("\(machine.tempo) beats a minute for \(seconds) s")
    // Timers and notifications come while the run loop runs. After half of the time it gets faster.
    RunLoop.main.run(until: Date() + seconds / 2)
    machine.tempo *= 1.25
    print("\(machine.tempo) beats a minute")
    RunLoop.main.run(until: Date() + seconds / 2)
    machine.stop()
} catch {
    FileHandle.standardError.write(Data("PlayDrums: \(error)\n".utf8))
    exit(1)
}
