package import MediaPlayer

/// A label of the screen's three buttons, and whether it can be tapped.
package struct ButtonState: Equatable {
    package var title: String
    package var isEnabled = true
}

/// The screen: the queue, what is playing, and the buttons. Picks songs or queries an artist's, and
/// plays them with the system's music player.
package final class MusicViewController: UIViewController {
    /// The queue, a line for each song: `title - artist`.
    package private(set) var lines: [String] = []
    package private(set) var playButton = ButtonState(title: "Play")
    package private(set) var previousButton = ButtonState(title: "Previous", isEnabled: false)
    package private(set) var nextButton = ButtonState(title: "Next", isEnabled: false)
    /// The lyrics of the playing song; empty without any.
    package private(set) var lyrics = ""
    /// The picture of the playing song, at the size of a thumbnail.
    package private(set) var artwork: UIImage?
    /// The title of the playing song.
    package private(set) var nowPlayingTitle: String?
    /// What went wrong last.
    package private(set) var message: String?
    /// Number of notifications that have arrived, by name.
    package private(set) var notificationCounts: [NSNotification.Name: Int] = [:]
    /// Called after each change of the screen.
    package var screenDidChange: () -> Void = {}

    private let player = MPMusicPlayerController.systemMusicPlayer
    private var queue: MPMediaItemCollection?
    private var observers: [any NSObjectProtocol] = []

    package override func viewDidLoad() {
        super.viewDidLoad()
        observe(.MPMusicPlayerControllerVolumeDidChange) { _ in }
        observe(.MPMusicPlayerControllerPlaybackStateDidChange) { $0.showState() }
        observe(.MPMusicPlayerControllerNowPlayingItemDidChange) { $0.showNowPlayingItem() }
        player.beginGeneratingPlaybackNotifications()
        showState()
        showNowPlayingItem()
    }

    isolated deinit {
        player.endGeneratingPlaybackNotifications()
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }

    private func observe(
        _ name: NSNotification.Name, then update: @escaping @MainActor (MusicViewController) -> Void
    ) {
        let observer = NotificationCenter.default.addObserver(
            forName: name, object: player, queue: .main
        ) { [weak self] _ in
            MainActor.assumeIsolated {
                guard let self else { return }
                self.notificationCounts[name, default: 0] += 1
                update(self)
                self.screenDidChange()
            }
        }
        observers.append(observer)
    }

    // MARK: Filling the queue

    /// Lets the user pick songs.
    package func pickSongs() {
        let picker = MPMediaPickerController(mediaTypes: .anyAudio)
        picker.prompt = "Songs to play"
        picker.allowsPickingMultipleItems = true
        picker.showsCloudItems = true
        picker.delegate = self
        present(picker, animated: true)
    }

    /// Queues all songs of an artist.
    package func queueSongs(byArtist artist: String) {
        let query = MPMediaQuery.songs()
        query.addFilterPredicate(
            MPMediaPropertyPredicate(value: artist, forProperty: MPMediaItemPropertyArtist))
        let items = query.items ?? []
        guard !items.isEmpty else {
            message = "no songs by \(artist)"
            return screenDidChange()
        }
        setQueue(MPMediaItemCollection(items: items))
    }

    private func setQueue(_ collection: MPMediaItemCollection) {
        queue = collection
        lines = collection.items.map { "\($0.title ?? "?") - \($0.artist ?? "?")" }
        message = nil
        player.setQueue(with: collection)
        updateSkipButtons(at: 0)
        screenDidChange()
    }

    // MARK: Buttons

    /// Plays, or pauses when the player is playing.
    package func tapPlay() {
        if player.playbackState == .playing { return player.pause() }
        player.prepareToPlay { [weak self] error in
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.playPrepared(error) }
            }
        }
    }

    private func playPrepared(_ error: (any Error)?) {
        if let error = error as NSError? {
            message = "cannot play: \(error.domain) \(error.code)"
            return screenDidChange()
        }
        player.play()
    }

    package func tapPrevious() {
        updateSkipButtons(at: player.indexOfNowPlayingItem - 1)
        player.skipToPreviousItem()
        screenDidChange()
    }

    package func tapNext() {
        updateSkipButtons(at: player.indexOfNowPlayingItem + 1)
        player.skipToNextItem()
        screenDidChange()
    }

    /// Disables the buttons that would leave the queue from a place in it.
    private func updateSkipButtons(at index: Int) {
        let count = queue?.count ?? 0
        previousButton.isEnabled = index > 0
        nextButton.isEnabled = index < count - 1
    }

    // MARK: What the player reports

    private func showState() {
        playButton.title = player.playbackState == .playing ? "stop" : "Play"
    }

    private func showNowPlayingItem() {
        let item = player.nowPlayingItem
        nowPlayingTitle = item?.title
        lyrics = item?.lyrics ?? ""
        artwork = item?.artwork?.image(at: CGSize(width: 64, height: 64))
        if item != nil { updateSkipButtons(at: player.indexOfNowPlayingItem) }
    }
}

extension MusicViewController: MPMediaPickerControllerDelegate {
    package func mediaPicker(
        _ mediaPicker: MPMediaPickerController,
        didPickMediaItems mediaItemCollection: MPMediaItemCollection
    ) {
        setQueue(mediaItemCollection)
        mediaPicker.dismiss(animated: true)
    }

    package func mediaPickerDidCancel(_ mediaPicker: MPMediaPickerController) {
        mediaPicker.dismiss(animated: true)
    }
}
