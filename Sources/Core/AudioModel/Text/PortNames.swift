extension Port {
    /// The name that a user sees: that of the accessory, or what the port is.
    package var nameForUser: String {
        if !name.isEmpty { return name }
        return switch kind {
        case .speaker: "Speaker"
        case .receiver: "Receiver"
        case .headphones, .headset: "Headphones"
        case .lineout: "Line Out"
        case .bluetoothA2DP, .bluetoothLE: "Bluetooth"
        case .bluetoothHFP: "Bluetooth Headset"
        case .usb: "USB Audio"
        case .hdmi: "HDMI"
        case .car: "Car"
        case .airplay: "AirPlay"
        case .builtInMicrophone: "Microphone"
        case .headsetMicrophone: "Headset Microphone"
        }
    }
}
