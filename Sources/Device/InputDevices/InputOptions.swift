/// Which keys and switches are read, and what they do.
package struct InputOptions: Hashable, Sendable {
    /// Whether the volume keys press the phone's volume buttons.
    package var volumeKeys = true
    /// Whether the buttons of headsets are read.
    package var headsetButtons = true
    /// Whether media keys become remote commands, and telephone keys answer and hang up.
    package var mediaKeys = true
    /// Whether jacks plug and unplug headphones.
    package var jacks = true
    /// Whether sliders and switches for silence move the ring/silent switch.
    package var ringSwitch = true
    /// The code of the switch that is on in the silent position.
    package var ringSwitchCode = InputSwitch.muteDevice
    /// Whether the three-position slider also says whether the silent phone vibrates.
    package var sliderSetsVibration = true
    /// Whether the mute key moves the ring/silent switch.
    package var muteKey = false
    /// Whether the key that mutes the microphone moves the ring/silent switch.
    package var microphoneMuteKey = false
    /// Whether devices with nothing but volume keys are taken from all other programs.
    package var grabsVolumeKeys = false

    package init() {}

    /// Everything that a phone has.
    package static let phone = InputOptions()

    /// The switches and jacks. A desktop handles the volume and media keys itself, and controls the
    /// playing app through the message bus.
    package static let desktop: InputOptions = {
        var options = InputOptions()
        options.volumeKeys = false
        options.headsetButtons = false
        options.mediaKeys = false
        return options
    }()

    /// Nothing is read.
    package static let off: InputOptions = {
        var options = InputOptions.desktop
        options.jacks = false
        options.ringSwitch = false
        return options
    }()

    /// Whether nothing is read.
    package var isOff: Bool {
        !volumeKeys && !headsetButtons && !mediaKeys && !jacks && !ringSwitch && !muteKey
            && !microphoneMuteKey
    }

    /// Changes these options by words: `phone,no-jacks`, `mute-key`, `ring-switch=15`.
    ///
    /// - Returns: The first word that is not known; `nil` when all are.
    package mutating func apply(_ words: String) -> String? {
        for word in words.split(separator: ",").map({ $0.trimmingSpaces }) where !word.isEmpty {
            guard apply(word: word) else { return String(word) }
        }
        return nil
    }

    private mutating func apply(word: Substring) -> Bool {
        if word.hasPrefix("ring-switch=") {
            guard let code = Self.code(word.dropFirst("ring-switch=".count)) else { return false }
            ringSwitchCode = code
            ringSwitch = true
            return true
        }
        switch word {
        case "phone": self = .phone
        case "desktop": self = .desktop
        case "off": self = .off
        default:
            let isOn = !word.hasPrefix("no-")
            guard let option = Self.words[isOn ? String(word) : String(word.dropFirst(3))] else {
                return false
            }
            self[keyPath: option] = isOn
        }
        return true
    }

    /// A switch's code in decimal or, after `0x`, in hexadecimal.
    private static func code(_ text: Substring) -> UInt16? {
        let code = text.hasPrefix("0x") ? UInt16(text.dropFirst(2), radix: 16) : UInt16(text)
        return code.flatMap { Int($0) < InputSwitch.count ? $0 : nil }
    }

    /// The words that switch an option on, or off with `no-` before them.
    package static var optionWords: [String] { words.keys.sorted() }

    private static var words: [String: WritableKeyPath<InputOptions, Bool>] {
        [
            "volume-keys": \.volumeKeys, "headset": \.headsetButtons, "media-keys": \.mediaKeys,
            "jacks": \.jacks, "ring-switch": \.ringSwitch,
            "slider-vibration": \.sliderSetsVibration, "mute-key": \.muteKey,
            "mic-mute-key": \.microphoneMuteKey, "grab-volume": \.grabsVolumeKeys,
        ]
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }
}
