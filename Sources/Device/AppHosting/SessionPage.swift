import CLinuxShim
import DeviceConnections
import DeviceProtocol
import Glibc
import SoundServer

/// The state of an app's session, which the service writes and the app reads without a message.
///
/// Ownership: the service's thread of the sockets writes.
final class SessionPage: @unchecked Sendable {
    /// The descriptor to send to the app.
    let descriptor: Int32
    private let page: UnsafeMutableRawPointer
    private var written: SessionSnapshot?
    private let decisions: DecisionCount
    /// The decisions after which the page was written.
    private var shownDecisions: UInt64?

    /// - Parameter decisions: What the device has decided, for all apps.
    /// - Returns: `nil` when the system has no memory for it.
    init?(_ decisions: DecisionCount) {
        var descriptor: Int32 = -1
        guard let page = sori_make_page(SessionPageReader.byteCount, &descriptor) else {
            return nil
        }
        self.page = page
        self.descriptor = descriptor
        self.decisions = decisions
    }

    deinit {
        sori_unmap_page(page, SessionPageReader.byteCount)
        close(descriptor)
    }

    /// Whether it was written after the last decision.
    var isCurrent: Bool { shownDecisions == decisions.current }

    /// Writes the session as it is now. With the device.
    func show(_ connection: any AppConnection) {
        let current = decisions.current
        write(connection.session)
        shownDecisions = current
    }

    private func write(_ session: SessionSnapshot) {
        guard session != written else { return }
        written = session
        let message = PhoneMessage.session(question: 0, session)
        // An empty page is read by a message.
        let bytes = (try? message.encoded()) ?? []
        sori_write_page(page, SessionPageReader.byteCount, bytes, bytes.count)
    }
}
