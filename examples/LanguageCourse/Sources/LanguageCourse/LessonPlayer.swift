package import AVFAudio
import AudioToolbox
import Foundation

/// Plays a lesson, and over it a sound for each answer of the learner's.
@MainActor
package final class LessonPlayer: NSObject {
    private let lesson: AVAudioPlayer
    private let right: AVAudioPlayer
    private let wrong: AVAudioPlayer
    /// Whether the learner wants to hear the lesson: still true while a call interrupts it.
    package private(set) var isOn = false

    /// The lesson's volume while an answer is commented on.
    private static let loweredVolume: Float = 0.3

    /// - Throws: The player's error for a file that it cannot play.
    package init(lesson: Tune, right: Tune, wrong: Tune) throws {
        self.lesson = try AVAudioPlayer(data: lesson.waveFile)
        self.right = try AVAudioPlayer(data: right.waveFile)
        self.wrong = try AVAudioPlayer(data: wrong.waveFile)
        super.init()
        for player in [self.lesson, self.right, self.wrong] { player.delegate = self }
    }

    package var isPlaying: Bool { lesson.isPlaying }
    /// The lesson's volume, which is lowered under a comment.
    package var volume: Float { lesson.volume }

    /// Plays from where the lesson was paused, or from its start when it has ended.
    ///
    /// - Returns: Whether it plays; not where the session may not become active.
    @discardableResult
    package func play() -> Bool {
        // A comment that a call has cut off does not end, and so does not raise the volume.
        lesson.volume = 1
        isOn = lesson.play()
        return isOn
    }

    package func pause() {
        isOn = false
        for player in [lesson, right, wrong] { player.pause() }
    }

    /// Plays the sound for an answer, with the lesson lowered; a wrong one shakes the phone.
    package func comment(isRight: Bool) {
        let sound = isRight ? right : wrong
        lesson.setVolume(Self.loweredVolume, fadeDuration: 0.1)
        sound.currentTime = 0
        sound.play()
        if !isRight { AudioServicesPlaySystemSound(kSystemSoundID_Vibrate) }
    }
}

extension LessonPlayer: @preconcurrency AVAudioPlayerDelegate {
    package func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        if player === lesson {
            isOn = false
        } else if !right.isPlaying, !wrong.isPlaying {
            lesson.setVolume(1, fadeDuration: 0.3)
        }
    }
}
