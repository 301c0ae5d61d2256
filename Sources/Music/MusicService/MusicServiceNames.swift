/// The names of the system's music player on the message bus.
package enum MusicServiceNames {
    package static let busName = "org.sori.Music1"
    package static let path = "/org/sori/Music1"
    package static let interface = "org.sori.Music1"
    /// The name of the desktop file that the player's entry in a desktop belongs to.
    package static let desktopEntry = "org.sori.Music"
}

/// Limits of what travels between the service and its clients.
package enum MusicServiceLimits {
    /// The greatest number of items in a queue.
    package static let itemsMax = 200_000
    /// The greatest number of items in one message.
    package static let itemsPerMessageMax = 5000
    /// The greatest length of a file's path in bytes.
    static let pathBytesMax = 4096
    static let clientsMax = 256
    /// Queues that arrive in several messages at a time.
    static let unfinishedQueuesMax = 16
    static let commandsMax = 256
}
