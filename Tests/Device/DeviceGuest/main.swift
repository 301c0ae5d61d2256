import AVFAudio
import Foundation

// A player for the tests of the device service: it plays a tone, says what it is told, and takes
// commands on standard input, a word a line.

func say(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

/// A WAV file with a minute of a tone.
func tone(hertz: Double) -> Data {
    let (rate, seconds) = (8_000, 60)
    let byteCount = seconds * rate * 2
    var bytes = Data("RIFF".utf8)
    func append(_ value: Int, _ count: Int) {
        withUnsafeBytes(of: UInt32(value).littleEndian) {
            bytes.append(contentsOf: $0.prefix(count))
        }
    }
    append(36 + byteCount, 4)
    bytes.append(contentsOf: Data("WAVEfmt ".utf8))
    for (value, count) in [(16, 4), (1, 2), (1, 2), (rate, 4), (2 * rate, 4), (2, 2), (16, 2)] {
        append(value, count)
    }
    bytes.append(contentsOf: Data("data".utf8))
    append(byteCount, 4)
    for frame in 0..<seconds * rate {
        let sample = sin(2 * .pi * hertz * Double(frame) / Double(rate))
        let value = UInt16(bitPattern: Int16(8_000 * sample))
        bytes.append(contentsOf: [UInt8(value & 0xFF), UInt8(value >> 8)])
    }
    return bytes
}

let words = Array(CommandLine.arguments.dropFirst())
let session = AVAudioSession.sharedInstance()
let categories: [String: AVAudioSession.Category] = [
    "playback": .playback, "ambient": .ambient, "solo": .soloAmbient,
]
let options: AVAudioSession.CategoryOptions =
    words.contains("ducks") ? .duckOthers : words.contains("mixes") ? .mixWithOthers : []
try session.setCategory(categories[words.first ?? ""] ?? .playback, options: options)
let player = try AVAudioPlayer(data: tone(hertz: Double(words.last ?? "") ?? 440))

let token = NotificationCenter.default.addObserver(
    forName: AVAudioSession.interruptionNotification, object: session, queue: .main
) { notification in
    let info = notification.userInfo ?? [:]
    guard let type = info[AVAudioSessionInterruptionTypeKey] as? UInt else { return }
    if type == AVAudioSession.InterruptionType.began.rawValue {
        say("interruption began")
    } else {
        let resume = info[AVAudioSessionInterruptionOptionKey] as? UInt == 1
        say("interruption ended\(resume ? ", should resume" : "")")
        if resume { MainActor.assumeIsolated { _ = player.play() } }
    }
}

@MainActor
func obey(_ command: String) {
    switch command {
    case "play": say(player.play() ? "plays" : "does not play")
    case "pause": player.pause()
    case "stop": player.stop()
    case "state": say(player.isPlaying ? "playing" : "paused")
    case "other": say(session.isOtherAudioPlaying ? "other audio" : "no other audio")
    case "deactivate":
        do {
            try session.setActive(false, options: .notifyOthersOnDeactivation)
            say("deactivated")
        } catch { say("busy") }
    case "activate":
        do {
            try session.setActive(true)
            say("activated")
        } catch { say("refused \((error as NSError).code)") }
    case "times":
        // The time of an activation, in microseconds.
        let count = 2_000
        var times: [Double] = []
        for _ in 0..<count {
            let begin = DispatchTime.now().uptimeNanoseconds
            try? session.setActive(true)
            times.append(Double(DispatchTime.now().uptimeNanoseconds - begin) / 1000)
        }
        times.sort()
        say("p50 \(times[count / 2]) p99 \(times[count * 99 / 100])")
    case "quit": exit(0)
    default: say("unknown command")
    }
}

let input = Thread {
    while let command = readLine() {
        DispatchQueue.main.async { MainActor.assumeIsolated { obey(command) } }
    }
    exit(0)
}
input.start()
if words.contains("silent-start") {
    say("ready")
} else {
    say(player.play() ? "plays" : "does not play")
}
RunLoop.main.run()
