extension PacketTable {
    /// The name under which iTunes writes what of a file is to be heard, in MPEG-4 and in ID3.
    static let gaplessTextName = "iTunSMPB"

    /// Words of hexadecimal digits: nothing, priming, remainder, frames to be heard.
    ///
    /// - Returns: nil for other words, and numbers that no file reaches.
    init?(gaplessText: String) {
        let numbers = gaplessText.split(separator: " ").prefix(4).map {
            Int64($0, radix: 16) ?? -1
        }
        guard numbers.count == 4,
            numbers.allSatisfy({ (0...ContainerLimits.framesMax).contains($0) })
        else { return nil }
        self.init(
            validFrames: numbers[3], primingFrames: numbers[1], remainderFrames: numbers[2])
    }
}
