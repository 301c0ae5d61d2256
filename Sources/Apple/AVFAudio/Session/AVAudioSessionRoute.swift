import AudioModel
public import Foundation

extension AVAudioSession {
    /// The type of an output or input port.
    public struct Port: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A line-level input.
        public static let lineIn = Port(rawValue: "LineIn")
        /// The built-in microphone.
        public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
        /// The microphone of a wired headset.
        public static let headsetMic = Port(rawValue: "MicrophoneWired")
        /// A line-level output.
        public static let lineOut = Port(rawValue: "LineOut")
        /// Wired headphones or a wired headset.
        public static let headphones = Port(rawValue: "Headphones")
        /// A Bluetooth device that only plays, in stereo.
        public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
        /// The earpiece used for calls.
        public static let builtInReceiver = Port(rawValue: "Receiver")
        /// The built-in loudspeaker.
        public static let builtInSpeaker = Port(rawValue: "Speaker")
        /// An HDMI output.
        public static let HDMI = Port(rawValue: "HDMIOutput")
        /// An AirPlay receiver.
        public static let airPlay = Port(rawValue: "AirPlay")
        /// A Bluetooth Low Energy device.
        public static let bluetoothLE = Port(rawValue: "BluetoothLE")
        /// A Bluetooth hands-free headset, with microphone.
        public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
        /// A USB audio device.
        public static let usbAudio = Port(rawValue: "USBAudio")
        /// A car's audio system.
        public static let carAudio = Port(rawValue: "CarAudio")

        // Connections that no phone here has.
        /// An Audio Video Bridging device.
        public static let AVB = Port(rawValue: "AVB")
        /// The microphone of another of the user's devices.
        public static let continuityMicrophone = Port(rawValue: "ContinuityMicrophone")
        /// A DisplayPort output.
        public static let displayPort = Port(rawValue: "DisplayPort")
        /// A FireWire device.
        public static let fireWire = Port(rawValue: "FireWire")
        /// A PCI device.
        public static let PCI = Port(rawValue: "PCI")
        /// A Thunderbolt device.
        public static let thunderbolt = Port(rawValue: "Thunderbolt")
        /// A device without hardware of its own.
        public static let virtual = Port(rawValue: "Virtual")
    }
}

extension AVAudioSession.Port {
    init(_ kind: PortKind) {
        switch kind {
        case .speaker: self = .builtInSpeaker
        case .receiver: self = .builtInReceiver
        case .headphones, .headset: self = .headphones
        case .lineout: self = .lineOut
        case .bluetoothA2DP: self = .bluetoothA2DP
        case .bluetoothHFP: self = .bluetoothHFP
        case .bluetoothLE: self = .bluetoothLE
        case .usb: self = .usbAudio
        case .hdmi: self = .HDMI
        case .car: self = .carAudio
        case .airplay: self = .airPlay
        case .builtInMicrophone: self = .builtInMic
        case .headsetMicrophone: self = .headsetMic
        }
    }
}

/// One channel of a port.
public final class AVAudioSessionChannelDescription: NSObject, Sendable {
    /// Name for the user.
    public let channelName: String
    /// The `uid` of the port.
    public let owningPortUID: String
    /// Number of the channel, from 1.
    public let channelNumber: Int
    /// The speaker position, such as `kAudioChannelLabel_Left`.
    public let channelLabel: AudioChannelLabel

    init(_ number: Int, of portUID: String, name: String, label: AudioChannelLabel) {
        channelNumber = number
        owningPortUID = portUID
        channelName = name
        channelLabel = label
    }
}

/// One output or input port. Two descriptions of the same port are equal.
public final class AVAudioSessionPortDescription: NSObject, Sendable {
    /// The port's type.
    public let portType: AVAudioSession.Port
    /// Name for the user.
    public let portName: String
    /// Unique identifier among the device's ports.
    public let uid: String
    /// Whether the port processes voice in hardware; always false here.
    public let hasHardwareVoiceCallProcessing = false
    /// Whether spatial audio is enabled; always false here.
    public let isSpatialAudioEnabled = false
    /// Data sources of the port; always `nil` here.
    public let dataSources: [AVAudioSessionDataSourceDescription]? = nil
    /// The data source in use; always `nil` here.
    public let selectedDataSource: AVAudioSessionDataSourceDescription? = nil
    /// The data source that the app prefers; always `nil` here.
    public let preferredDataSource: AVAudioSessionDataSourceDescription? = nil
    /// The port's channels: one for telephone receivers and microphones, otherwise two.
    public let channels: [AVAudioSessionChannelDescription]?

    let port: AudioModel.Port

    init(_ port: AudioModel.Port) {
        self.port = port
        portType = AVAudioSession.Port(port.kind)
        portName = port.nameForUser
        let uid = port.description
        self.uid = uid
        let isMono: Bool
        switch port.kind {
        case .receiver, .builtInMicrophone, .headsetMicrophone, .bluetoothHFP: isMono = true
        default: isMono = false
        }
        let labels: [(String, AudioChannelLabel)] =
            isMono
            ? [("Mono", kAudioChannelLabel_Mono)]
            : [("Left", kAudioChannelLabel_Left), ("Right", kAudioChannelLabel_Right)]
        channels = labels.enumerated().map { index, channel in
            AVAudioSessionChannelDescription(index + 1, of: uid, name: channel.0, label: channel.1)
        }
    }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? AVAudioSessionPortDescription)?.port == port
    }

    public override var hash: Int { port.hashValue }

    public override var description: String { "\(portType.rawValue) \(portName)" }
}

/// The ports that a session's sound goes to and comes from.
public final class AVAudioSessionRouteDescription: NSObject, Sendable {
    /// Input ports; empty in a category without input.
    public let inputs: [AVAudioSessionPortDescription]
    /// Output ports; empty in a category without output.
    public let outputs: [AVAudioSessionPortDescription]

    init(_ route: Route) {
        inputs = route.inputs.map { AVAudioSessionPortDescription($0) }
        outputs = route.outputs.map { AVAudioSessionPortDescription($0) }
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionRouteDescription else { return false }
        return other.inputs == inputs && other.outputs == outputs
    }

    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(inputs)
        hasher.combine(outputs)
        return hasher.finalize()
    }
}
