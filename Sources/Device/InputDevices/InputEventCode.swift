/// The type of an input event.
///
/// Source: <linux/input-event-codes.h>.
package enum InputEventType {
    package static let synchronization: UInt16 = 0x00
    package static let key: UInt16 = 0x01
    package static let absolute: UInt16 = 0x03
    package static let `switch`: UInt16 = 0x05
}

/// The code of an event that separates or invalidates others.
///
/// Source: <linux/input-event-codes.h>.
package enum InputSynchronization {
    /// The events so far belong together.
    package static let report: UInt16 = 0
    /// Events were lost: those up to the next report are not to be used.
    package static let dropped: UInt16 = 3
}

/// The code of a switch.
///
/// Source: <linux/input-event-codes.h>.
package enum InputSwitch {
    package static let headphoneInsert: UInt16 = 0x02
    package static let microphoneInsert: UInt16 = 0x04
    package static let lineoutInsert: UInt16 = 0x06
    package static let muteDevice: UInt16 = 0x0e
    /// Number of codes.
    package static let count = 17

    /// The switches of a jack for sound that are read.
    static let jack = [headphoneInsert, microphoneInsert, lineoutInsert]
}

/// The code of an absolute axis.
package enum InputAxis {
    /// The three-position slider of a phone: `SND_PROFILE_SILENT` 0, `_VIBRATE` 1, `_RING` 2.
    ///
    /// Source: the patch series for `ABS_SND_PROFILE`, accepted into the kernel in November 2025; the
    /// kernels of phones have it since before.
    package static let soundProfile: UInt16 = 0x22
    /// Number of codes.
    package static let count = 64
}

/// The code of a key.
///
/// Source: <linux/input-event-codes.h>.
package enum InputKey {
    package static let mute: UInt16 = 113
    package static let volumeDown: UInt16 = 114
    package static let volumeUp: UInt16 = 115
    package static let nextSong: UInt16 = 163
    package static let playPause: UInt16 = 164
    package static let previousSong: UInt16 = 165
    package static let stopCD: UInt16 = 166
    package static let rewind: UInt16 = 168
    package static let playCD: UInt16 = 200
    package static let pauseCD: UInt16 = 201
    package static let play: UInt16 = 207
    package static let fastForward: UInt16 = 208
    package static let media: UInt16 = 226
    package static let microphoneMute: UInt16 = 248
    package static let pickUpPhone: UInt16 = 0x1bd
    package static let hangUpPhone: UInt16 = 0x1be
    package static let voiceCommand: UInt16 = 0x246
    /// Number of codes.
    package static let count = 768

    /// The keys of the first row of letters, which only keyboards have.
    static let letters: ClosedRange<UInt16> = 16...25
    static let volume = [volumeDown, volumeUp]
    /// The keys with which a headset's one button reports itself.
    static let headsetButton = [media, playPause, playCD, pauseCD, play]
}

/// The bus of an input device.
///
/// Source: <linux/input.h>.
package enum InputBus {
    package static let usb = 0x03
    package static let bluetooth = 0x05
}
