import HostLinux
import Synchronization

/// Collects the notices of a device. Any thread.
final class DeviceNotices: Sendable {
    private let list = Mutex<[DeviceNotice]>([])

    var all: [DeviceNotice] { list.withLock { $0 } }
    /// How often the device was lost.
    var lossCount: Int { all.count { if case .lost = $0 { true } else { false } } }

    func contain(_ notice: DeviceNotice) -> Bool { all.contains(notice) }

    @Sendable func add(_ notice: DeviceNotice) {
        list.withLock { $0.append(notice) }
    }
}
