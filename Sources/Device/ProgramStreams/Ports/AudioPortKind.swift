// What a port is, by the properties of PipeWire.

extension AudioPort.Kind {
    /// The kind of a card's port.
    package init(portType: String?) {
        switch portType {
        case "speaker": self = .speaker
        case "handset", "earpiece": self = .receiver
        case "headphones": self = .headphones
        case "headset", "handsfree": self = .headset
        case "mic": self = .microphone
        case "hdmi", "tv", "video": self = .hdmi
        case "line", "analog", "spdif", "aux": self = .lineOrDigital
        case "bluetooth", "portable", "car", "hifi", "phone": self = .bluetooth
        case "network": self = .network
        default: self = .other
        }
    }

    /// The kind of a sink or source without routes, by its properties.
    package init(nodeProperty: (String) -> String?) {
        let name = nodeProperty("node.name") ?? ""
        let api = nodeProperty("device.api")
        if api == "raop" || nodeProperty("raop.ip") != nil
            || nodeProperty("media.name") == "RAOP sink" || name.hasPrefix("raop_sink.")
        {
            self = .airPlay
        } else if nodeProperty("node.network") == "true"
            || nodeProperty("rtp.destination.ip") != nil || name.hasPrefix("tunnel.")
        {
            self = .network
        } else if api == "bluez5" || nodeProperty("api.bluez5.address") != nil {
            let profile =
                nodeProperty("api.bluez5.profile") ?? nodeProperty("device.profile.name") ?? ""
            self = profile.hasPrefix("headset-head-unit") ? .bluetoothHandsFree : .bluetooth
        } else if let kind = Self.kind(ofDevice: nodeProperty) {
            self = kind
        } else {
            self = api == nil ? .virtual : .other
        }
    }

    /// What the form factor, the profile or the bus of a device says; `nil` where they do not tell.
    package static func kind(ofDevice property: (String) -> String?) -> AudioPort.Kind? {
        let isOnUSB = property("device.bus") == "usb"
        switch property("device.form-factor") {
        case "internal": return .speaker
        // Another speaker than the machine's own.
        case "speaker": return isOnUSB ? .usb : .speaker
        case "handset": return .receiver
        case "headphone", "headphones": return .headphones
        case "headset", "hands-free": return .headset
        case "tv": return .hdmi
        case "car": return .car
        case "hifi": return .lineOrDigital
        default: break
        }
        let isHDMI =
            property("device.profile.name")?.hasPrefix("hdmi") == true
            || property("api.alsa.path")?.hasPrefix("hdmi") == true
            || property("device.api") == "alsa" && property("node.name")?.contains("hdmi") == true
        return isHDMI ? .hdmi : isOnUSB ? .usb : nil
    }
}
