import AudioModel

// Files that a locked phone with a passcode does not let apps read.

extension PolicyMachine {
    /// The keys of protected files go a while after the lock.
    ///
    /// Source: Apple Platform Security, "Data Protection classes": within 10 seconds.
    mutating func protectDataLater() {
        guard configuration.hasPasscode, rules.hold(.passcodeProtectsData), !device.isDataProtected
        else { return }
        device.protectsDataAt = now + configuration.dataProtectionDelay
    }

    /// The delay after the lock is over.
    mutating func protectData() {
        device.protectsDataAt = nil
        guard !device.isDataProtected else { return }
        change(.protectedDataUnavailable)
    }

    /// The passcode has been given.
    mutating func letDataBeRead() {
        device.protectsDataAt = nil
        guard configuration.hasPasscode, device.isDataProtected else { return }
        change(.protectedDataAvailable)
    }

    /// Something of the system's has changed that every app is told.
    mutating func change(_ change: SystemChange) {
        switch change {
        case .protectedDataUnavailable: device.isDataProtected = true
        case .protectedDataAvailable: device.isDataProtected = false
        case .orientation: device.isLandscape.toggle()
        default: break
        }
        tellAll(.changed(change))
    }
}
