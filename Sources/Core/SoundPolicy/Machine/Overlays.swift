import AudioModel

// Overlays that cover the foreground app without being an app.

extension PolicyMachine {
    mutating func openOverlay(_ overlay: Overlay) {
        guard !device.overlays.contains(overlay) else { return }
        device.overlays.append(overlay)
        if rules.hold(.overlaysResignActive) { resignForeground() }
    }

    mutating func closeOverlay(_ overlay: Overlay) {
        guard device.overlays.contains(overlay) else { return }
        device.overlays.removeAll { $0 == overlay }
        regainForeground()
    }

    /// Closes the overlays that the user opened, when an app is left, another is opened or the
    /// phone is locked; alerts stay.
    mutating func closePulledOverlays() {
        device.overlays.removeAll { $0 != .alert }
    }
}
