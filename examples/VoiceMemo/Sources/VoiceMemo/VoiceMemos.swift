package import AVFAudio
package import Foundation

/// What `VoiceMemos` tells its delegate, on the main thread.
@MainActor
package protocol VoiceMemosDelegate: AnyObject {
    /// A folder was too old: it is gone, or could not be deleted.
    func voiceMemos(_ memos: VoiceMemos, didDelete folder: URL, error: (any Error)?)
    /// A recording is over.
    ///
    /// - Parameter isComplete: False when the disk was full, for example.
    func voiceMemos(_ memos: VoiceMemos, didFinishRecording memo: URL, isComplete: Bool)
    /// A memo has been played to its end.
    func voiceMemos(_ memos: VoiceMemos, didFinishPlaying memo: URL)
}

package enum VoiceMemoError: Error {
    /// The user does not let the app use the microphone.
    case microphoneDenied
    /// The recorder or the player did not start.
    case cannotStart
}

/// Records and plays memos, one at a time, and deletes those of past days.
@MainActor
package final class VoiceMemos: NSObject {
    package let folders: MemoFolders
    package weak var delegate: (any VoiceMemosDelegate)?

    private var recorder: AVAudioRecorder?
    private var player: AVAudioPlayer?
    private var observer: (any NSObjectProtocol)?

    /// 44.1 kHz mono AAC.
    private static let settings: [String: Any] = [
        AVFormatIDKey: kAudioFormatMPEG4AAC,
        AVSampleRateKey: 44_100.0,
        AVNumberOfChannelsKey: 1,
        AVEncoderAudioQualityKey: AVAudioQuality.high.rawValue,
    ]

    package init(folders: MemoFolders) {
        self.folders = folders
        super.init()
        observeInterruptions()
    }

    isolated deinit {
        if let observer { NotificationCenter.default.removeObserver(observer) }
    }

    package var isRecording: Bool { recorder?.isRecording ?? false }
    package var isPlaying: Bool { player?.isPlaying ?? false }

    /// Deletes the folders older than `days`; call it at the launch.
    package func deleteOldMemos(olderThan days: Int = 3) {
        folders.deleteFolders(olderThan: days, at: Date()) { folder, error in
            delegate?.voiceMemos(self, didDelete: folder, error: error)
        }
    }

    // MARK: Recording and playing

    /// Begins a memo.
    package func record() async throws {
        guard await AVAudioApplication.requestRecordPermission() else {
            throw VoiceMemoError.microphoneDenied
        }
        stop()
        try activateSession(.record)
        let recorder = try AVAudioRecorder(
            url: folders.newMemo(at: Date()), settings: Self.settings)
        recorder.delegate = self
        guard recorder.record() else { throw VoiceMemoError.cannotStart }
        self.recorder = recorder
    }

    /// Plays a memo, in silent mode too: the user has asked for it.
    package func play(_ memo: URL) throws {
        stop()
        try activateSession(.playback)
        let player = try AVAudioPlayer(contentsOf: memo)
        player.delegate = self
        guard player.play() else { throw VoiceMemoError.cannotStart }
        self.player = player
    }

    /// Ends what is recorded or played; a recording's file is complete when this returns.
    package func stop() {
        if let recorder {
            self.recorder = nil
            recorder.delegate = nil
            recorder.stop()
            finish()
            delegate?.voiceMemos(self, didFinishRecording: recorder.url, isComplete: true)
        }
        if let player {
            self.player = nil
            player.stop()
            finish()
        }
    }

    private func activateSession(_ category: AVAudioSession.Category) throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(category)
        try session.setActive(true)
    }

    /// Lets the music that was interrupted go on.
    private func finish() {
        try? AVAudioSession.sharedInstance().setActive(
            false, options: .notifyOthersOnDeactivation)
    }

    // MARK: Interruptions

    private func observeInterruptions() {
        observer = NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: nil, queue: .main
        ) { [weak self] notification in
            let info = notification.userInfo
            let type = info?[AVAudioSessionInterruptionTypeKey] as? UInt
            let option = info?[AVAudioSessionInterruptionOptionKey] as? UInt
            MainActor.assumeIsolated {
                guard type == AVAudioSession.InterruptionType.ended.rawValue else {
                    // A recorder that is interrupted without a pause loses what it has.
                    self?.recorder?.pause()
                    return
                }
                self?.resume(AVAudioSession.InterruptionOptions(rawValue: option ?? 0))
            }
        }
    }

    /// Continues in the same file after a call: the recorder and the player are paused.
    private func resume(_ options: AVAudioSession.InterruptionOptions) {
        let isResumed =
            options.contains(.shouldResume)
            && (recorder?.record() ?? player?.play() ?? true)
        // What was said before the call is kept.
        if !isResumed { stop() }
    }
}

extension VoiceMemos: @preconcurrency AVAudioRecorderDelegate {
    /// Called when the recording ends by itself.
    package func audioRecorderDidFinishRecording(
        _ recorder: AVAudioRecorder, successfully flag: Bool
    ) {
        guard recorder === self.recorder else { return }
        self.recorder = nil
        finish()
        delegate?.voiceMemos(self, didFinishRecording: recorder.url, isComplete: flag)
    }
}

extension VoiceMemos: @preconcurrency AVAudioPlayerDelegate {
    package func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        guard player === self.player, let memo = player.url else { return }
        self.player = nil
        finish()
        delegate?.voiceMemos(self, didFinishPlaying: memo)
    }
}
