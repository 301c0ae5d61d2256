import Foundation
import InputDevices
import Synchronization

// A program for the tests of input devices: it prints what they report, a line each, until it has
// printed a number of actions, or its standard input ends.
//
// InputGuest COUNT OPTIONS FOLDER

func say(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

let words = Array(CommandLine.arguments.dropFirst())
let countMax = words.first.flatMap { Int($0) } ?? .max
var options = InputOptions.phone
if words.count > 1, let unknown = options.apply(words[1]) {
    say("unknown option \(unknown)")
    exit(2)
}
let folder = words.count > 2 ? words[2] : InputDeviceMonitor.standardFolder

/// Counts actions, and ends the program after the last.
final class Counter: Sendable {
    private let count = Mutex(0)

    func add(_ action: InputAction) {
        say("act \(action)")
        let isLast = count.withLock { count in
            count += 1
            return count >= countMax
        }
        // Not `exit`, which waits in glibc 2.41 for the standard input that the main thread reads.
        if isLast { _exit(0) }
    }
}

let counter = Counter()
let monitor = InputDeviceMonitor(
    options, folder: folder, log: { say("warning \($0)") }, ready: { say("ready") },
    handler: { counter.add($0) })
while let line = readLine() {
    if line == "devices" {
        for device in monitor.devices { say("device \(device.path) \(device.name)") }
        say("denied \(monitor.deniedCount)")
    }
    if line == "motor" {
        say(EventDeviceMotor.find(in: folder) == nil ? "no motor" : "motor")
    }
}
monitor.close()
say("closed")
