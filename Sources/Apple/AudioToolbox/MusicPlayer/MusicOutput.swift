import CAudioToolbox
import MIDISynthesis

/// What a music player plays through: the units of a graph, or the default instrument.
protocol MusicOutput: AnyObject, Sendable {
    /// Makes ready to play.
    func load() throws(MusicError)

    /// Whether the device plays, or will.
    var isRunning: Bool { get }

    /// Begins to play what the sequencer has given the destinations.
    func start(_ sequencer: Sequencer) throws(MusicError)

    /// Plays on after the system has ended the playback. Does nothing while it runs.
    ///
    /// - Returns: Whether playback goes on where it was; otherwise it has to be started.
    func resume() throws(MusicError) -> Bool

    /// Ends the playback. The destinations have no parts any more.
    func stop()

    /// Runs `body`, which changes parts of several destinations, between two slices.
    func betweenSlices(_ body: () -> Void)

    /// Tells the sequencer how far it has been heard.
    func noteHeard()

    /// Takes over the user events that have been rendered, and hands on those that were heard.
    func noteUserEvents()

    /// What plays tracks, by the nodes that they have been given; `nil` for a track without one.
    func destinations(_ nodes: [AUNode?]) -> [any MusicEventDestination]

    /// What delivers the user events of a track that nothing plays.
    var silentDestination: any MusicEventDestination { get }
}
