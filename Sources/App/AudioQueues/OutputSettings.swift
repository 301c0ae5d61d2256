import AudioCodecs
import AudioModel
import ChannelLayouts

/// Settings of an output queue, its parameters excepted.
struct OutputSettings {
    var magicCookie: [UInt8]?
    var isMetering = false
    var isTimePitchEnabled = false
    var isTimePitchBypassed = false
    var timePitchAlgorithm = TimePitchAlgorithm.phoneDefault
    var codecPolicy = HardwareCodecPolicy.default
    /// Frames of the decode buffer; kept only to be reported. Zero for the default.
    var decodeBufferFrames: UInt32 = 0
    /// The channel layout in Apple's structure and parsed; `nil` for the default layout.
    var channelLayout: (bytes: [UInt8], layout: ChannelLayout)? {
        didSet { cachedDownmix = nil }
    }
    /// For each channel, the device's channel from 1; `nil` for the default assignment.
    var channelAssignments: [Int]?
    /// Seconds that scheduled volume changes take, as last scheduled.
    var rampSeconds: Float = 0
    private var cachedDownmix: StereoDownmix?

    /// - Parameter coded: The layout of what the decoder gives; `nil` for that of WAVE.
    mutating func downmix(_ channelCount: Int, coded: ChannelLayout?) -> StereoDownmix {
        let downmix =
            cachedDownmix
            ?? StereoDownmix(channelCount: channelCount, layout: channelLayout?.layout ?? coded)
        cachedDownmix = downmix
        return downmix
    }
}

/// Which codec to use. Codecs here are always software. Raw values are Apple's.
public enum HardwareCodecPolicy: UInt32, CaseIterable, Hashable, Sendable {
    case `default` = 0
    case softwareOnly = 1
    case hardwareOnly = 2
    case preferSoftware = 3
    case preferHardware = 4
}

/// A volume ramp, in frames of the queue's time.
struct VolumeRamp {
    var from: Float
    var to: Float
    var startTime: Int
    var frameCount: Int

    func value(at time: Int) -> Float {
        guard frameCount > 0, time < startTime + frameCount else { return to }
        let part = Float(max(time - startTime, 0)) / Float(frameCount)
        return from + (to - from) * part
    }
}

/// Whether there is a decoder for a format's packets, whatever the magic cookie.
func isPlayable(_ format: StreamFormat) -> Bool {
    switch format.id {
    case .linearPCM, .uLaw, .aLaw, .appleIMA4: true
    // The decoder needs the magic cookie, which is set later.
    case .appleLossless: isPlayable(StreamFormat(probing: .mpeg4AAC, like: format))
    default: (try? makePacketDecoder(format, magicCookie: nil)) != nil
    }
}

extension StreamFormat {
    fileprivate init(probing id: FormatID, like format: StreamFormat) {
        self.init(
            sampleRate: format.sampleRate, id: id, bytesPerPacket: 0, framesPerPacket: 1024,
            bytesPerFrame: 0, channelCount: min(format.channelCount, 2), bitsPerChannel: 0)
    }
}
