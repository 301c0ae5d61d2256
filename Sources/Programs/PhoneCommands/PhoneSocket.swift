package import AudioModel
import CLinuxShim
package import CommandLineTool
import DeviceConnections
import Glibc

/// Accepts commands for a phone from other processes of this user, a line each. One thread.
///
/// Nothing that is sent can hold the phone up: lines, answers, connections and the time for a line
/// are limited, and no call blocks.
package final class PhoneSocket {
    package let path: String
    private let listener: Int32
    private var clients: [Client] = []

    /// Most connections at a time; further ones are closed.
    package static let clientsMax = 8
    /// Most bytes of a line.
    package static let lineBytesMax = 1_000
    /// Most bytes of answers that wait for a client that does not read.
    private static let answerBytesMax = 1 << 20
    /// Most commands of a client that are carried out at a time.
    private static let commandsATime = 16
    /// Time for a line to arrive, and for its answer to be read.
    package static let patience = HostInterval.seconds(5)

    private struct Client {
        let descriptor: Int32
        var received: [UInt8] = []
        var toSend: [UInt8] = []
        /// When it is closed unless a line or an answer is complete before.
        var deadline: HostTime
        var isClosing = false

        /// Whether there is a whole line to be answered.
        var hasLine: Bool {
            received.firstIndex(of: UInt8(ascii: "\n")).map { $0 <= lineBytesMax } ?? false
        }
    }

    /// - Throws: A `ProgramError` when there can be no socket; the phone runs without.
    package init(in folder: PhoneSocketFolder, process: Int32 = getpid()) throws(ProgramError) {
        path = folder.socketPath(of: process)
        func failed(_ why: String) -> ProgramError {
            ProgramError(
                .deviceMissing, "'sori phone ctl' cannot reach this phone: \(why)", in: folder.path,
                advice: "check XDG_RUNTIME_DIR")
        }
        guard let address = socketAddress(path) else { throw failed("the path is too long") }
        guard folder.make() else { throw failed("the folder cannot be made for this user alone") }
        // Left by a process that had the same number.
        unlink(path)
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        listener = socket(AF_UNIX, Int32(kind), 0)
        // The end of this object closes the listener.
        guard listener >= 0, bindForThisUser(listener, to: address),
            listen(listener, Int32(Self.clientsMax)) == 0
        else { throw failed(String(cString: strerror(errno))) }
    }

    deinit {
        close()
    }

    /// Closes all connections and removes the socket.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        for client in clients { Glibc.close(client.descriptor) }
        clients = []
        unlink(path)
        if listener >= 0 { Glibc.close(listener) }
    }

    /// Closes all connections with what they have sent, which their programs have given up.
    package func dropClients() {
        guard !isClosed else { return }
        for client in clients { Glibc.close(client.descriptor) }
        clients = []
        while true {
            let descriptor = sori_accept(listener)
            guard descriptor >= 0 else { return }
            Glibc.close(descriptor)
        }
    }

    private var isClosed = false

    /// Descriptors that can be read when there is something to do.
    package var descriptors: [Int32] {
        isClosed ? [] : [listener] + clients.filter { !$0.isClosing }.map(\.descriptor)
    }

    package var clientCount: Int { clients.count }

    /// Accepts connections, and answers the lines that have arrived. Does not block.
    ///
    /// - Parameter answer: Carries out a command.
    package func serve(at now: HostTime, answer: (String) -> PhoneAnswer) {
        guard !isClosed else { return }
        accept(at: now)
        for index in clients.indices {
            receive(&clients[index])
            answerLines(of: &clients[index], at: now, answer)
            send(&clients[index], at: now)
        }
        clients.removeAll { client in
            let isOver =
                (client.isClosing && client.toSend.isEmpty && !client.hasLine)
                || now >= client.deadline
                || client.toSend.count > Self.answerBytesMax
            if isOver { Glibc.close(client.descriptor) }
            return isOver
        }
    }

    private func accept(at now: HostTime) {
        for _ in 0..<Self.clientsMax {
            let descriptor = sori_accept(listener)
            guard descriptor >= 0 else { return }
            guard clients.count < Self.clientsMax,
                sori_user_at_other_end(descriptor) == Int(getuid())
            else {
                Glibc.close(descriptor)
                continue
            }
            clients.append(Client(descriptor: descriptor, deadline: now + Self.patience))
        }
    }

    private func receive(_ client: inout Client) {
        guard !client.isClosing, client.received.count <= Self.lineBytesMax else { return }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(client.descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        if count > 0 {
            client.received += bytes[..<count]
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            // What it has sent before is answered.
            client.isClosing = true
        }
    }

    private func answerLines(
        of client: inout Client, at now: HostTime, _ answer: (String) -> PhoneAnswer
    ) {
        for _ in 0..<Self.commandsATime {
            guard let end = client.received.firstIndex(of: UInt8(ascii: "\n")) else { break }
            let line = client.received[..<end]
            guard client.hasLine else { break }
            let text = String(validating: line, as: UTF8.self)
            client.received.removeSubrange(...end)
            client.deadline = now + Self.patience
            client.toSend +=
                (text.map(answer) ?? PhoneAnswer(.wrongUse, ["the command is not UTF-8"]))
                .text.utf8
        }
        let end = client.received.firstIndex(of: UInt8(ascii: "\n")) ?? client.received.count
        guard end > Self.lineBytesMax, !client.isClosing else { return }
        let what = "a command has at most \(Self.lineBytesMax) bytes"
        client.toSend += PhoneAnswer(.wrongUse, [what]).text.utf8
        client.isClosing = true
    }

    private func send(_ client: inout Client, at now: HostTime) {
        while !client.toSend.isEmpty {
            let count = client.toSend.withUnsafeBytes {
                Glibc.send(
                    client.descriptor, $0.baseAddress, $0.count,
                    Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else {
                if errno == EAGAIN || errno == EINTR { return }
                (client.toSend, client.isClosing) = ([], true)
                return
            }
            client.toSend.removeFirst(count)
            client.deadline = now + Self.patience
        }
    }
}
