/// The role of a stream. The machine's session manager may route or duck by it.
///
/// Source: PipeWire, `media.role`.
public enum MediaRole: String, CaseIterable, Sendable {
    case music = "Music"
    case movie = "Movie"
    case game = "Game"
    case notification = "Notification"
    case communication = "Communication"
    case accessibility = "Accessibility"
    case production = "Production"
    case test = "Test"

    /// The block size that suits the role, in frames: long blocks cost less, short ones respond
    /// sooner.
    public var blockFrames: Int {
        switch self {
        case .music, .movie, .accessibility, .production, .test: 1024
        case .game, .notification, .communication: 256
        }
    }
}
