package import AudioModel
package import CAudioToolbox

/// Samples of an app's that are played at a time. They stay the app's until they have been played.
///
/// Ownership: the thread that renders writes the slice's flags; the app leaves it alone until its
/// completion.
package struct ScheduledSlice: @unchecked Sendable {
    private let slice: UnsafeMutablePointer<ScheduledAudioSlice>
    private let completion: (@Sendable () -> Void)?
    let samples: BufferListSamples
    let list: UnitBufferList
    let frameCount: Int
    /// When it starts, in frames since the player's start; `nil` for after the slice before it.
    let time: Int64?
    /// The number of frames of the present pass that have been played.
    var position = 0
    private(set) var hasBegun = false

    /// - Returns: `nil` for buffers that are not of the format, or too short.
    package init?(
        _ slice: UnsafeMutablePointer<ScheduledAudioSlice>, _ format: StreamFormat,
        completion: (@Sendable () -> Void)?
    ) {
        guard let samples = BufferListSamples(format), let list = slice.pointee.mBufferList else {
            return nil
        }
        let stamp = slice.pointee.mTimeStamp
        let count = Int(slice.pointee.mNumberFrames)
        guard samples.fits(UnitBufferList(list), frameCount: count) else { return nil }
        self.slice = slice
        self.samples = samples
        self.list = UnitBufferList(list)
        self.completion = completion
        frameCount = count
        time =
            stamp.mFlags.contains(.sampleTimeValid)
            ? stamp.frameNumber : nil
        slice.pointee.mFlags.subtract([.complete, .began, .late])
    }

    var loops: Bool { slice.pointee.mFlags.contains(.loop) }
    /// Whether the slice drops those before it when it starts.
    var interrupts: Bool { !slice.pointee.mFlags.isDisjoint(with: [.interrupt, .interruptAtLoop]) }
    /// Whether it waits for the end of a pass of a slice that loops.
    var waitsForPassEnd: Bool {
        slice.pointee.mFlags.isDisjoint(with: .interrupt) && interrupts
    }

    mutating func begin(isLate: Bool) {
        hasBegun = true
        slice.pointee.mFlags.formUnion(isLate ? [.began, .late] : .began)
    }

    /// Gives the slice back to the app.
    func complete() {
        slice.pointee.mFlags.insert(.complete)
        completion?()
    }
}

extension AUScheduledAudioSliceFlags {
    fileprivate static let complete = AUScheduledAudioSliceFlags(rawValue: 1)
    fileprivate static let began = AUScheduledAudioSliceFlags(rawValue: 2)
    fileprivate static let late = AUScheduledAudioSliceFlags(rawValue: 4)
    fileprivate static let loop = AUScheduledAudioSliceFlags(rawValue: 8)
    fileprivate static let interrupt = AUScheduledAudioSliceFlags(rawValue: 16)
    fileprivate static let interruptAtLoop = AUScheduledAudioSliceFlags(rawValue: 32)
}
