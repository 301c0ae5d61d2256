import CLinuxShim
import DeviceProtocol
import Glibc
package import SoundServer
import Synchronization

/// An app's view of the state of its session, which the service writes and the app reads without a
/// message. Any thread.
///
/// Ownership: the page is only read.
package final class SessionPageReader: @unchecked Sendable {
    /// The size of a page, in bytes: enough for a session with as many ports as there may be.
    package static let byteCount = 256 * 1024

    private let page: UnsafeRawPointer
    private let known = Mutex<(sequence: UInt64, session: SessionSnapshot)?>(nil)

    /// - Parameter descriptor: Closed here.
    /// - Returns: `nil` for a descriptor of anything but a page.
    package init?(_ descriptor: Int32) {
        defer { close(descriptor) }
        guard let page = sori_map_page(descriptor, Self.byteCount) else { return nil }
        self.page = page
    }

    deinit {
        sori_unmap_page(page, Self.byteCount)
    }

    /// The session; `nil` when a message has to ask for it.
    package var session: SessionSnapshot? {
        let sequence = sori_page_sequence(page)
        return known.withLock { known in
            if known?.sequence == sequence { return known?.session }
            guard let (sequence, session) = read() else { return nil }
            known = (sequence, session)
            return session
        }
    }

    private func read() -> (UInt64, SessionSnapshot)? {
        var sequence: UInt64 = 0
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: MessageLimits.messageBytesMax) {
            buffer, filled in
            count = sori_read_page(
                page, Self.byteCount, buffer.baseAddress, buffer.count, &sequence)
            filled = max(count, 0)
        }
        guard count > 0, case .session(_, let session)? = try? PhoneMessage(decoding: bytes),
            // It runs down, and the page does not.
            session.backgroundTimeRemaining == nil
        else { return nil }
        return (sequence, session)
    }
}
