package import AudioCodecs

/// A sound of a queue or a list, opened, with the passage of it that is played.
package struct Track {
    /// The place in the queue or the list.
    package var place: Int
    package var input: SoundInput
    package var passage: PlaybackRange
    /// Frames of the passage that are left out where the track follows another one.
    package var first: Int64

    package init(place: Int, input: SoundInput, passage: PlaybackRange, first: Int64 = 0) {
        self.place = place
        self.input = input
        self.passage = passage
        self.first = first
    }
}

/// The tracks that follow each other: the queue of a player, or the list of a command.
///
/// A track that cannot be opened is skipped. The order names it to the user: at once, or when its
/// turn comes.
package protocol TrackOrder {
    /// The number of tracks; playback ends when this many in a row cannot be opened.
    var count: Int { get }
    /// The place behind another; `nil` at the end.
    ///
    /// - Parameter isSkipping: Whether the track at `place` could not be opened.
    func place(after place: Int, isSkipping: Bool) -> Int?
    /// Opens the track at a place; `nil` for one that cannot be opened, which is named then.
    func open(_ place: Int) -> Track?
    /// Names a track that was opened and has no decoder.
    func skip(_ place: Int, because error: FormatError)
}
