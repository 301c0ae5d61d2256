import SoundClient

/// The app that the running code belongs to: the simulated one it runs in, or else this process.
///
/// The process's own app is made at the first call, with a server of its own, and lives as long as
/// the process. Any thread.
public func currentApp() -> AppSound {
    CurrentApp.simulated ?? EmbeddedApp.shared
}

/// The parts put together for a program that only links one of Apple's modules.
private enum EmbeddedApp {
    static let shared = makeEmbeddedApp()
}

/// A server, the machine's clock and output, and one app named after the process.
private func makeEmbeddedApp() -> AppSound {
    preconditionFailure("the embedded server is not part of the package yet")
}
