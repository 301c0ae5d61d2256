import MediaPlayer

/// The types of what public projects use of music players.
func checkMusicPlayerSignatures() {
    _ = MPMusicPlayerController.self
    _ =
        { MPMusicPlayerController.systemMusicPlayer }
        as () -> MPMusicPlayerController & MPSystemMusicPlayerController
    _ = { MPMusicPlayerController.applicationMusicPlayer } as () -> MPMusicPlayerController
    _ =
        { MPMusicPlayerController.applicationQueuePlayer }
        as () -> MPMusicPlayerApplicationController
    _ = (any MPMediaPlayback).self
    _ = MPMusicPlayerController.play as (MPMusicPlayerController) -> () -> Void
    _ = MPMusicPlayerController.pause as (MPMusicPlayerController) -> () -> Void
    _ = MPMusicPlayerController.stop as (MPMusicPlayerController) -> () -> Void
    _ =
        MPMusicPlayerController.prepareToPlay(completionHandler:)
        as (MPMusicPlayerController) -> (@escaping ((any Error)?) -> Void) -> Void
    _ =
        MPMusicPlayerController.setQueue(with:)
        as (MPMusicPlayerController) -> (MPMediaQuery) -> Void
    _ =
        MPMusicPlayerController.setQueue(with:)
        as (MPMusicPlayerController) -> (MPMediaItemCollection) -> Void
    _ =
        MPMusicPlayerController.setQueue(with:) as (MPMusicPlayerController) -> ([String]) -> Void
    _ =
        MPMusicPlayerController.setQueue(with:)
        as (MPMusicPlayerController) -> (MPMusicPlayerQueueDescriptor) -> Void
    _ =
        MPMusicPlayerController.append(_:)
        as (MPMusicPlayerController) -> (MPMusicPlayerQueueDescriptor) -> Void
    _ =
        MPMusicPlayerController.prepend(_:)
        as (MPMusicPlayerController) -> (MPMusicPlayerQueueDescriptor) -> Void
    readable(\MPMusicPlayerController.playbackState, MPMusicPlaybackState.self)
    settable(\MPMusicPlayerController.repeatMode, MPMusicRepeatMode.self)
    settable(\MPMusicPlayerController.shuffleMode, MPMusicShuffleMode.self)
    settable(\MPMusicPlayerController.nowPlayingItem, MPMediaItem?.self)
    readable(\MPMusicPlayerController.indexOfNowPlayingItem, Int.self)
    readable(\MPMusicPlayerController.isPreparedToPlay, Bool.self)
    settable(\MPMusicPlayerController.currentPlaybackTime, TimeInterval.self)
    settable(\MPMusicPlayerController.currentPlaybackRate, Float.self)
    _ = MPMusicPlayerController.skipToNextItem as (MPMusicPlayerController) -> () -> Void
    _ = MPMusicPlayerController.skipToPreviousItem as (MPMusicPlayerController) -> () -> Void
    _ = MPMusicPlayerController.skipToBeginning as (MPMusicPlayerController) -> () -> Void
    _ = MPMusicPlayerController.beginSeekingForward as (MPMusicPlayerController) -> () -> Void
    _ = MPMusicPlayerController.beginSeekingBackward as (MPMusicPlayerController) -> () -> Void
    _ = MPMusicPlayerController.endSeeking as (MPMusicPlayerController) -> () -> Void
    _ =
        MPMusicPlayerController.beginGeneratingPlaybackNotifications
        as (MPMusicPlayerController) -> () -> Void
    _ =
        MPMusicPlayerController.endGeneratingPlaybackNotifications
        as (MPMusicPlayerController) -> () -> Void
    _ =
        MPMusicPlayerApplicationController.perform(queueTransaction:completionHandler:)
        as (MPMusicPlayerApplicationController) -> (
            @escaping (MPMusicPlayerControllerMutableQueue) -> Void,
            @escaping (MPMusicPlayerControllerQueue, (any Error)?) -> Void
        ) -> Void
    readable(\MPMusicPlayerControllerQueue.items, [MPMediaItem].self)
    _ =
        MPMusicPlayerControllerMutableQueue.insert(_:after:)
        as (MPMusicPlayerControllerMutableQueue) -> (
            MPMusicPlayerQueueDescriptor, MPMediaItem?
        ) -> Void
    _ =
        MPMusicPlayerControllerMutableQueue.remove(_:)
        as (MPMusicPlayerControllerMutableQueue) -> (MPMediaItem) -> Void
    _ =
        MPMusicPlayerMediaItemQueueDescriptor.init(query:)
        as (MPMediaQuery) -> MPMusicPlayerMediaItemQueueDescriptor
    _ =
        MPMusicPlayerMediaItemQueueDescriptor.init(itemCollection:)
        as (MPMediaItemCollection) -> MPMusicPlayerMediaItemQueueDescriptor
    settable(\MPMusicPlayerMediaItemQueueDescriptor.startItem, MPMediaItem?.self)
    _ =
        MPMusicPlayerMediaItemQueueDescriptor.setStartTime(_:for:)
        as (MPMusicPlayerMediaItemQueueDescriptor) -> (TimeInterval, MPMediaItem) -> Void
    _ =
        MPMusicPlayerStoreQueueDescriptor.init(storeIDs:)
        as ([String]) -> MPMusicPlayerStoreQueueDescriptor
    settable(\MPMusicPlayerStoreQueueDescriptor.storeIDs, [String]?.self)
    let names: [Notification.Name] = [
        .MPMusicPlayerControllerPlaybackStateDidChange,
        .MPMusicPlayerControllerNowPlayingItemDidChange,
        .MPMusicPlayerControllerVolumeDidChange, .MPMusicPlayerControllerQueueDidChange,
        NSNotification.Name.MPMusicPlayerControllerQueueDidChange,
        .MPMediaPlaybackIsPreparedToPlayDidChange,
    ]
    expect(Set(names).count == 5, "each notification has a name of its own")
    expect(MPMusicPlaybackState.seekingBackward.rawValue == 5, "the states have Apple's values")
    expect(MPMusicRepeatMode.all.rawValue == 3, "the repeat modes have Apple's values")
    expect(MPMusicShuffleMode.albums.rawValue == 3, "the shuffle modes have Apple's values")
}
