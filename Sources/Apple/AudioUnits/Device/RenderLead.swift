/// How far ahead of the device a graph is rendered: two of the device's blocks, and at least one
/// and 10 ms, in which the work queue wakes up and renders. Each underrun adds a block.
package struct RenderLead {
    private let sampleRate: Double
    private let blockFramesMax: Int
    private var deviceFrames: Int
    /// The number of frames to render at a time, where it does not follow the device.
    package var sliceFrames: Int?
    private var addedBlocks = 0

    /// The frames of a device that has not taken any yet.
    private static let usualDeviceFrames = 1024
    /// The smallest block that is rendered: shorter ones cost more than they gain.
    private static let blockFramesMin = 128
    private static let wakeUpSeconds = 0.01
    private static let addedBlocksMax = 4
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
        let wakeUpFrames = Int((Self.wakeUpSeconds * sampleRate).rounded(.up))
        let wanted = max(2 * deviceFrames, deviceFrames + wakeUpFrames) + addedBlocks * deviceFrames
        // Room for one more block than the device takes, so that it never waits for the next.
        return min(max(wanted, deviceFrames + blockFrames), frameCountMax)
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
    package mutating func grow() { addedBlocks = min(addedBlocks + 1, Self.addedBlocksMax) }
}
