import Foundation
import Glibc

/// A compositor that speaks only what the observer asks for, from a script.
///
/// Source: the Wayland book, "Wire protocol format".
///
/// Ownership: one test uses it, from one thread at a time.
final class FakeCompositor: @unchecked Sendable {
    let path: String
    private let listener: Int32
    private var client: Int32 = -1
    private var managerID: UInt32 = 0

    init(path: String) throws {
        self.path = path
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        unlink(path)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0, listen(listener, 8) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    deinit { stop() }

    private var isStopped = false

    /// Ends as a crash does: the socket's file stays.
    func stop() {
        hangUp()
        if !isStopped { close(listener) }
        isStopped = true
    }

    func hangUp() {
        if client >= 0 { close(client) }
        client = -1
    }

    /// Accepts the observer and answers its first requests.
    func accept(globals: [String] = ["wl_output", "zwlr_foreign_toplevel_manager_v1"]) throws {
        client = Glibc.accept(listener, nil, nil)
        managerID = 0
        var registryID: UInt32 = 0
        while let request = receive() {
            switch (request.object, request.opcode) {
            case (1, 1):
                registryID = request.words[0]
                for (index, name) in globals.enumerated() {
                    send(registryID, 0, word(UInt32(index)) + string(name) + word(3))
                }
            case (1, 0):
                send(request.words[0], 0, word(0))
                if globals.last?.hasPrefix("zwlr") != true { return }
                if managerID != 0 { return }
            case (registryID, 0): managerID = request.words.last ?? 0
            default: throw CocoaError(.coderInvalidValue)
            }
            // The manager is bound before the second round trip; the answer to that ends this.
        }
        throw CocoaError(.fileReadUnknown)
    }

    private func receive() -> (object: UInt32, opcode: UInt16, words: [UInt32])? {
        guard let head = read(count: 2) else { return nil }
        let words = read(count: Int(head[1] >> 16) / 4 - 2)
        return words.map { (head[0], UInt16(truncatingIfNeeded: head[1]), $0) }
    }

    private func read(count: Int) -> [UInt32]? {
        var words = [UInt32](repeating: 0, count: count)
        guard count > 0 else { return words }
        let byteCount = recv(client, &words, 4 * count, Int32(MSG_WAITALL))
        return byteCount == 4 * count ? words : nil
    }

    /// The next request for a window.
    func request() -> (object: UInt32, opcode: UInt16)? {
        receive().map { ($0.object, $0.opcode) }
    }

    // MARK: Events

    private var bytes: [UInt8] = []

    func word(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

    func string(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8) + [0]
        let padding = [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
        return word(UInt32(bytes.count)) + bytes + padding
    }

    func send(_ object: UInt32, _ opcode: UInt16, _ arguments: [UInt8] = []) {
        add(object, opcode, arguments)
        flush()
    }

    func add(_ object: UInt32, _ opcode: UInt16, _ arguments: [UInt8] = []) {
        bytes += word(object) + word(UInt32(8 + arguments.count) << 16 | UInt32(opcode)) + arguments
    }

    func addRaw(_ raw: [UInt8]) { bytes += raw }

    func flush() {
        var rest = bytes[...]
        bytes = []
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    static func window(_ number: UInt32) -> UInt32 { 0xFF00_0000 + number }

    func addWindow(_ number: UInt32) { add(managerID, 0, word(Self.window(number))) }

    func addAppID(_ number: UInt32, _ appID: String) { add(Self.window(number), 1, string(appID)) }

    func addStates(_ number: UInt32, _ states: UInt32...) {
        add(Self.window(number), 4, word(UInt32(4 * states.count)) + states.flatMap(word))
    }

    func addDone(_ number: UInt32) { add(Self.window(number), 5) }

    func addClosed(_ number: UInt32) { add(Self.window(number), 6) }

    func addFinished() { add(managerID, 1) }
}
