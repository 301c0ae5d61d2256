import DesktopEntries
import Foundation
import Glibc
import TestSupport
import Testing

/// A headless compositor, and terminals as its apps.
private final class Sway {
    static let isAvailable = isInstalled("sway", "swaymsg", "foot", "setpriv")

    let folder: TemporaryFolder
    private let server: TestServer

    init(in folder: TemporaryFolder) throws {
        self.folder = folder
        for name in fileNames(in: folder) where name.hasPrefix("sway-ipc") {
            unlink(folder.file(name))
        }
        let configuration = folder.file("config")
        try Data("xwayland disable\n".utf8).write(to: URL(fileURLWithPath: configuration))
        // It refuses to run as root.
        let nobody: uid_t = 65534
        var words = ["sway", "-c", configuration]
        if getuid() == 0 {
            words = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + words
            chown(folder.path, nobody, nobody)
        }
        chmod(folder.path, 0o700)
        server = try TestServer(
            words,
            environment: [
                "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman",
                "WLR_LIBINPUT_NO_DEVICES": "1", "XDG_RUNTIME_DIR": folder.path,
                "HOME": folder.path,
            ], without: ["WAYLAND_DISPLAY", "DISPLAY", "SWAYSOCK", "WAYLAND_SOCKET"])
    }

    func stop() { server.stop() }

    /// Opens a terminal; the observer knows the socket.
    func open(_ appID: String) throws -> TestServer {
        let socket = fileNames(in: folder).sorted().last {
            $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock")
        }
        return try TestServer(
            ["foot", "--app-id", appID, "sh", "-c", "exec tail -f /dev/null"],
            environment: [
                "XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": socket ?? "",
                "HOME": folder.path,
            ], without: ["DISPLAY", "WAYLAND_SOCKET"])
    }

    func command(_ text: String) throws {
        let socket = fileNames(in: folder).first { $0.hasPrefix("sway-ipc") }
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swaymsg", "-s", folder.file(socket ?? ""), text]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "swaymsg \(text)")
    }
}

private func fileNames(in folder: TemporaryFolder) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
}

@Suite(
    "An observer of sway",
    .enabled(if: ForegroundObserver.isSupported(.wayland), "needs the trait Wayland"),
    .enabled(if: Sway.isAvailable, "sway or foot is not installed"), .timeLimit(.minutes(5)))
struct SwayTests {
    @Test("follows focus, the end of windows and of the compositor, and finds its successor")
    func focus() async throws {
        let folder = try TemporaryFolder()
        let applications = try TemporaryFolder()
        try Data("[Desktop Entry]\nType=Application\nName=One\nCategories=Game;\n".utf8)
            .write(to: URL(fileURLWithPath: applications.file("org.test.one.desktop")))
        let reports = Reports()
        let observer = ForegroundObserver(
            runtimeFolder: folder.path, desktopFiles: DesktopFiles(folders: [applications.path]),
            reports)
        let sway = try Sway(in: folder)
        try await observer.wait(for: .observing(.wayland))
        let one = try sway.open("org.test.one")
        #expect(
            try await reports.next()
                == ForegroundApp(
                    appID: "org.test.one",
                    entry: DesktopEntry(id: "org.test.one", name: "One", categories: ["Game"])))
        let two = try sway.open("org.test.two")
        try await reports.wait(for: "org.test.two")
        try sway.command("[app_id=org.test.one] focus")
        try await reports.wait(for: "org.test.one")
        try sway.command("workspace 2")
        try await reports.wait(for: nil)
        try sway.command("workspace 1")
        try await reports.wait(for: "org.test.one")
        one.stop()
        try await reports.wait(for: "org.test.two")
        two.stop()
        try await reports.wait(for: nil)
        sway.stop()
        try await observer.wait(for: .connecting)
        let next = try Sway(in: folder)
        try await observer.wait(for: .observing(.wayland))
        let three = try next.open("org.test.three")
        try await reports.wait(for: "org.test.three")
        three.stop()
        next.stop()
    }
}
