import MediaPlayer

/// The lock screen of a player, as apps have it.
@MainActor
final class LockScreen: NSObject {
    private var isPlaying = false
    private var targets: [Any] = []
    private var position = 0.0

    func setUp() {
        let commandCenter = MPRemoteCommandCenter.shared()
        commandCenter.playCommand.addTarget { [unowned self] event in
            if !self.isPlaying {
                self.isPlaying = true
                return .success
            }
            return .commandFailed
        }
        commandCenter.pauseCommand.addTarget {
            [weak self] (_: MPRemoteCommandEvent)
                -> MPRemoteCommandHandlerStatus in
            guard let self = self else { return MPRemoteCommandHandlerStatus.noSuchContent }
            self.isPlaying = false
            return .success
        }
        commandCenter.nextTrackCommand.isEnabled = true
        targets.append(
            commandCenter.nextTrackCommand.addTarget { _ in .noActionableNowPlayingItem })
        commandCenter.nextTrackCommand.removeTarget(targets.first)
        commandCenter.togglePlayPauseCommand.removeTarget(nil)
        commandCenter.skipForwardCommand.preferredIntervals = [15]
        commandCenter.skipBackwardCommand.preferredIntervals = [NSNumber(value: 30)]
        commandCenter.skipForwardCommand.addTarget { event in
            guard let event = event as? MPSkipIntervalCommandEvent else { return .commandFailed }
            self.position += event.interval
            return .success
        }
        commandCenter.changePlaybackPositionCommand.addTarget { [weak self] event in
            if let event = event as? MPChangePlaybackPositionCommandEvent {
                self?.position = event.positionTime
            }
            return .success
        }
        commandCenter.seekForwardCommand.addTarget { event in
            (event as? MPSeekCommandEvent)?.type == .beginSeeking ? .success : .commandFailed
        }
        commandCenter.changePlaybackRateCommand.supportedPlaybackRates = [0.5, 1, 1.5, 2]
        commandCenter.likeCommand.localizedTitle = "Love"
        commandCenter.likeCommand.isActive = false
        commandCenter.ratingCommand.maximumRating = 5
        commandCenter.changeRepeatModeCommand.currentRepeatType = .all
        commandCenter.changeShuffleModeCommand.currentShuffleType = .off
    }

    func update() {
        var nowPlayingInfo = [String: Any]()
        nowPlayingInfo[MPMediaItemPropertyTitle] = "Song"
        nowPlayingInfo[MPMediaItemPropertyArtist] = "Artist"
        nowPlayingInfo[MPMediaItemPropertyPlaybackDuration] = 200.0
        nowPlayingInfo[MPNowPlayingInfoPropertyElapsedPlaybackTime] = position
        nowPlayingInfo[MPNowPlayingInfoPropertyPlaybackRate] = isPlaying ? 1.0 : 0.0
        nowPlayingInfo[MPNowPlayingInfoPropertyMediaType] =
            MPNowPlayingInfoMediaType.audio.rawValue
        nowPlayingInfo[MPNowPlayingInfoPropertyIsLiveStream] = false
        MPNowPlayingInfoCenter.default().nowPlayingInfo = nowPlayingInfo
        MPNowPlayingInfoCenter.default().nowPlayingInfo?[
            MPNowPlayingInfoPropertyElapsedPlaybackTime] = 3
        MPNowPlayingInfoCenter.default().playbackState = .playing
    }

    /// The volume of the device, as apps without a volume view set it.
    static func setVolume(_ volume: Float) {
        let volumeView = MPVolumeView()
        let slider = volumeView.subviews.first(where: { $0 is UISlider }) as? UISlider
        slider?.value = volume
        volumeView.showsRouteButton = false
        volumeView.showsVolumeSlider = true
    }
}

/// The shapes of the now-playing centre and the commands.
@MainActor
func tryNowPlaying() {
    let screen = LockScreen()
    screen.setUp()
    screen.update()
    LockScreen.setVolume(0.5)
    let group = MPNowPlayingInfoLanguageOptionGroup(
        languageOptions: [
            MPNowPlayingInfoLanguageOption(
                type: .audible, languageTag: "fr",
                characteristics: [MPLanguageOptionCharacteristicIsMainProgramContent],
                displayName: "Français", identifier: "fr")
        ], defaultLanguageOption: nil, allowEmptySelection: true)
    expect(group.languageOptions.first?.languageTag == "fr", "the language option has no tag")
}
