import Dispatch
import Foundation
import Glibc
import Synchronization

/// Watches for a socket that appears in the file system. Any thread.
///
/// Source: inotify(7).
///
/// Ownership: `source` is set up once, by `start`, and Dispatch's sources may be used on any thread.
final class SocketWatch: @unchecked Sendable {
    private let name: String
    private let queue = DispatchQueue(label: "sori.device.watch")
    private let source: any DispatchSourceRead
    private let descriptor: Int32
    private let appeared = Mutex<(@Sendable () -> Void)?>(nil)

    /// - Parameter path: The socket; its folder is made, for this user alone.
    /// - Returns: `nil` when the system has no more watches: the socket is then not looked for again.
    init?(_ path: String) {
        let folder = (path as NSString).deletingLastPathComponent
        name = (path as NSString).lastPathComponent
        mkdir(folder, 0o700)
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        guard inotify_add_watch(descriptor, folder, UInt32(IN_MOVED_TO) | UInt32(IN_CREATE)) >= 0
        else {
            close(descriptor)
            return nil
        }
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        let descriptor = descriptor
        source.setCancelHandler { close(descriptor) }
    }

    deinit {
        source.cancel()
    }

    /// - Parameter appeared: Called on a queue of the watch when the socket has appeared.
    func start(_ appeared: @escaping @Sendable () -> Void) {
        self.appeared.withLock { $0 = appeared }
        source.setEventHandler { [weak self] in self?.readEvents() }
        source.resume()
    }

    func stop() {
        appeared.withLock { $0 = nil }
    }

    /// Calls as if the socket had appeared, after some seconds.
    func check(after seconds: Double = 0) {
        queue.asyncAfter(deadline: .now() + seconds) { [weak self] in self?.call() }
    }

    private func call() { appeared.withLock { $0 }?() }

    private func readEvents() {
        var isThere = false
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &bytes, bytes.count)
            guard count > 0 else { break }
            isThere = isThere || names(in: bytes.prefix(count)).contains(name)
        }
        if isThere { call() }
    }

    private func names(in bytes: ArraySlice<UInt8>) -> [String] {
        var names: [String] = []
        let headSize = MemoryLayout<inotify_event>.size
        var offset = 0
        bytes.withUnsafeBytes { bytes in
            while offset + headSize <= bytes.count {
                let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let end = offset + headSize + Int(event.len)
                guard end <= bytes.count else { return }
                let name = bytes[offset + headSize..<end].prefix { $0 != 0 }
                names.append(String(decoding: name, as: UTF8.self))
                offset = end
            }
        }
        return names
    }
}
