import AudioModel
import InputDevices

/// A device of a test.
extension InputDeviceDescription {
    static let volumeButtons = InputDeviceDescription(
        name: "gpio-keys", bus: 0x19, keys: [InputKey.volumeUp, InputKey.volumeDown, 116])
    static let jack = InputDeviceDescription(
        name: "Phone Headset Jack",
        keys: [InputKey.media, InputKey.volumeUp, InputKey.volumeDown, InputKey.voiceCommand],
        switches: [InputSwitch.headphoneInsert, InputSwitch.microphoneInsert])
    static let lineout = InputDeviceDescription(
        name: "Line Out", switches: [InputSwitch.lineoutInsert])
    static let slider = InputDeviceDescription(
        name: "Alert slider", bus: 0x19, axes: [InputAxis.soundProfile])
    static let muteSwitch = InputDeviceDescription(
        name: "Mute switch", bus: 0x19, switches: [InputSwitch.muteDevice])
    static let keyboard = InputDeviceDescription(
        name: "Keyboard", bus: InputBus.usb,
        keys: Array(1...88) + [
            InputKey.mute, InputKey.volumeUp, InputKey.volumeDown, InputKey.playPause,
            InputKey.nextSong, InputKey.previousSong, InputKey.stopCD, InputKey.fastForward,
            InputKey.rewind, InputKey.microphoneMute, InputKey.media, InputKey.play,
        ])
    static let avrcp = InputDeviceDescription(
        name: "Headphones (AVRCP)", bus: InputBus.bluetooth,
        keys: [
            InputKey.playCD, InputKey.pauseCD, InputKey.nextSong, InputKey.previousSong,
            InputKey.stopCD,
        ])
    static let usbHeadset = InputDeviceDescription(
        name: "USB headset", bus: InputBus.usb,
        keys: [InputKey.playPause, InputKey.volumeUp, InputKey.volumeDown])
    static let telephone = InputDeviceDescription(
        name: "Telephone keys", bus: 0x19,
        keys: [InputKey.pickUpPhone, InputKey.hangUpPhone, InputKey.voiceCommand])
}

func milliseconds(_ time: HostTime) -> Int64 { time.nanoseconds / 1_000_000 }
func time(_ milliseconds: Int64) -> HostTime { HostTime(nanoseconds: milliseconds * 1_000_000) }

/// A translator in virtual time: every deadline is met exactly.
struct TranslatorBench {
    var translator: InputTranslator
    /// What was reported, with its time in milliseconds: `500 press volume up`.
    private(set) var log: [String] = []
    private(set) var warnings: [InputWarning] = []
    private var now: Int64 = 0

    init(_ options: InputOptions = .phone) {
        translator = InputTranslator(options)
    }

    mutating func run(to end: Int64) {
        while let deadline = translator.nextDeadline, milliseconds(deadline) <= end {
            translator.advance(to: deadline)
            collect(milliseconds(deadline))
        }
        translator.advance(to: time(end))
        collect(end)
        now = max(now, end)
    }

    private mutating func collect(_ time: Int64) {
        let output = translator.takeOutput()
        log += output.actions.map { "\(time) \($0)" }
        warnings += output.warnings
    }

    mutating func add(
        _ id: Int, _ device: InputDeviceDescription, _ state: InputDeviceState = .init(),
        at milliseconds: Int64 = 0
    ) {
        run(to: milliseconds)
        translator.add(id, device, state, at: time(milliseconds))
        collect(milliseconds)
    }

    mutating func remove(_ id: Int, at milliseconds: Int64) {
        run(to: milliseconds)
        translator.remove(id, at: time(milliseconds))
        collect(milliseconds)
    }

    @discardableResult
    mutating func send(
        _ events: [InputEvent], from id: Int = 1, at milliseconds: Int64
    ) -> Bool {
        run(to: milliseconds)
        var needsState = false
        for event in events {
            if translator.take(event, from: id, at: time(milliseconds)) { needsState = true }
        }
        collect(milliseconds)
        return needsState
    }
}

extension InputEvent {
    static func down(_ key: UInt16) -> InputEvent {
        InputEvent(type: InputEventType.key, code: key, value: 1)
    }
    static func up(_ key: UInt16) -> InputEvent {
        InputEvent(type: InputEventType.key, code: key, value: 0)
    }
    static func repeated(_ key: UInt16) -> InputEvent {
        InputEvent(type: InputEventType.key, code: key, value: 2)
    }
    static func set(_ code: UInt16, _ isOn: Bool) -> InputEvent {
        InputEvent(type: InputEventType.switch, code: code, value: isOn ? 1 : 0)
    }
    static func slide(_ value: Int32) -> InputEvent {
        InputEvent(type: InputEventType.absolute, code: InputAxis.soundProfile, value: value)
    }
    static let report = InputEvent(type: 0, code: InputSynchronization.report, value: 0)
    static let dropped = InputEvent(type: 0, code: InputSynchronization.dropped, value: 0)
}
