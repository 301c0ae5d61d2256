#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension AudioFileWriter {
    /// Makes the file complete for the last time, also on a full disk: where there is no room for
    /// what stands behind the audio, that takes the place of the last packets.
    ///
    /// - Throws: What `update` does; after a full disk also when the file is complete without those
    ///   packets.
    public func updateWithinRoom() throws(FormatError) {
        do throws(FormatError) {
            try update()
            try seal()
        } catch {
            // A file that is kept readable is complete without what found no room.
            guard error.isFullDisk, fragments == nil, liveTable == nil, format.isVariableBitRate,
                let dataOffset
            else { throw error }
            let tail = try container.tail(totals, properties, dataOffset: dataOffset)
            try removeLastPackets(byteCount: Int64(tail.count + paddingByteCount))
            try update()
            throw error
        }
    }

    /// Forgets packets that differ in size.
    ///
    /// - Parameter byteCount: Bytes at least that they take, as long as there are packets.
    private func removeLastPackets(byteCount: Int64) throws(FormatError) {
        var left = byteCount
        while left > 0, let last = totals.packets.removeLast() {
            let head = try container.packetHead(byteCount: Int64(last.byteCount))
            let whole = Int64(last.byteCount) + Int64(head.count)
            totals.packetCount -= 1
            totals.byteCount -= whole
            left -= whole
            // What is not to be heard goes first.
            properties.remainderFrames = max(
                properties.remainderFrames - Int64(last.frameCount), 0)
        }
    }
}

extension FormatError {
    /// Whether there is no room for what was to be written.
    fileprivate var isFullDisk: Bool {
        // What an app's own functions return on a full disk, `dskFulErr`.
        let numberOfApps: Int32 = -34
        guard case .cannotWrite(let number) = reason else { return false }
        return [ENOSPC, EDQUOT, EFBIG, numberOfApps].contains(number)
    }
}
