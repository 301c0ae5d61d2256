import Foundation
import Synchronization

/// Carries packets of a voice to the other end of a call, and back.
public protocol VoiceNetwork: Sendable {
    /// Sends a packet; never waits, because the audio unit's thread calls it.
    func send(_ packet: [Int16])

    /// Sets what receives the packets of the other end, on any thread.
    func receive(_ handler: @escaping @Sendable ([Int16]) -> Void)
}

/// A network that ends where it begins: what is said comes back some packets later.
public final class EchoNetwork: VoiceNetwork {
    private struct State {
        var packets: [[Int16]] = []
        var handler: (@Sendable ([Int16]) -> Void)?
    }

    private let packetCount: Int
    private let state = Mutex(State())

    /// - Parameter delay: Seconds until a packet comes back.
    public init(delay: Double) {
        packetCount = Int(delay / VoiceFormat.packetSeconds)
    }

    public func receive(_ handler: @escaping @Sendable ([Int16]) -> Void) {
        state.withLock { $0.handler = handler }
    }

    public func send(_ packet: [Int16]) {
        let (arrived, handler) = state.withLock { state in
            state.packets.append(packet)
            let isFull = state.packets.count > packetCount
            return (isFull ? state.packets.removeFirst() : nil, state.handler)
        }
        if let arrived { handler?(arrived) }
    }
}

/// A network between two programs of this machine, by UDP.
public final class LocalNetwork: VoiceNetwork {
    /// What the system has refused.
    public struct SocketError: Error {
        public let call: String
        public let code: Int32
    }

    private let descriptor: Int32
    private let peer: UInt16

    /// - Parameters:
    ///   - port: The port of this program.
    ///   - peer: The port of the other one.
    public init(port: UInt16, peer: UInt16) throws {
        self.peer = peer
        descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        guard descriptor >= 0 else { throw SocketError(call: "socket", code: errno) }
        var address = Self.address(port)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            let code = errno
            close(descriptor)
            throw SocketError(call: "bind", code: code)
        }
    }

    deinit {
        // Closing alone leaves the thread that receives waiting.
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    public func send(_ packet: [Int16]) {
        var address = Self.address(peer)
        // A packet that the network has no room for is lost, as any may be.
        _ = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                sendto(
                    descriptor, packet, 2 * packet.count, Int32(MSG_DONTWAIT), address,
                    socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    public func receive(_ handler: @escaping @Sendable ([Int16]) -> Void) {
        let descriptor = descriptor
        Thread.detachNewThread {
            var packet = [Int16](repeating: 0, count: VoiceFormat.packetFrames)
            while true {
                let byteCount = recv(descriptor, &packet, 2 * packet.count, 0)
                // Nothing more comes after the end of the network.
                guard byteCount > 0 else { return }
                handler(Array(packet.prefix(byteCount / 2)))
            }
        }
    }
}
