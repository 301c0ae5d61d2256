import DeviceProtocol
import Dispatch
import Foundation
import Glibc
import Synchronization

/// The phone's end of a line, that does what a test wants.
final class FakePhone: Sendable {
    let path: String
    private let folder: String
    private let listener: Int32
    private let caller = Mutex<Int32>(-1)

    /// - Parameter answer: Gets each message of the app, on a thread of its own, and says what is
    ///   answered; `nil` hangs up.
    init(answer: @escaping @Sendable (AppMessage) -> [[UInt8]]?) throws {
        folder = NSTemporaryDirectory() + "phone-\(UUID().uuidString)"
        path = folder + "/s"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        listener = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        _ = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        listen(listener, 1)
        let thread = Thread { [self] in serve(answer) }
        thread.start()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func serve(_ answer: (AppMessage) -> [[UInt8]]?) {
        let line = accept(listener, nil, nil)
        close(listener)
        caller.withLock { $0 = line }
        var bytes = [UInt8](repeating: 0, count: MessageLimits.messageBytesMax)
        while true {
            let count = recv(line, &bytes, bytes.count, 0)
            guard count > 0, let message = try? AppMessage(decoding: Array(bytes.prefix(count))),
                let answers = answer(message)
            else { break }
            for answer in answers { _ = send(line, answer, answer.count, Int32(MSG_NOSIGNAL)) }
        }
        close(line)
    }
}

/// What an app's library is told.
final class Told: Sendable {
    private let notes = Mutex<[String]>([])
    private let changed = DispatchSemaphore(value: 0)

    func note(_ text: String) {
        notes.withLock { $0.append(text) }
        changed.signal()
    }

    /// All until `last`; what there is when that does not come.
    func notes(until last: String) -> [String] {
        while !notes.withLock({ $0.contains(last) }) {
            guard changed.wait(timeout: .now() + 20) == .success else { break }
        }
        return notes.withLock { $0 }
    }
}
