/// An input device: what it is called, and what events it has.
package struct InputDeviceDescription: Hashable, Sendable {
    package var name: String
    /// The bus by which it is connected (`InputBus`); −1 when unknown.
    package var bus: Int
    package var keys: InputBits
    package var switches: InputBits
    package var axes: InputBits

    package init(
        name: String, bus: Int = -1, keys: [UInt16] = [], switches: [UInt16] = [],
        axes: [UInt16] = []
    ) {
        self.name = name
        self.bus = bus
        self.keys = InputBits(keys, count: InputKey.count)
        self.switches = InputBits(switches, count: InputSwitch.count)
        self.axes = InputBits(axes, count: InputAxis.count)
    }

    /// Whether it is the jack of headphones or a headset, or the buttons of one.
    ///
    /// A headset on USB or Bluetooth is recognised by the keys that it lacks: a keyboard has letters,
    /// and its media keys, like those of a loudspeaker or a player, include the next song.
    var isHeadset: Bool {
        if switches.containsAny(InputSwitch.jack) { return true }
        guard bus == InputBus.usb || bus == InputBus.bluetooth else { return false }
        return !hasLetters && !keys.containsAny([InputKey.nextSong, InputKey.previousSong])
    }

    var hasLetters: Bool { keys.containsAny(InputKey.letters) }

    /// Whether it has no keys but those of the volume, so that nothing else is lost to a grab.
    var isVolumeKeysOnly: Bool {
        keys.containsAny(InputKey.volume)
            && keys.codes.allSatisfy { InputKey.volume.contains($0) || $0 == InputKey.mute }
    }
}

/// The state of an input device's keys, switches and sliders.
package struct InputDeviceState: Hashable, Sendable {
    package var heldKeys = InputBits(count: InputKey.count)
    package var switches = InputBits(count: InputSwitch.count)
    /// The value of `InputAxis.soundProfile`; `nil` when unknown.
    package var soundProfile: Int32?

    package init(
        heldKeys: [UInt16] = [], switches: [UInt16] = [], soundProfile: Int32? = nil
    ) {
        self.heldKeys = InputBits(heldKeys, count: InputKey.count)
        self.switches = InputBits(switches, count: InputSwitch.count)
        self.soundProfile = soundProfile
    }
}

/// An event of an input device.
package struct InputEvent: Hashable, Sendable {
    package var type: UInt16
    package var code: UInt16
    package var value: Int32

    package init(type: UInt16, code: UInt16, value: Int32) {
        self.type = type
        self.code = code
        self.value = value
    }
}
