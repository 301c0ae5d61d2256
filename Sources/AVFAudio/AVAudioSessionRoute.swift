import AudioModel
import Foundation

extension AVAudioSession {
    /// What kind of output or input a port is.
    public struct Port: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let lineIn = Port(rawValue: "LineIn")
        public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
        public static let headsetMic = Port(rawValue: "MicrophoneWired")
        public static let lineOut = Port(rawValue: "LineOut")
        public static let headphones = Port(rawValue: "Headphones")
        public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
        public static let builtInReceiver = Port(rawValue: "Receiver")
        public static let builtInSpeaker = Port(rawValue: "Speaker")
        public static let HDMI = Port(rawValue: "HDMIOutput")
        public static let airPlay = Port(rawValue: "AirPlay")
        public static let bluetoothLE = Port(rawValue: "BluetoothLE")
        public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
        public static let usbAudio = Port(rawValue: "USBAudio")
        public static let carAudio = Port(rawValue: "CarAudio")

        // Connections that no phone here has.
        public static let AVB = Port(rawValue: "AVB")
        public static let continuityMicrophone = Port(rawValue: "ContinuityMicrophone")
        public static let displayPort = Port(rawValue: "DisplayPort")
        public static let fireWire = Port(rawValue: "FireWire")
        public static let PCI = Port(rawValue: "PCI")
        public static let thunderbolt = Port(rawValue: "Thunderbolt")
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
    public let channelName: String
    public let owningPortUID: String
    /// From 1.
    public let channelNumber: Int
    public let channelLabel: AudioChannelLabel

    init(_ number: Int, of portUID: String, name: String, label: AudioChannelLabel) {
        channelNumber = number
        owningPortUID = portUID
        channelName = name
        channelLabel = label
    }
}

/// One output or input. Two descriptions are equal when they are of one port.
public final class AVAudioSessionPortDescription: NSObject, Sendable {
    public let portType: AVAudioSession.Port
    public let portName: String
    /// Tells it from every other port of the device.
    public let uid: String
    public let hasHardwareVoiceCallProcessing = false
    public let isSpatialAudioEnabled = false
    public let dataSources: [AVAudioSessionDataSourceDescription]? = nil
    public let selectedDataSource: AVAudioSessionDataSourceDescription? = nil
    public let preferredDataSource: AVAudioSessionDataSourceDescription? = nil
    public let channels: [AVAudioSessionChannelDescription]?

    let port: AudioModel.Port

    init(_ port: AudioModel.Port) {
        self.port = port
        portType = AVAudioSession.Port(port.kind)
        portName = Self.name(of: port)
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
            AVAudioSessionChannelDescription(
                index + 1, of: uid, name: channel.0, label: channel.1)
        }
    }

    private static func name(of port: AudioModel.Port) -> String {
        if !port.name.isEmpty { return port.name }
        switch port.kind {
        case .speaker: return "Speaker"
        case .receiver: return "Receiver"
        case .headphones, .headset: return "Headphones"
        case .lineout: return "Line Out"
        case .bluetoothA2DP, .bluetoothLE: return "Bluetooth"
        case .bluetoothHFP: return "Bluetooth Headset"
        case .usb: return "USB Audio"
        case .hdmi: return "HDMI"
        case .car: return "Car"
        case .airplay: return "AirPlay"
        case .builtInMicrophone: return "Microphone"
        case .headsetMicrophone: return "Headset Microphone"
        }
    }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? AVAudioSessionPortDescription)?.port == port
    }

    public override var hash: Int { port.hashValue }

    public override var description: String { "\(portType.rawValue) \(portName)" }
}

/// Where sound goes and comes from.
public final class AVAudioSessionRouteDescription: NSObject, Sendable {
    public let inputs: [AVAudioSessionPortDescription]
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
