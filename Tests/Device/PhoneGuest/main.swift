import AudioToolbox
import Foundation
import UIKit

// An app for the tests of apps that are processes of their own: its first argument says how it
// behaves. It prints what it is answered.

func say(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

let manner = CommandLine.arguments.dropFirst().first ?? ""
switch manner {
case "sounds": playsOnce(seconds: 0.2)
case "sounds-on": soundsOn()
case "crashes":
    start(tone(seconds: 20))
    // An unmapped address.
    UnsafeMutablePointer<Int>(bitPattern: 16)?.pointee = 1
case "goes":
    start(tone(seconds: 20))
    exit(3)
case "stubborn":
    signal(SIGTERM, SIG_IGN)
    soundsOn()
case "asks": asksOnAndOn()
case "hosts": hosts(container: CommandLine.arguments[2])
case "folders": tellsItsFolders()
case "keychain": say(ProcessInfo.processInfo.environment["SORI_KEYCHAIN"] ?? "none")
case "vendor": say("vendor " + (UIDevice.current.identifierForVendor?.uuidString ?? "none"))
case "counts": countsItsLaunches()
case "remote": isRemoteControlled()
case "now-playing": showsNowPlaying()
case "music", "music-handled", "audio-player": playsMusic(manner)
case "hangs-launching", "hangs-later", "hangs-active", "lives": hangs(manner)
case "prints":
    start(tone(seconds: 20))
    let words = String(repeating: "many words ", count: 400)
    while true { say(words) }
case "traps":
    start(tone(seconds: 20))
    fatalError("this is why")
case "floods", "garbage", "empty", "half", "large", "deaf", "twice", "unasked", "old", "hangs-up",
    "many", "answers-unasked", "escapes", "starts-twice":
    Rude(manner).behave()
default:
    say("there is no manner '\(manner)'")
    exit(2)
}

/// A file with a tone, in the app's own temporary folder.
func tone(seconds: Double) -> URL {
    let rate = 22_050
    let frames = Int(seconds * Double(rate))
    var bytes = Data()
    func add(_ number: Int, _ size: Int) {
        for place in 0..<size { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }
    bytes.append(contentsOf: Array("RIFF".utf8))
    add(36 + 2 * frames, 4)
    bytes.append(contentsOf: Array("WAVEfmt ".utf8))
    for (number, size) in [(16, 4), (1, 2), (1, 2), (rate, 4), (2 * rate, 4), (2, 2), (16, 2)] {
        add(number, size)
    }
    bytes.append(contentsOf: Array("data".utf8))
    add(2 * frames, 4)
    for frame in 0..<frames {
        add(Int(8000 * sin(2 * Double.pi * 440 * Double(frame) / Double(rate))), 2)
    }
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("tone.wav")
    try! bytes.write(to: url)
    return url
}

/// Starts a system sound.
@discardableResult
func start(_ url: URL) -> SystemSoundID {
    var sound = SystemSoundID()
    let status = AudioServicesCreateSystemSoundID(url as CFURL, &sound)
    say("created: \(status)")
    AudioServicesPlaySystemSound(sound)
    return sound
}

func playsOnce(seconds: Double) {
    var sound = SystemSoundID()
    say("created: \(AudioServicesCreateSystemSoundID(tone(seconds: seconds) as CFURL, &sound))")
    AudioServicesPlaySystemSoundWithCompletion(sound) {
        say("completed")
        exit(0)
    }
    CFRunLoopRun()
}

/// Plays until it is ended.
func soundsOn() -> Never {
    start(tone(seconds: 20))
    while true { CFRunLoopRunInMode(.defaultMode, 60, false) }
}

/// Asks for its session, and notes in a file when what it is answered has changed: its output ends
/// with its phone.
func asksOnAndOn() -> Never {
    let file = URL(fileURLWithPath: NSHomeDirectory() + "/Documents/answers")
    var lines = ""
    func note(_ text: String) {
        lines += text + "\n"
        try? lines.write(to: file, atomically: true, encoding: .utf8)
    }
    var sound = SystemSoundID()
    AudioServicesCreateSystemSoundID(tone(seconds: 20) as CFURL, &sound)
    let isOver = DispatchSemaphore(value: 0)
    AudioServicesPlaySystemSoundWithCompletion(sound) { isOver.signal() }
    AudioSessionInitialize(nil, nil, nil, nil)
    var last: OSStatus?
    while last == nil || last == noErr {
        let status = AudioSessionSetActive(true)
        if status != last { note("active: \(status)") }
        last = status
    }
    while isOver.wait(timeout: .now()) != .success {
        CFRunLoopRunInMode(.defaultMode, 0.05, false)
    }
    note("silent")
    exit(0)
}

/// In a file of its own.
func countsItsLaunches() {
    let file = URL(fileURLWithPath: NSHomeDirectory() + "/Documents/launches")
    let before = (try? String(contentsOf: file, encoding: .utf8)).flatMap { Int($0) } ?? 0
    try? "\(before + 1)".write(to: file, atomically: true, encoding: .utf8)
    say("launch \(before + 1)")
}

func tellsItsFolders() {
    say(NSHomeDirectory())
    say(FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0].path)
    say(NSTemporaryDirectory())
    say(FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0].path)
}
