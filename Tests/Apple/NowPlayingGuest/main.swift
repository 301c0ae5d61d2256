import AVFAudio
import Foundation
import MediaPlayer

// A player for the tests of the desktop's controls: it plays silence, shows what it plays, and prints
// each command that it gets.

func line(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

/// A WAV file with a minute of silence.
func silence() -> Data {
    let byteCount = 60 * 16_000
    var bytes = Data("RIFF".utf8)
    func append(_ value: Int, _ count: Int) {
        withUnsafeBytes(of: UInt32(value).littleEndian) {
            bytes.append(contentsOf: $0.prefix(count))
        }
    }
    append(36 + byteCount, 4)
    bytes.append(contentsOf: Data("WAVEfmt ".utf8))
    for (value, count) in [(16, 4), (1, 2), (1, 2), (8_000, 4), (16_000, 4), (2, 2), (16, 2)] {
        append(value, count)
    }
    bytes.append(contentsOf: Data("data".utf8))
    append(byteCount, 4)
    return bytes + Data(count: byteCount)
}

try AVAudioSession.sharedInstance().setCategory(.playback)
let player = try AVAudioPlayer(data: silence())
player.play()

let infoCenter = MPNowPlayingInfoCenter.default()
var info: [String: Any] = [
    MPMediaItemPropertyTitle: "Gymnopédie 1", MPMediaItemPropertyArtist: "Satie",
    MPMediaItemPropertyPlaybackDuration: 181.5, MPNowPlayingInfoPropertyElapsedPlaybackTime: 30.0,
    MPNowPlayingInfoPropertyPlaybackRate: 1.0,
]
infoCenter.nowPlayingInfo = info

@MainActor
func show(isPlaying: Bool) {
    info[MPNowPlayingInfoPropertyPlaybackRate] = isPlaying ? 1.0 : 0.0
    infoCenter.nowPlayingInfo = info
}

let centre = MPRemoteCommandCenter.shared()
centre.playCommand.addTarget { _ in
    player.play()
    show(isPlaying: true)
    line("play")
    return .success
}
centre.pauseCommand.addTarget { _ in
    player.pause()
    show(isPlaying: false)
    line("pause")
    return .success
}
centre.nextTrackCommand.addTarget { _ in
    info[MPMediaItemPropertyTitle] = "Gymnopédie 2"
    show(isPlaying: true)
    line("next")
    return .success
}
centre.changePlaybackPositionCommand.addTarget { event in
    line("position \((event as? MPChangePlaybackPositionCommandEvent)?.positionTime ?? -1)")
    return .success
}
centre.changeRepeatModeCommand.addTarget { event in
    let type = (event as? MPChangeRepeatModeCommandEvent)?.repeatType ?? .off
    centre.changeRepeatModeCommand.currentRepeatType = type
    line("repeat \(type.rawValue)")
    return .success
}
line("ready")
// Ends when the test closes its end of the pipe.
Thread.detachNewThread {
    _ = FileHandle.standardInput.readDataToEndOfFile()
    exit(0)
}
RunLoop.main.run()
