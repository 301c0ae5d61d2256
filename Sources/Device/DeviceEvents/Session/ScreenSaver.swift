import DBus

/// A screen saver on the session bus, which is taken for the lock where logind knows no session.
///
/// Source: `org.gnome.ScreenSaver` of GNOME Shell and `org.freedesktop.ScreenSaver` of KDE: the
/// method `GetActive` and the signal `ActiveChanged`.
///
/// Ownership: the queue of `service`.
final class ScreenSaver: @unchecked Sendable {
    /// The names on the bus, and the paths at which an object may be.
    static let kinds: [(name: String, paths: [String])] = [
        ("org.gnome.ScreenSaver", ["/org/gnome/ScreenSaver"]),
        ("org.freedesktop.ScreenSaver", ["/org/freedesktop/ScreenSaver", "/ScreenSaver"]),
    ]

    private let service: FollowedService
    private let paths: [String]
    private let changed: @Sendable () -> Void
    private(set) var isActive = false

    init(_ service: FollowedService, paths: [String], changed: @escaping @Sendable () -> Void) {
        self.service = service
        self.paths = paths
        self.changed = changed
    }

    func start() {
        service.listen(to: service.name, "ActiveChanged") { [weak self] signal in
            guard let self, paths.contains(signal.path), let isActive = signal.arguments.first?.bool
            else { return }
            set(isActive)
        }
        service.follow { [weak self] isRunning in
            isRunning ? self?.ask() : self?.set(false)
        }
    }

    private func ask() {
        for path in paths {
            service.call("GetActive", of: service.name, at: path) { [weak self] result in
                guard let isActive = (try? result.get())?.first?.bool else { return }
                self?.set(isActive)
            }
        }
    }

    private func set(_ isActive: Bool) {
        guard isActive != self.isActive else { return }
        self.isActive = isActive
        changed()
    }
}
