/// Tables shared by Apple's IMA4 decoder and encoder.
///
/// A packet holds 64 frames. Each channel has 34 bytes: the predictor's high nine bits and the step
/// index's seven, then 32 bytes of two four-bit codes each, the low one first.
///
/// Source: IMA Digital Audio Focus and Technical Working Group, "Recommended Practices for
/// Enhancing Digital Audio Compatibility in Multimedia Systems" 3.00, for steps and indexes; Apple
/// QuickTime File Format, "IMA 4:1", for the packet.
package enum IMA4 {
    package static let framesPerPacket: UInt32 = 64
    static let bytesPerChannel: UInt32 = 34
    static let stepIndexMax = 88
    /// The predictor's low bits, which a packet's header does not store.
    static let lostBits = 0x7F

    static let steps: [Int32] = [
        7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60,
        66, 73, 80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371,
        408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878,
        2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845,
        8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086,
        29794, 32767,
    ]

    private static let indexSteps: [Int] = [-1, -1, -1, -1, 2, 4, 6, 8]

    /// The amount that a code adds to the predictor at a step size.
    static func difference(code: Int, step: Int32) -> Int32 {
        var difference = step >> 3
        if code & 4 != 0 { difference += step }
        if code & 2 != 0 { difference += step >> 1 }
        if code & 1 != 0 { difference += step >> 2 }
        return code & 8 != 0 ? -difference : difference
    }

    static func nextIndex(code: Int, index: Int) -> Int {
        min(max(index + indexSteps[code & 7], 0), stepIndexMax)
    }

    /// State transitions, one per step index and code: the difference shifted left by `rowBits`,
    /// and below it the start of the next step index's row in this table (16 times the index).
    static let transitions: [Int32] = {
        var table: [Int32] = []
        for index in 0...stepIndexMax {
            for code in 0..<16 {
                let row = Int32(nextIndex(code: code, index: index) * 16)
                table.append(difference(code: code, step: steps[index]) << rowBits | row)
            }
        }
        return table
    }()

    /// Number of bits that hold a row: 16 × 89 rows.
    static let rowBits: Int32 = 11
    static let rowMask: Int32 = 1 << rowBits - 1
}
