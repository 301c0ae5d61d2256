/// The cross-fade between an effect's sound and the unchanged one.
struct WetDryMix: BitwiseCopyable {
    private var wet = LinearRamp(at: 1)

    /// Whether only the unchanged sound is output, because the effect is bypassed.
    private(set) var isOff = false

    init() {}

    /// Whether the effect need not compute.
    var isSilent: Bool {
        @_noLocks @_noAllocation get { isOff && wet.isLevel }
    }

    /// Starts moving to the newest mix.
    ///
    /// - Parameters:
    ///   - mix: The part of the effect's sound, 0…1.
    ///   - frameCount: The number of frames to get there; 0 jumps.
    @_noLocks @_noAllocation
    mutating func update(mix: Float, isBypassed: Bool, over frameCount: Int) {
        isOff = isBypassed
        wet.move(to: isBypassed ? 0 : mix, over: frameCount)
    }

    @_noLocks @_noAllocation
    func segment(_ frameCount: Int) -> Int { wet.segment(frameCount) }

    /// Returns the mixed sample at a frame from now.
    @inline(__always) @_noLocks @_noAllocation
    func mixed(dry: Float, wet sample: Float, at frame: Int) -> Float {
        let part = wet.value(at: frame)
        return part == 1 ? sample : part == 0 ? dry : dry * (1 - part) + sample * part
    }

    /// Moves on by a number of frames.
    ///
    /// - Returns: Whether the effect has just become silent, so that its history is to be dropped.
    @_noLocks @_noAllocation
    mutating func advance(by frameCount: Int) -> Bool {
        let wasSilent = isSilent
        wet.advance(by: frameCount)
        return isSilent && !wasSilent
    }
}
