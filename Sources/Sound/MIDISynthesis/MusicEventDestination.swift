/// What plays tracks of a sequencer: an instrument, or a unit of a graph.
///
/// A destination takes the events of its part as it renders: `SequencePart.render` delivers those
/// of a block, messages and changes of parameters, each with its frame in the block. After the block
/// the destination may call `Sequencer.deliverUserEvents`, on the control side.
package protocol MusicEventDestination: AnyObject, Sendable {
    /// Sets the part of a sequencer, in place of its former one; `nil` ends it and its notes.
    ///
    /// - Parameter keepsNotes: Whether the former part's notes sound on until their ends.
    func setPart(_ part: SequencePart?, of sequencer: Sequencer, keepsNotes: Bool)
}
