package import DBus

/// Why a media player cannot be shown on the message bus.
package enum MediaControlsError: Error, Hashable, Sendable {
    case bus(DBusError)
}
