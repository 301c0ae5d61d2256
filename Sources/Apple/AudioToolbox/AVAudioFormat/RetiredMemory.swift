import Synchronization

/// Memory of released objects, which lives a little longer than they do.
///
/// Apps read through pointers of temporary objects, as in
/// `AVAudioFormat(…).streamDescription.pointee`. Swift may release such an object before the read;
/// on Apple's systems it is released later. Any thread.
package enum RetiredMemory {
    private static let blocksMax = 256

    private struct Blocks {
        /// Addresses, of which `next` is the oldest once there are `blocksMax`.
        var addresses: [UInt] = []
        var next = 0
    }

    private static let blocks = Mutex(Blocks())

    /// Takes a block and frees the one that was taken `blocksMax` calls ago.
    ///
    /// - Parameter block: Memory from `allocate`, without a deinitialiser to run.
    package static func retire(_ block: UnsafeMutableRawPointer) {
        let address = UInt(bitPattern: block)
        let oldest: UInt? = blocks.withLock { blocks in
            guard blocks.addresses.count == blocksMax else {
                blocks.addresses.append(address)
                return nil
            }
            defer { blocks.next = (blocks.next + 1) % blocksMax }
            let oldest = blocks.addresses[blocks.next]
            blocks.addresses[blocks.next] = address
            return oldest
        }
        oldest.flatMap { UnsafeMutableRawPointer(bitPattern: $0) }?.deallocate()
    }
}
