/// How far ahead of the device a graph is rendered: as long as the session's buffers are, and two of
/// the device's blocks where that is unknown. Each underrun adds a block, which is given up when there
/// has been none for a while.
package struct RenderLead {
    private let sampleRate: Double
    private let blockFramesMax: Int
    package private(set) var deviceFrames: Int
    /// The number of frames to render at a time, where it does not follow the device.
    package var sliceFrames: Int?
    /// The number of frames of a buffer of the session; `nil` for two of the device's blocks.
    package var bufferFrames: Int?
    private var addedBlocks = 0
    /// How long a block that was added is kept, in seconds: longer with each underrun.
    private var calmSeconds = RenderLead.calmSecondsMin
    /// The number of the frame at which a block was added or given up last.
    private var changedAt = 0

    /// The frames of a device that has not taken any yet.
    private static let usualDeviceFrames = 1024
    /// The smallest block that is rendered: shorter ones cost more than they gain.
    private static let blockFramesMin = 64
    private static let addedBlocksMax = 4
    private static let calmSecondsMin = 1.0
    private static let calmSecondsMax = 64.0
    /// The longest lead in seconds, of a device with very long blocks too.
    private static let secondsMax = 0.4

    /// - Parameter blockFramesMax: The largest number of frames to render at a time.
    package init(sampleRate: Double, blockFramesMax: Int) {
        self.sampleRate = sampleRate
        self.blockFramesMax = blockFramesMax
        deviceFrames = Self.usualDeviceFrames
    }

    /// The number of frames to render at a time.
    package var blockFrames: Int {
        min(max(sliceFrames ?? max(deviceFrames, Self.blockFramesMin), 1), blockFramesMax)
    }

    /// The lead in frames.
    package var frameCount: Int {
        let wanted = max(bufferFrames ?? 2 * deviceFrames, deviceFrames)
        return min(
            max(wanted, frameCountMin) + addedBlocks * max(deviceFrames, 1), frameCountMax)
    }

    /// The shortest lead with which the device never waits for a block that is rendered as soon as
    /// there is room for it. Blocks that the device's are a multiple of, or that are a multiple of
    /// the device's, leave no remainder.
    private var frameCountMin: Int {
        let (device, block) = (max(deviceFrames, 1), blockFrames)
        let isEven = device.isMultiple(of: block) || block.isMultiple(of: device)
        return isEven ? max(device, block) : device + block
    }

    /// The longest lead in frames.
    package var frameCountMax: Int { max(Int(Self.secondsMax * sampleRate), 4 * blockFramesMax) }

    /// Follows the device's block.
    ///
    /// - Parameter deviceFrames: 0 while it is unknown.
    package mutating func follow(deviceFrames: Int) {
        guard deviceFrames > 0, deviceFrames != self.deviceFrames else { return }
        self.deviceFrames = deviceFrames
        addedBlocks = 0
    }

    /// Takes the lead as too short: the device has had to wait.
    ///
    /// - Parameter frame: The number of frames that have been rendered.
    package mutating func grow(at frame: Int) {
        addedBlocks = min(addedBlocks + 1, Self.addedBlocksMax)
        calmSeconds = min(2 * calmSeconds, Self.calmSecondsMax)
        changedAt = frame
    }

    /// Gives up an added block when the device has not had to wait for long enough.
    ///
    /// - Parameter frame: The number of frames that have been rendered.
    package mutating func shrink(at frame: Int) {
        guard addedBlocks > 0, Double(frame - changedAt) > calmSeconds * sampleRate else { return }
        addedBlocks -= 1
        changedAt = frame
    }
}
