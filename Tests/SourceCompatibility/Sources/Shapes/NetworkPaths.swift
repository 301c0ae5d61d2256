import Foundation
import Network

/// The banner of a player that has lost its network, as apps have it.
///
/// Ownership: the main queue uses it.
final class Reachability: @unchecked Sendable {
    private let monitor = NWPathMonitor()
    private let queue = DispatchQueue(label: "Reachability")
    private(set) var isConnected = true

    func begin() {
        monitor.pathUpdateHandler = { [weak self] path in
            let isConnected = path.status == .satisfied
            DispatchQueue.main.async { [weak self] in self?.isConnected = isConnected }
        }
        monitor.start(queue: queue)
    }

    func end() {
        monitor.cancel()
    }

    /// What a path means for a download.
    static func words(for path: NWPath) -> String {
        switch path.status {
        case .satisfied: break
        case .unsatisfied, .requiresConnection: return "offline"
        @unknown default: return "unknown"
        }
        if path.isConstrained { return "low data" }
        if path.isExpensive || path.usesInterfaceType(.cellular) { return "cellular" }
        if path.usesInterfaceType(.wifi) || path.usesInterfaceType(.wiredEthernet) { return "free" }
        return path.availableInterfaces.map(\.name).joined(separator: ", ")
    }
}

func tryNetworkPaths() {
    let reachability = Reachability()
    reachability.begin()
    reachability.end()
    let wireless = NWPathMonitor(requiredInterfaceType: .wifi)
    expect(!Reachability.words(for: wireless.currentPath).isEmpty, "a path has no words")
    expect(wireless.queue == nil, "a monitor has begun by itself")
}

/// The types of the symbols of `symbols.tsv`.
func checkNetworkSignatures() {
    _ = NWPathMonitor.init as () -> NWPathMonitor
    _ = NWPathMonitor.init(requiredInterfaceType:) as (NWInterface.InterfaceType) -> NWPathMonitor
    _ = NWPathMonitor.start(queue:) as (NWPathMonitor) -> (DispatchQueue) -> Void
    _ = NWPathMonitor.cancel as (NWPathMonitor) -> () -> Void
    _ = \NWPathMonitor.currentPath as KeyPath<NWPathMonitor, NWPath>
    let handler = \NWPathMonitor.pathUpdateHandler
    _ = handler as ReferenceWritableKeyPath<NWPathMonitor, (@Sendable (NWPath) -> Void)?>
    _ = \NWPath.status as KeyPath<NWPath, NWPath.Status>
    _ = \NWPath.availableInterfaces as KeyPath<NWPath, [NWInterface]>
    _ = \NWPath.isExpensive as KeyPath<NWPath, Bool>
    _ = \NWPath.isConstrained as KeyPath<NWPath, Bool>
    _ = NWPath.usesInterfaceType as (NWPath) -> (NWInterface.InterfaceType) -> Bool
    _ = \NWInterface.name as KeyPath<NWInterface, String>
    _ = \NWInterface.type as KeyPath<NWInterface, NWInterface.InterfaceType>
    _ = [NWPath.Status.satisfied, .unsatisfied, .requiresConnection]
    let types: [NWInterface.InterfaceType] = [
        .wifi, .cellular, .wiredEthernet, .loopback, .other,
    ]
    _ = types
}
