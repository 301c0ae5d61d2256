import AudioModel

// What lies over the app in front without being another app.

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

    /// Leaving an app, opening another and locking the phone close what the user had pulled over
    /// it; alerts stay.
    mutating func closePulledOverlays() {
        device.overlays.removeAll { $0 != .alert }
    }
}
