extension PacketTable {
    /// The key of iTunes's gapless information, in MPEG-4 and ID3.
    static let gaplessTextName = "iTunSMPB"

    /// Parses hexadecimal numbers: unused, priming, remainder, valid frames.
    ///
    /// - Returns: nil for other texts, and for numbers above any file's.
    init?(gaplessText: String) {
        let numbers = gaplessText.split(separator: " ").prefix(4).map {
            Int64($0, radix: 16) ?? -1
        }
        guard numbers.count == 4,
            numbers.allSatisfy({ (0...ContainerLimits.framesMax).contains($0) })
        else { return nil }
        self.init(validFrames: numbers[3], primingFrames: numbers[1], remainderFrames: numbers[2])
    }
}
