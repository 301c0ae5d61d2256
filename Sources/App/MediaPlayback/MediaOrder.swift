import AudioCodecs
import AudioFormats
import MediaSources
import Playback
import Synchronization

/// An item in a player's queue, with its decoder. One thread at a time: with the player's lock.
final class MediaEntry {
    /// Tells the entries of one player apart.
    let number: Int
    let item: MediaItem
    private var reader: (any MediaReader)?

    init(number: Int, _ item: MediaItem) {
        self.number = number
        self.item = item
    }

    /// Opens the item as a track from its position on.
    ///
    /// - Throws: An error when there is no decoder.
    func open() throws(FormatError) -> (track: Track, frames: MediaFrames) {
        let (known, wanted, end) = item.state.withLock {
            item -> (MediaContents?, Int64, Int64?) in
            // The length of a stream may become another one; its reader knows where it ends.
            let isFile = item.contents?.file != nil
            return (item.contents, item.frame, isFile ? item.endFrame : item.forwardFrame)
        }
        let (processing, isExact) = item.state.withLock {
            ($0.processing, $0.seek?.isExact ?? true)
        }
        guard let contents = known else { throw FormatError(.missing("audio")) }
        let reader: any MediaReader
        if let open = self.reader {
            reader = open
        } else {
            reader = try item.source.makeReader()
            self.reader = reader
        }
        let frame = reader.seek(toFrame: wanted, exactly: isExact)
        if frame != wanted {
            item.state.withLock { item in
                item.position = MediaTime(frame: frame, sampleRate: item.sampleRate)
            }
        }
        let frames = MediaFrames(reader, atFrame: frame, processing)
        let input = SoundInput(
            streamOf: contents.format, channelLayout: contents.channelLayout,
            open: { () throws(FormatError) in frames })
        let passage = PlaybackRange(
            start: 0, end: max(end ?? .max, frame), fileEnd: .max, passCount: 1, fadeFrames: 0)
        return (Track(place: number, input: input, passage: passage, first: frame), frames)
    }

    /// Closes the decoder.
    func closeReader() { reader = nil }
}

/// The items of a player that are played one directly behind the other, as its run opens them. One
/// thread at a time.
final class MediaOrder: TrackOrder {
    /// The item that is played, and those that may follow it.
    var entries: [MediaEntry]
    private var opened: [Int: MediaFrames] = [:]

    init(_ entries: [MediaEntry]) {
        self.entries = entries
    }

    var count: Int { entries.count }

    func place(after place: Int, isSkipping: Bool) -> Int? {
        // Where a track has no decoder the run ends: its turn comes, and its failure with it.
        guard !isSkipping, let index = entries.firstIndex(where: { $0.number == place }),
            index + 1 < entries.count
        else { return nil }
        return entries[index + 1].number
    }

    func open(_ place: Int) -> Track? { try? track(place) }

    func skip(_ place: Int, because error: FormatError) {}

    /// Opens an item.
    func track(_ place: Int) throws(FormatError) -> Track {
        guard let entry = entries.first(where: { $0.number == place }) else {
            throw FormatError(.missing("audio"))
        }
        let (track, frames) = try entry.open()
        opened[place] = frames
        return track
    }

    /// Why the media of an item broke off; `nil` unless they have.
    func failure(ofPlace place: Int) -> MediaFailure? { opened[place]?.failure }
}
