package import Foundation

/// A sandbox of bubblewrap, which Flatpak uses, for programs of tests.
package struct Sandbox {
    private static let path = ["/usr/bin/bwrap", "/usr/local/bin/bwrap"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Why there is no sandbox; `nil` where there is one.
    package static let reason: String? = {
        guard let path else { return "needs bubblewrap (bwrap)" }
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = Sandbox().options + ["/bin/sh", "-c", ":"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return "bwrap cannot be started: \(error)" }
        process.waitUntilExit()
        return process.terminationStatus == 0
            ? nil : "bwrap makes no sandbox here: user namespaces may be switched off"
    }()

    /// What the root folder has beside the folders of the machine.
    private var additions: [String] = []

    package init() {}

    /// A sandbox as Flatpak makes it for an application.
    ///
    /// - Parameters:
    ///   - app: The identifier of the application.
    ///   - isMounted: Whether its description is mounted, as Flatpak does it, and not a file that a
    ///     program could have written.
    package init(ofFlatpak app: String, in folder: TemporaryFolder, isMounted: Bool = true) throws {
        let info = folder.file("flatpak-info-\(app)")
        try Data("[Application]\nname=\(app)\nruntime=runtime/org.example.Platform\n".utf8)
            .write(to: URL(fileURLWithPath: info))
        additions =
            isMounted
            ? ["--ro-bind", info, "/.flatpak-info"] : ["--symlink", info, "/.flatpak-info"]
    }

    /// The folders of the machine, in a root folder of its own.
    private var options: [String] {
        var options = ["--unshare-user", "--dev-bind", "/dev", "/dev", "--bind", "/proc", "/proc"]
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/")) ?? []
        for name in names.sorted() where !["dev", "proc"].contains(name) {
            let path = "/\(name)"
            if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
                options += ["--symlink", target, path]
            } else if (try? URL(fileURLWithPath: path).resourceValues(forKeys: [.isDirectoryKey]))?
                .isDirectory == true
            {
                options += ["--ro-bind-try", path, path]
            }
        }
        return options + additions
    }

    /// Prepares a process to run a program in the sandbox.
    package func process(running program: URL, _ words: [String]) -> TestProcess {
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: Self.path ?? "/usr/bin/bwrap")
        process.arguments = options + [program.path] + words
        return process
    }
}
