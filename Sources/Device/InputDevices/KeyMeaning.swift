import AudioModel

/// What a key of a device does.
enum KeyMeaning: Hashable {
    case volume(VolumeButton)
    /// A headset's button: its presses are counted, and a long press holds.
    case headsetButton
    case remote(RemoteCommand)
    /// Seeks while the key is down.
    case seek(forward: Bool)
    case ringSwitch
    case answer
    case hangUp
    case assistant

    /// - Returns: `nil` for a key that is not read.
    init?(_ key: UInt16, of device: InputDeviceDescription, _ options: InputOptions) {
        switch key {
        case InputKey.volumeUp where options.volumeKeys: self = .volume(.up)
        case InputKey.volumeDown where options.volumeKeys: self = .volume(.down)
        case InputKey.mute where options.muteKey: self = .ringSwitch
        case InputKey.microphoneMute where options.microphoneMuteKey: self = .ringSwitch
        default:
            if device.isHeadset {
                guard options.headsetButtons else { return nil }
                if InputKey.headsetButton.contains(key) {
                    self = .headsetButton
                    return
                }
            } else if !options.mediaKeys {
                return nil
            }
            guard let meaning = KeyMeaning(mediaKey: key) else { return nil }
            self = meaning
        }
    }

    private init?(mediaKey key: UInt16) {
        switch key {
        case InputKey.playPause: self = .remote(.togglePlayPause)
        case InputKey.playCD, InputKey.play: self = .remote(.play)
        case InputKey.pauseCD: self = .remote(.pause)
        case InputKey.stopCD: self = .remote(.stop)
        case InputKey.nextSong: self = .remote(.nextTrack)
        case InputKey.previousSong: self = .remote(.previousTrack)
        case InputKey.fastForward: self = .seek(forward: true)
        case InputKey.rewind: self = .seek(forward: false)
        case InputKey.pickUpPhone: self = .answer
        case InputKey.hangUpPhone: self = .hangUp
        case InputKey.voiceCommand: self = .assistant
        default: return nil
        }
    }
}

/// The events of a device that are read.
package struct InputSelection: Hashable, Sendable {
    package var keys = InputBits(count: InputKey.count)
    package var switches = InputBits(count: InputSwitch.count)
    package var axes = InputBits(count: InputAxis.count)

    package init(_ device: InputDeviceDescription, _ options: InputOptions) {
        for key in device.keys.codes where KeyMeaning(key, of: device, options) != nil {
            keys.insert(key)
        }
        var codes = options.jacks ? InputSwitch.jack : []
        if options.ringSwitch { codes.append(options.ringSwitchCode) }
        for code in codes where device.switches.contains(code) { switches.insert(code) }
        if options.ringSwitch, device.axes.contains(InputAxis.soundProfile) {
            axes.insert(InputAxis.soundProfile)
        }
    }

    /// Whether nothing of the device is read.
    package var isEmpty: Bool { keys.isEmpty && switches.isEmpty && axes.isEmpty }
}
