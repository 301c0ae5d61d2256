/// The names of the system's music player on the message bus.
package enum MusicServiceNames {
    package static let busName = "org.sori.Music1"
    package static let path = "/org/sori/Music1"
    package static let interface = "org.sori.Music1"
}
