import AudioToolbox
import Foundation

func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("QueuePlayer: \(text)\n".utf8))
    exit(1)
}

/// A player of music: other apps' sound ends, and the silent switch mutes it.
func startSession() {
    AudioSessionInitialize(nil, nil, nil, nil)
    AudioSessionSetActive(true)
    var category = kAudioSessionCategory_SoloAmbientSound
    let status = AudioSessionSetProperty(
        kAudioSessionProperty_AudioCategory, UInt32(MemoryLayout<UInt32>.size), &category)
    if status != noErr { fail("AudioSessionSetProperty failed with \(status)") }
}

/// Plays until the file ends. Callbacks come while the run loop runs.
func play(_ player: Player) throws {
    try player.play()
    repeat {
        CFRunLoopRunInMode(.defaultMode, 0.25, false)
    } while player.isPlaying
    // Two buffers are still to be heard. A second would do for half-second ones.
    while player.isRunning {
        CFRunLoopRunInMode(.defaultMode, 0.25, false)
    }
}

/// Presses Pause, and Play a second later.
func pause(_ player: Player, after seconds: Double) {
    _ = Timer.scheduledTimer(withTimeInterval: seconds, repeats: false) { _ in
        guard player.isPlaying else { return }
        try? player.pause()
        _ = Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in try? player.play() }
    }
}

var words = Array(CommandLine.arguments.dropFirst())
let hasFixedPackets = words.contains("--fixed-packets")
words.removeAll { $0 == "--fixed-packets" }
var pauseSeconds: Double?
if words.count == 3, words[1] == "--pause-after" { pauseSeconds = Double(words[2]) }
guard let path = words.first, words.count == 1 || pauseSeconds != nil else {
    fail("usage: QueuePlayer FILE [--fixed-packets] [--pause-after SECONDS]")
}

startSession()
do {
    let player = try Player(playing: path, packetsPerRead: hasFixedPackets ? 10_000 : nil) {
        print($0)
    }
    if let pauseSeconds { pause(player, after: pauseSeconds) }
    try play(player)
    player.close()
    print("closed")
} catch let failure as Player.Failure {
    fail("\(failure.call) failed with \(failure.status)")
}
