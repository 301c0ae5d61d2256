import AudioCodecs
import AudioFiles

/// The queue of a music player as tracks that follow each other. With the player's lock held.
///
/// An item that cannot be opened is reported at once.
struct QueuedTracks: TrackOrder {
    let player: MusicPlayer
    /// The place of the item that goes on at the player's position; other items begin at their beginnings.
    var resumedPlace: Int?

    var count: Int { player.queue.count }

    func place(after place: Int, isSkipping: Bool) -> Int? {
        // Behind a present item that plays on, the new queue begins.
        guard isSkipping || player.pendingItems == nil else { return nil }
        // An item that cannot be opened is not repeated.
        return player.queue.place(after: place, byItself: !isSkipping)
    }

    func open(_ place: Int) -> Track? {
        guard let item = player.queue.item(at: place) else { return nil }
        do throws(AudioFileError) {
            let file = try player.open(item).get()
            let seconds = place == resumedPlace ? player.startSeconds : item.startSeconds
            return Track(
                place: place, input: SoundInput(file),
                passage: item.passage(of: file, fromSecond: seconds))
        } catch {
            player.report(.failed(item, error))
            return nil
        }
    }

    func skip(_ place: Int, because error: FormatError) {
        guard let item = player.queue.item(at: place) else { return }
        player.report(.failed(item, AudioFileError(error)))
    }
}
