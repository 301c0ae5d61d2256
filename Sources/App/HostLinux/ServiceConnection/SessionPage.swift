import CLinuxShim
import DeviceProtocol
import Glibc
import SoundServer
import Synchronization

/// The state of an app's session, which the service writes and the app reads without a message.
///
/// Ownership: the service's thread of the sockets writes.
final class SessionPage: @unchecked Sendable {
    /// The size of a page, in bytes: enough for a session with as many ports as there may be.
    static let byteCount = 256 * 1024

    /// The descriptor to send to the app.
    let descriptor: Int32
    private let page: UnsafeMutableRawPointer
    private var written: SessionSnapshot?

    /// - Returns: `nil` when the system has no memory for it.
    init?() {
        var descriptor: Int32 = -1
        guard let page = sori_make_page(Self.byteCount, &descriptor) else { return nil }
        self.page = page
        self.descriptor = descriptor
    }

    deinit {
        sori_unmap_page(page, Self.byteCount)
        close(descriptor)
    }

    func write(_ session: SessionSnapshot) {
        guard session != written else { return }
        written = session
        let message = PhoneMessage.session(question: 0, session)
        // An empty page is read by a message.
        let bytes = (try? message.encoded()) ?? []
        sori_write_page(page, Self.byteCount, bytes, bytes.count)
    }
}

/// An app's view of its `SessionPage`. Any thread.
///
/// Ownership: the page is only read.
final class SessionPageReader: @unchecked Sendable {
    private let page: UnsafeRawPointer
    private let known = Mutex<(sequence: UInt64, session: SessionSnapshot)?>(nil)

    /// - Parameter descriptor: Closed here.
    /// - Returns: `nil` for a descriptor of anything but a page.
    init?(_ descriptor: Int32) {
        defer { close(descriptor) }
        guard let page = sori_map_page(descriptor, SessionPage.byteCount) else { return nil }
        self.page = page
    }

    deinit {
        sori_unmap_page(page, SessionPage.byteCount)
    }

    /// The session; `nil` when a message has to ask for it.
    var session: SessionSnapshot? {
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
                page, SessionPage.byteCount, buffer.baseAddress, buffer.count, &sequence)
            filled = max(count, 0)
        }
        guard count > 0, case .session(_, let session)? = try? PhoneMessage(decoding: bytes),
            // It runs down, and the page does not.
            session.backgroundTimeRemaining == nil
        else { return nil }
        return (sequence, session)
    }
}
