import Glibc

/// Waits for changes of files in some folders, also of those that editors replace.
///
/// Ownership: the thread that creates it.
package final class FileWatch {
    private let descriptor: Int32
    private static let events = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE | IN_CREATE | IN_MOVED_FROM)
    /// Changes within this time of each other are one: an editor writes in several steps.
    private static let quietMilliseconds: Int32 = 100

    /// - Throws: A `ProgramError` when a folder cannot be watched.
    package init(folders: some Sequence<String>) throws(ProgramError) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { throw Self.failure("folders", errno) }
        for folder in Set(folders).sorted() {
            guard add(folder) else { throw Self.failure(folder, errno) }
        }
    }

    /// Watches one more folder; again one that is watched already.
    ///
    /// - Returns: Whether it is watched now; `false` for one that is missing.
    @discardableResult
    package func add(_ folder: String) -> Bool {
        inotify_add_watch(descriptor, folder, Self.events) >= 0
    }

    deinit { close(descriptor) }

    private static func failure(_ folder: String, _ number: Int32) -> ProgramError {
        ProgramError(
            .deviceMissing, "cannot watch: \(String(cString: strerror(number)))", in: folder,
            advice: "run without --watch")
    }

    /// Blocks until a file with one of the names changes, and until nothing changes for a moment.
    ///
    /// - Parameter isWanted: Tells by its name whether a file matters.
    package func waitForChange(of isWanted: (String) -> Bool) {
        var hasChanged = false
        while true {
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let count = Glibc.poll(&poll, 1, hasChanged ? Self.quietMilliseconds : -1)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            let names = readNames()
            hasChanged = hasChanged || names.contains(where: isWanted)
        }
    }

    private func readNames() -> [String] {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return [] }
        var names: [String] = []
        var offset = 0
        let headerSize = MemoryLayout<inotify_event>.size
        while offset + headerSize <= count {
            let length = buffer.withUnsafeBytes {
                Int($0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self).len)
            }
            let start = offset + headerSize
            let end = min(start + length, count)
            names.append(String(decoding: buffer[start..<end].prefix { $0 != 0 }, as: UTF8.self))
            offset = start + length
        }
        return names
    }
}
