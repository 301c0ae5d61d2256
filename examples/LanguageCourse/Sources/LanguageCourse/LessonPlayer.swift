package import AVFAudio
import Foundation

/// Plays a lesson, and over it a system sound for each answer of the learner's.
@MainActor
package final class LessonPlayer: NSObject {
    private let lesson: AVAudioPlayer
    private let right: SystemSound
    private let wrong: SystemSound
    /// The comments that have not ended.
    private var commentCount = 0
    /// Whether the learner wants to hear the lesson: still true while a call interrupts it.
    package private(set) var isOn = false

    /// The lesson's volume while an answer is commented on.
    private static let loweredVolume: Float = 0.3

    /// - Throws: The player's error for a file that it cannot play.
    package init(lesson: Tune, right: Tune, wrong: Tune) throws {
        self.lesson = try AVAudioPlayer(data: lesson.waveFile)
        self.right = SystemSound(right)
        self.wrong = SystemSound(wrong)
        super.init()
        self.lesson.delegate = self
    }

    package var isPlaying: Bool { lesson.isPlaying }
    /// The lesson's volume, which is lowered under a comment.
    package var volume: Float { lesson.volume }

    /// Plays from where the lesson was paused, or from its start when it has ended.
    ///
    /// - Returns: Whether it plays; not where the session may not become active.
    @discardableResult
    package func play() -> Bool {
        lesson.volume = 1
        isOn = lesson.play()
        return isOn
    }

    package func pause() {
        isOn = false
        lesson.pause()
    }

    /// Plays the sound for an answer, with the lesson lowered. A wrong one is an alert, which shakes
    /// the phone.
    package func comment(isRight: Bool) {
        commentCount += 1
        lesson.setVolume(Self.loweredVolume, fadeDuration: 0.1)
        if isRight {
            right.play { [weak self] in self?.commentEnded() }
        } else {
            wrong.alert { [weak self] in self?.commentEnded() }
        }
    }

    private func commentEnded() {
        commentCount -= 1
        if commentCount == 0 { lesson.setVolume(1, fadeDuration: 0.3) }
    }

    /// Gives the system sounds back.
    package func dispose() {
        pause()
        right.dispose()
        wrong.dispose()
    }
}

extension LessonPlayer: @preconcurrency AVAudioPlayerDelegate {
    package func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        isOn = false
    }
}
