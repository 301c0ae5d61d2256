/// One file being played. All of it is called on one thread.
package protocol Player: AnyObject {
    /// Seconds from the file's start to what is heard now.
    var position: Double { get }
    /// Seconds; `nil` when nobody knows.
    var duration: Double? { get }
    /// Linear peak of what was heard since this was last asked for.
    var level: Float { get }
    /// Where the sound goes, for people.
    var route: String { get }
    /// Whether everything has been heard, or the player was stopped.
    var isFinished: Bool { get }
    /// What went wrong while it played, for people.
    var failure: ProgramError? { get }

    func pause() throws(ProgramError)
    func resume() throws(ProgramError)
    /// - Parameter seconds: From the file's start; beyond its end means its end.
    func seek(to seconds: Double) throws(ProgramError)
    /// Ends it without a click, and returns when that has been heard.
    func stop()
}

/// What is to be played, and how.
package struct PlayRequest: Equatable, Sendable {
    package var path: String
    package var category = PlayRequest.categoryDefault
    /// 0…1.
    package var volume: Double = 1
    /// More times after the first; −1 for ever.
    package var loops = 0
    /// Seconds.
    package var from: Double = 0
    /// Seconds; `nil` is the end.
    package var to: Double?
    package var output = Output.machine

    package init(path: String) {
        self.path = path
    }

    package enum Output: Equatable, Sendable {
        /// PipeWire where it runs, else the null device with a warning.
        case machine
        case pipewire
        case null
        case file(String)
    }
}

/// Starts players.
package protocol PlayerMaker {
    /// Opens the file and starts playing it.
    func play(_ request: PlayRequest, _ console: Console) throws(ProgramError) -> any Player
}
