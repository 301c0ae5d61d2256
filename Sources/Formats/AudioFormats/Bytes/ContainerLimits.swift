/// Limits common to all containers, in addition to `CodingLimits`.
enum ContainerLimits {
    static let magicCookieBytesMax: Int64 = 1 << 20
    static let tagBytesMax: Int64 = 1 << 16
    /// Size limit of all texts in one part of a file.
    static let textsBytesMax: Int64 = 1 << 20
    static let tagsMax = 256
    /// Larger than any file system here supports; keeps products of sizes within 64 bits.
    static let fileBytesMax: Int64 = 1 << 50
    /// More than the densest coding could put into the largest file.
    static let framesMax: Int64 = fileBytesMax << 6
}

extension Int64 {
    /// The product of two non-negative numbers, clamped to `Int64.max`.
    func multipliedClamping(by factor: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }
}
