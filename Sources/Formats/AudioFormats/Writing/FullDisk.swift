public import AudioCodecs

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension AudioFileWriter {
    /// Completes the file for the last time, even on a full disk: if the chunks after the audio do
    /// not fit, they replace the last packets.
    ///
    /// - Throws: Like `update`. The error of a full disk is also thrown when the file was completed
    ///   without these packets.
    public func updateWithinRoom() throws(FormatError) {
        do throws(FormatError) {
            try update()
            try seal()
        } catch {
            // A file that is kept readable is complete without what did not fit.
            guard error.isFullDisk, fragments == nil, liveTable == nil, pages == nil,
                format.isVariableBitRate, let dataOffset
            else { throw error }
            let tail = try container.tail(totals, properties, dataOffset: dataOffset)
            try removeLastPackets(byteCount: Int64(tail.count + paddingByteCount))
            try update()
            throw error
        }
    }

    /// Removes variable-size packets from the end.
    ///
    /// - Parameter byteCount: Minimum number of bytes to remove, while there are packets.
    private func removeLastPackets(byteCount: Int64) throws(FormatError) {
        var left = byteCount
        while left > 0, let last = totals.packets.removeLast() {
            let head = try container.packetHead(byteCount: Int64(last.byteCount))
            let whole = Int64(last.byteCount) + Int64(head.count)
            totals.packetCount -= 1
            totals.byteCount -= whole
            left -= whole
            // The remainder is removed first.
            properties.remainderFrames = max(properties.remainderFrames - Int64(last.frameCount), 0)
        }
    }
}

extension FormatError {
    /// Whether the error means that the disk is full.
    fileprivate var isFullDisk: Bool {
        // `dskFulErr`, which an app's own callbacks return.
        let numberOfApps: Int32 = -34
        guard case .cannotWrite(let number) = reason else { return false }
        return [ENOSPC, EDQUOT, EFBIG, numberOfApps].contains(number)
    }
}
