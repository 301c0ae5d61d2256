import AudioCodecs
import AudioFiles

/// The queue of a music player as tracks that follow each other.
///
/// An item that cannot be opened is reported at once.
struct QueuedTracks: TrackOrder {
    private let player: MusicPlayer
    private let queue: MusicQueue
    /// Whether another queue begins behind the present item.
    private let hasPendingItems: Bool
    /// The place of the item that goes on at `startSeconds`; others begin at their beginnings.
    private let resumedPlace: Int?
    private let startSeconds: Double

    /// - Parameter resumedPlace: The place of the item that goes on where the player starts.
    init(_ player: MusicPlayer, _ state: MusicPlayer.State, resumedPlace: Int? = nil) {
        self.player = player
        queue = state.queue
        hasPendingItems = state.pendingItems != nil
        startSeconds = state.startSeconds
        self.resumedPlace = resumedPlace
    }

    var count: Int { queue.count }

    func place(after place: Int, isSkipping: Bool) -> Int? {
        // Behind a present item that plays on, the new queue begins.
        guard isSkipping || !hasPendingItems else { return nil }
        // An item that cannot be opened is not repeated.
        return queue.place(after: place, byItself: !isSkipping)
    }

    func open(_ place: Int) -> Track? {
        guard let item = queue.item(at: place) else { return nil }
        do throws(AudioFileError) {
            let file = try player.open(item).get()
            let seconds = place == resumedPlace ? startSeconds : item.startSeconds
            return Track(
                place: place, input: SoundInput(file),
                passage: item.passage(of: file, fromSecond: seconds))
        } catch {
            player.report(.failed(item, error))
            return nil
        }
    }

    func skip(_ place: Int, because error: FormatError) {
        guard let item = queue.item(at: place) else { return }
        player.report(.failed(item, AudioFileError(error)))
    }
}
