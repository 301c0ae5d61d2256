import AudioModel

// Data protection: files that cannot be read while a phone with a passcode is locked.

extension PolicyMachine {
    /// Schedules the protection of files after the lock.
    ///
    /// Source: Apple Platform Security, "Data Protection classes": within 10 seconds.
    mutating func protectDataLater() {
        guard configuration.hasPasscode, rules.hold(.passcodeProtectsData), !device.isDataProtected
        else { return }
        device.protectsDataAt = now + configuration.dataProtectionDelay
    }

    /// Protects the files at the end of the delay.
    mutating func protectData() {
        device.protectsDataAt = nil
        guard !device.isDataProtected else { return }
        change(.protectedDataUnavailable)
    }

    /// Makes protected files readable after the passcode was entered.
    mutating func letDataBeRead() {
        device.protectsDataAt = nil
        guard configuration.hasPasscode, device.isDataProtected else { return }
        change(.protectedDataAvailable)
    }

    /// Removes the passcode of an unlocked phone: from now on the lock protects nothing.
    package mutating func removePasscode() {
        device.protectsDataAt = nil
        configuration.hasPasscode = false
    }

    /// Notifies every app of a change of the system.
    mutating func change(_ change: SystemChange) {
        switch change {
        case .protectedDataUnavailable: device.isDataProtected = true
        case .protectedDataAvailable: device.isDataProtected = false
        case .orientation:
            device.orientation = device.orientation == .portrait ? .landscapeLeft : .portrait
        case .proximity: device.isNear.toggle()
        case .accessoryConnected, .accessoryDisconnected, .significantTime, .batteryLevel,
            .batteryState, .screenConnected, .screenDisconnected, .screenMode, .settings, .locale,
            .cloudAccount:
            break
        }
        notifyAll(.changed(change))
    }

    /// Turns the device; nothing happens where it is held so already.
    mutating func turn(to orientation: DeviceOrientation) {
        guard orientation != device.orientation else { return }
        device.orientation = orientation
        notifyAll(.changed(.orientation))
    }

    /// Notifies every app of what has changed of the battery.
    mutating func change(to battery: Battery) {
        let before = device.battery
        device.battery = battery
        if battery.level != before.level { change(.batteryLevel) }
        if battery.state != before.state { change(.batteryState) }
    }
}
