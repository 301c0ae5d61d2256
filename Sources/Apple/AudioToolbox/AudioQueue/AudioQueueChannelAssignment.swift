public import CAudioToolbox
public import Foundation

extension AudioQueueChannelAssignment {
    /// Assigns a channel of the queue to a channel of a device.
    ///
    /// - Parameters:
    ///   - mDeviceUID: The device's identifier, which must live as long as the assignment is used;
    ///     `nil` for the queue's device.
    ///   - mChannelNumber: The channel, from 1.
    public init(mDeviceUID: Unmanaged<CFString>!, mChannelNumber: UInt32) {
        self.init()
        self.mDeviceUID = mDeviceUID
        self.mChannelNumber = mChannelNumber
    }

    /// The device's identifier; `nil` for the queue's device.
    public var mDeviceUID: Unmanaged<CFString>! {
        get { __mDeviceUID.map { Unmanaged.fromOpaque($0) } }
        set { __mDeviceUID = newValue.map { UnsafeRawPointer($0.toOpaque()) } }
    }
}
