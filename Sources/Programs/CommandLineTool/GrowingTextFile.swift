import CoreFoundation
import Glibc

/// A text file that is kept up to date while its text grows: whatever ends the process, the file has
/// a whole text. One thread at a time.
///
/// A text is written as a whole under another name, which becomes the file's, or, where it is long or
/// the disk is full, in place behind what has not changed. When neither is possible, the file keeps
/// the former text.
package final class GrowingTextFile {
    /// The path as the user gave it.
    package let path: String
    /// The bytes of the file; empty before the first update.
    private var written: [UInt8] = []
    private var descriptor: Int32 = -1

    /// Longer texts are not written as a whole when only their end changes.
    private static let replacedByteCountMax = 1 << 16

    package init(_ path: String) {
        self.path = path
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Whether the path is that of an ordinary file, existing or not. Pipes and devices take one
    /// text only: they are for `replaceFile`.
    package var canBeUpdated: Bool { replacedFile(path) != nil }

    /// Replaces the file's text.
    ///
    /// - Throws: An error when the text cannot be written; the former one stays, and the next
    ///   update may succeed.
    package func update(_ text: String) throws(ProgramError) {
        let bytes = Array(text.utf8)
        guard bytes != written || !isInPlace else { return }
        if isInPlace, bytes.count > Self.replacedByteCountMax, try updateEnd(bytes) { return }
        do throws(ProgramError) {
            try replaceFile(text, at: path)
        } catch {
            // The end alone needs less room.
            guard error.code == .deviceMissing, isInPlace, try updateEnd(bytes) else { throw error }
            return
        }
        if descriptor >= 0 { close(descriptor) }
        descriptor = open(path, O_WRONLY | O_CLOEXEC)
        written = bytes
    }

    /// Whether the path still leads to the file that was written.
    private var isInPlace: Bool {
        var held = stat()
        var found = stat()
        return descriptor >= 0 && fstat(descriptor, &held) == 0 && stat(path, &found) == 0
            && held.st_dev == found.st_dev && held.st_ino == found.st_ino
            && found.st_size == off_t(written.count)
    }

    /// Writes what differs at the end in place, and restores it when that fails.
    ///
    /// - Returns: False when more than the end differs, or the text is shorter.
    private func updateEnd(_ bytes: [UInt8]) throws(ProgramError) -> Bool {
        let endByteCountMax = 4096
        let start = zip(written, bytes).prefix { $0 == $1 }.count
        guard bytes.count >= written.count, written.count - start <= endByteCountMax else {
            return false
        }
        let number = write(bytes[start...], at: start)
        guard number == 0 else {
            _ = write(written[start...], at: start)
            ftruncate(descriptor, off_t(written.count))
            throw cannotWrite(path, number)
        }
        written = bytes
        return true
    }

    /// - Returns: The system's `errno`; zero when all bytes were written.
    private func write(_ bytes: ArraySlice<UInt8>, at start: Int) -> Int32 {
        bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count, let base = bytes.baseAddress {
                let count = pwrite(
                    descriptor, base + done, bytes.count - done, off_t(start + done))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : ENOSPC }
                done += count
            }
            return 0
        }
    }
}
