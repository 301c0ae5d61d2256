/// Which packets of a file hold a section of it, and what of them is not played.
package struct Section: Equatable, Sendable {
    /// Packets to read; never empty.
    package private(set) var packets: Range<Int64>
    /// Frames to leave out of the first packets and of the last.
    package private(set) var trimStart: Int64
    package private(set) var trimEnd: Int64

    /// Packets that are read before the first, where a packet builds on those before it: as many as
    /// any coding asks for.
    package static let rollPacketCount: Int64 = 10

    /// - Parameters:
    ///   - frames: Of the sound, from zero.
    ///   - primingFrames: That the file has before them.
    ///   - packetCount: Of the file.
    /// - Returns: `nil` when there is no such section.
    package init?(
        _ frames: Range<Int64>, framesPerPacket: Int64, primingFrames: Int64, packetCount: Int64
    ) {
        let (fileEnd, overflows) = packetCount.multipliedReportingOverflow(by: framesPerPacket)
        guard framesPerPacket > 0, primingFrames >= 0, !overflows else { return nil }
        let (start, startOverflows) = frames.lowerBound.addingReportingOverflow(primingFrames)
        let (end, endOverflows) = frames.upperBound.addingReportingOverflow(primingFrames)
        guard !startOverflows, !endOverflows, frames.lowerBound >= 0, !frames.isEmpty,
            end <= fileEnd
        else { return nil }
        let roll = framesPerPacket == 1 ? 0 : Self.rollPacketCount
        let first = max(start / framesPerPacket - roll, 0)
        let last = (end - 1) / framesPerPacket
        packets = first..<last + 1
        trimStart = start - first * framesPerPacket
        trimEnd = (last + 1) * framesPerPacket - end
    }
}
