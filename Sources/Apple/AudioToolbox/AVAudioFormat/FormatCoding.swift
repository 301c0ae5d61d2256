import CoreAudioTypes
public import Foundation

// Archives of formats and channel layouts.

extension AVAudioFormat {
    public static var supportsSecureCoding: Bool { true }

    /// Archives the stream description, the channel layout and the magic cookie.
    public func encode(with coder: NSCoder) {
        streamDescription.pointee.encode(with: coder)
        if let channelLayout { coder.encode(channelLayout, forKey: "layout") }
        if let magicCookie { coder.encode(magicCookie as NSData, forKey: "cookie") }
    }
}

extension AVAudioChannelLayout {
    public static var supportsSecureCoding: Bool { true }

    /// Archives the layout.
    public func encode(with coder: NSCoder) {
        coder.encode(Data(channelLayout.bytesForApps) as NSData, forKey: "layout")
    }
}

extension AudioStreamBasicDescription {
    /// - Returns: `nil` for an archive without one.
    init?(_ coder: NSCoder) {
        guard coder.containsValue(forKey: "rate") else { return nil }
        func number(_ key: String) -> UInt32 {
            UInt32(truncatingIfNeeded: coder.decodeInt64(forKey: key))
        }
        self.init(
            mSampleRate: coder.decodeDouble(forKey: "rate"), mFormatID: number("format"),
            mFormatFlags: number("flags"), mBytesPerPacket: number("bytes per packet"),
            mFramesPerPacket: number("frames per packet"),
            mBytesPerFrame: number("bytes per frame"), mChannelsPerFrame: number("channels"),
            mBitsPerChannel: number("bits"), mReserved: 0)
    }

    func encode(with coder: NSCoder) {
        func encode(_ number: UInt32, _ key: String) { coder.encode(Int64(number), forKey: key) }
        coder.encode(mSampleRate, forKey: "rate")
        encode(mFormatID, "format")
        encode(mFormatFlags, "flags")
        encode(mBytesPerPacket, "bytes per packet")
        encode(mFramesPerPacket, "frames per packet")
        encode(mBytesPerFrame, "bytes per frame")
        encode(mChannelsPerFrame, "channels")
        encode(mBitsPerChannel, "bits")
    }
}
