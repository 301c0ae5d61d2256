import AudioFormats
import AudioModel

/// What an app has set of an output queue, beside its parameters.
struct OutputSettings {
    var magicCookie: [UInt8]?
    var isMetering = false
    var isTimePitchEnabled = false
    var isTimePitchBypassed = false
    var timePitchAlgorithm = TimePitchAlgorithm.phoneDefault
    var codecPolicy = HardwareCodecPolicy.default
    /// Frames that a decoder is asked for at a time; kept for who asks.
    var decodeBufferFrames: UInt32 = 0
    /// The app's bytes and what they mean; `nil` for the usual layout of so many channels.
    var channelLayout: (bytes: [UInt8], layout: ChannelLayout)? {
        didSet { cachedDownmix = nil }
    }
    /// For each channel, which of the device's two, from one; `nil` for the usual ones.
    var channelAssignments: [Int]?
    /// Seconds that scheduled changes of the volume take, as the last scheduled one left it.
    var rampSeconds: Float = 0
    private var cachedDownmix: StereoDownmix?

    mutating func fold(_ channelCount: Int) -> StereoDownmix {
        let fold =
            cachedDownmix
            ?? StereoDownmix(channelCount: channelCount, layout: channelLayout?.layout)
        cachedDownmix = fold
        return fold
    }
}

/// Who is to decode. Here it is always software. Raw values are Apple's.
public enum HardwareCodecPolicy: UInt32, CaseIterable, Hashable, Sendable {
    case `default` = 0
    case softwareOnly = 1
    case hardwareOnly = 2
    case preferSoftware = 3
    case preferHardware = 4
}

/// A volume on its way, in frames of the queue's time.
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

/// Whether there is a decoder for a format's packets, the cookie aside.
func isPlayable(_ format: StreamFormat) -> Bool {
    switch format.id {
    case .linearPCM, .uLaw, .aLaw, .appleIMA4: true
    // Its decoder wants the cookie, which comes later.
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
