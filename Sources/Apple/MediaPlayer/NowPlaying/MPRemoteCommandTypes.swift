// The enumerations of remote commands. Raw values are Apple's.

/// What a handler of a remote command answers.
public enum MPRemoteCommandHandlerStatus: Int, Sendable {
    /// The command was carried out.
    case success = 0
    /// The content that the command asks for does not exist.
    case noSuchContent = 100
    /// Nothing is playing that the command could act on.
    case noActionableNowPlayingItem = 110
    /// A device that the command needs is not available.
    case deviceNotFound = 120
    /// The command failed for another reason.
    case commandFailed = 200
}

/// Whether a seek begins or ends.
public enum MPSeekCommandEventType: UInt, Sendable {
    /// The seek begins.
    case beginSeeking = 0
    /// The seek ends.
    case endSeeking = 1
}

/// What is repeated.
public enum MPRepeatType: Int, Sendable {
    /// Nothing.
    case off = 0
    /// The current item.
    case one = 1
    /// All items.
    case all = 2
}

/// What is shuffled.
public enum MPShuffleType: Int, Sendable {
    /// Nothing.
    case off = 0
    /// The items.
    case items = 1
    /// The collections, each with its items in order.
    case collections = 2
}

/// How long a change of the language lasts.
public enum MPChangeLanguageOptionSetting: Int, Sendable {
    /// Not at all.
    case none = 0
    /// For the item that is playing.
    case nowPlayingItemOnly = 1
    /// For all items.
    case permanent = 2
}
