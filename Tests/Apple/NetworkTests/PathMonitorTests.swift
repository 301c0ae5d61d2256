import Dispatch
import Foundation
import Network
import Simulation
import Synchronization
import Testing

@MainActor
@Suite struct PathMonitorTests {
    private let phone = SimulatedPhone()

    /// The paths that a handler has had, in words.
    private final class Seen: Sendable {
        private let paths = Mutex<[String]>([])

        func add(_ path: NWPath) { paths.withLock { $0.append(path.debugDescription) } }

        var words: [String] { paths.withLock { $0 } }
    }

    private static let wifi = "satisfied (Path is satisfied), interface: en0, ipv4, ipv6, dns"
    private static let none = "unsatisfied (No network route)"

    @Test func `the handler is told the path at the start and each change`() {
        let seen = Seen()
        let app = phone.launch("Radio") {
            let monitor = NWPathMonitor()
            monitor.pathUpdateHandler = { seen.add($0) }
            #expect(monitor.queue == nil)
            monitor.start(queue: .main)
            monitor.start(queue: .main)
            #expect(monitor.queue?.label == DispatchQueue.main.label)
            #expect(seen.words == [])
            return monitor
        }
        phone.advance(by: .seconds(1))
        #expect(seen.words == [Self.wifi])
        phone.network.isReachable = false
        phone.network.isReachable = false
        phone.advance(by: .seconds(1))
        #expect(seen.words == [Self.wifi, Self.none])
        phone.network.interface = .cellular
        phone.network.isReachable = true
        phone.advance(by: .seconds(1))
        phone.network.isLowDataMode = true
        phone.advance(by: .seconds(1))
        let cellular =
            "satisfied (Path is satisfied), interface: pdp_ip0, ipv4, ipv6, dns, expensive"
        #expect(
            seen.words == [Self.wifi, Self.none, cellular, cellular + ", constrained"])
        withExtendedLifetime(app) {}
    }

    @Test func `a path says what it uses`() throws {
        let path = phone.launch("Radio").run { NWPathMonitor().currentPath }
        #expect(path.status == .satisfied)
        #expect(path.unsatisfiedReason == .notAvailable)
        #expect(path.usesInterfaceType(.wifi) && !path.usesInterfaceType(.cellular))
        #expect(!path.isExpensive && !path.isConstrained)
        #expect(path.supportsIPv4 && path.supportsIPv6 && path.supportsDNS)
        let interface = try #require(path.availableInterfaces.first)
        #expect(interface.type == .wifi && interface.name == "en0" && interface.index > 0)
        #expect(path.gateways == [.hostPort(host: "192.0.2.1", port: .any)])
        #expect(path.localEndpoint == nil && path.remoteEndpoint == nil)
    }

    @Test func `a monitor of some interfaces sees no others`() {
        let app = phone.launch("Radio")
        let (wifi, cellular, notWifi) = app.run {
            (
                NWPathMonitor(requiredInterfaceType: .wifi),
                NWPathMonitor(requiredInterfaceType: .cellular),
                NWPathMonitor(prohibitedInterfaceTypes: [.wifi, .loopback])
            )
        }
        func statuses() -> [NWPath.Status] {
            [wifi, cellular, notWifi].map(\.currentPath.status)
        }
        #expect(statuses() == [.satisfied, .unsatisfied, .unsatisfied])
        phone.network.interface = .cellular
        #expect(statuses() == [.unsatisfied, .satisfied, .satisfied])
        #expect(cellular.currentPath.isExpensive)
        phone.network.interface = .wired
        #expect(statuses() == [.unsatisfied, .unsatisfied, .satisfied])
        phone.network.isReachable = false
        #expect(statuses() == [.unsatisfied, .unsatisfied, .unsatisfied])
        #expect(notWifi.currentPath.availableInterfaces == [])
    }

    @Test func `a monitor that is cancelled or released is silent`() {
        let seen = Seen()
        let app = phone.launch("Radio")
        let monitor = app.run {
            let monitor = NWPathMonitor()
            monitor.pathUpdateHandler = { seen.add($0) }
            monitor.start(queue: DispatchQueue(label: "paths"))
            let other = NWPathMonitor()
            other.pathUpdateHandler = { seen.add($0) }
            other.start(queue: .main)
            return monitor
        }
        phone.advance(by: .seconds(1))
        #expect(seen.words == [Self.wifi])
        app.run { monitor.cancel() }
        phone.network.isReachable = false
        phone.advance(by: .seconds(1))
        #expect(seen.words == [Self.wifi])
    }

    @Test func `a task sees each path`() async {
        let seen = Seen()
        let app = phone.launch("Radio")
        let task = app.run {
            let monitor = NWPathMonitor()
            return Task { for await path in monitor { seen.add(path) } }
        }
        await phone.advance(by: .seconds(1))
        #expect(seen.words == [Self.wifi])
        phone.network.isReachable = false
        await phone.advance(by: .seconds(1))
        #expect(seen.words == [Self.wifi, Self.none])
        task.cancel()
        phone.network.isReachable = true
        await phone.advance(by: .seconds(1))
        #expect(seen.words == [Self.wifi, Self.none])
    }

    @Test func `an iteration ends with its monitor`() async {
        let app = phone.launch("Radio")
        let monitor = app.run { NWPathMonitor() }
        let count = Mutex(0)
        async let end: Void = {
            for await _ in monitor { count.withLock { $0 += 1 } }
        }()
        await phone.advance(by: .seconds(1))
        monitor.cancel()
        await end
        #expect(count.withLock { $0 } <= 1)
        for await _ in monitor { Issue.record("a path of a cancelled monitor") }
    }

    @Test func `the machine has a path outside of simulated apps`() {
        let path = NWPathMonitor().currentPath
        #expect((path.status == .satisfied) == !path.availableInterfaces.isEmpty)
        #expect(path == NWPathMonitor().currentPath)
    }

    @Test func `addresses are read and printed`() {
        #expect(IPv4Address("192.168.1.1")?.debugDescription == "192.168.1.1")
        #expect(IPv4Address("192.168.1") == nil && IPv4Address(Data([1, 2, 3])) == nil)
        #expect(IPv6Address("FE80::1")?.debugDescription == "fe80::1")
        #expect(IPv6Address("1.2.3.4") == nil)
        #expect(NWEndpoint.Host("fe80::1") == .ipv6(IPv6Address("fe80::1")!))
        #expect(NWEndpoint.Host("example.com") == .name("example.com", nil))
        let endpoint = NWEndpoint.hostPort(host: "10.0.0.1", port: 443)
        #expect(endpoint.debugDescription == "10.0.0.1:443")
    }
}
