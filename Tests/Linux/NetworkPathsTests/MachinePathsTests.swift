import Foundation
import Glibc
import NetworkPaths
import Synchronization
import TestSupport
import Testing

/// In a network of its own, which the test makes and changes.
@Suite struct MachinePathsTests {
    @Test func `the way of this machine can be read`() {
        let path = MachinePaths.shared.path
        #expect(path.isSatisfied == (path.obstacle == nil))
        #expect(path.isSatisfied == !path.interfaces.isEmpty)
        #expect(path.interfaces.allSatisfy { $0.index > 0 && !$0.name.isEmpty })
    }

    @Test(.enabled(if: PrivateNetwork.isPermitted, "a network of its own is not permitted"))
    func `a route that comes and goes is seen`() throws {
        try PrivateNetwork.run {
            let paths = MachinePaths()
            #expect(paths.path.obstacle == .noRoute)
            let seen = Seen()
            let observation = paths.observe { seen.add($0) }
            try PrivateNetwork.change([
                "link add v0 type veth peer name v1", "link set v1 up", "link set v0 up",
                "addr add 10.1.2.3/24 dev v0", "route add default via 10.1.2.1",
            ])
            let up = try #require(seen.next { $0.isSatisfied })
            #expect(up.interfaces.map(\.name) == ["v0"])
            #expect(up.interfaces.map(\.kind) == [.wiredEthernet])
            #expect(up.gateways == ["10.1.2.1"])
            #expect(up.supportsIPv4)
            #expect(paths.path == up)

            try PrivateNetwork.change(["link set v1 down"])
            #expect(seen.next { !$0.isSatisfied } != nil)
            try PrivateNetwork.change(["link set v1 up"])
            #expect(seen.next { $0.isSatisfied } != nil)
            let other = paths.observe { _ in }
            observation.cancel()
            other.cancel()
        }
    }

    @Test(.enabled(if: PrivateNetwork.isPermitted, "a network of its own is not permitted"))
    func `the thread ends with the last observer and starts again`() throws {
        try PrivateNetwork.run {
            let paths = MachinePaths()
            for _ in 0..<3 {
                let seen = Seen()
                let first = paths.observe { seen.add($0) }
                let second = paths.observe { seen.add($0) }
                first.cancel()
                try PrivateNetwork.change([
                    "link add v0 type veth peer name v1", "link set v1 up", "link set v0 up",
                    "addr add 10.1.2.3/24 dev v0", "route add default via 10.1.2.1",
                ])
                #expect(seen.next { $0.isSatisfied } != nil)
                second.cancel()
                try PrivateNetwork.change(["link delete v0"])
            }
        }
    }
}

/// The paths that an observer has been told of.
private final class Seen: Sendable {
    private let paths = Mutex<[NetworkPath]>([])
    private let arrived = DispatchSemaphore(value: 0)

    func add(_ path: NetworkPath) {
        paths.withLock { $0.append(path) }
        arrived.signal()
    }

    /// Waits for a path, and forgets those before it.
    func next(_ isWanted: (NetworkPath) -> Bool) -> NetworkPath? {
        let end = DispatchTime.now() + 10
        while arrived.wait(timeout: end) == .success {
            let path = paths.withLock { $0.removeFirst() }
            if isWanted(path) { return path }
        }
        return nil
    }
}

/// A network namespace for one thread, and the threads and programs that it starts.
private enum PrivateNetwork {
    static let isPermitted: Bool = {
        guard program != nil else { return false }
        return (try? run { try change(["link add v0 type veth peer name v1"]) }) != nil
    }()

    private static let program = ["/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip", "/bin/ip"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// `unshare`, which the imported headers leave out.
    private static let leaveNetwork = dlsym(nil, "unshare").map {
        unsafeBitCast($0, to: (@convention(c) (Int32) -> Int32).self)
    }

    struct Failure: Error {
        var words: String
    }

    /// Runs code on a thread with a network without anything but a loopback interface.
    static func run(_ body: @escaping @Sendable () throws -> Void) throws {
        let result = Mutex<Result<Void, any Error>?>(nil)
        let end = DispatchSemaphore(value: 0)
        let thread = Thread {
            let made = leaveNetwork?(0x4000_0000) == 0
            result.withLock {
                $0 = Result {
                    guard made else { throw Failure(words: "unshare: \(errno)") }
                    try body()
                }
            }
            end.signal()
        }
        thread.start()
        end.wait()
        try result.withLock { $0 }?.get()
    }

    /// Runs the program `ip` with each of some lines.
    static func change(_ lines: [String]) throws {
        for line in lines {
            let process = TestProcess()
            process.executableURL = program.map { URL(fileURLWithPath: $0) }
            process.arguments = line.split(separator: " ").map(String.init)
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw Failure(words: "ip \(line)") }
        }
    }
}
