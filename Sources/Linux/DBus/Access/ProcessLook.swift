import Glibc

/// A look at a process at the other end of a connection.
///
/// The process is held by a descriptor of its folder in `/proc`, and by the bus's own descriptor where
/// there is one: a process that ends meanwhile is not mistaken for a later one of its number.
struct ProcessLook: Sendable {
    /// What a connection says of its other end.
    struct Credentials: Sendable {
        var process: Int32
        var user: UInt32?
        /// The process itself, as the bus has received it from the kernel.
        var descriptor: DBusFileDescriptor?
        var securityLabel: String?
    }

    private static let fileBytesMax = 262_144
    private let credentials: Credentials
    private let folder: FolderDescriptor

    /// Begins to look at a process.
    ///
    /// - Throws: `BusProgram.unknown`'s reason when the process has ended or is another user's.
    init(_ credentials: Credentials) throws(LookError) {
        if let user = credentials.user, user != getuid() {
            throw LookError(reason: "it belongs to another user")
        }
        guard credentials.process > 0 else { throw .ended }
        let descriptor = open(
            "/proc/\(credentials.process)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .ended }
        self.credentials = credentials
        folder = FolderDescriptor(descriptor)
        try checkLife()
    }

    /// The program, without reading a file that it could have made; `nil` when that must be read.
    func quickResult() throws(LookError) -> BusProgram? {
        if credentials.process == getpid() || Self.isSelfSandboxed { return .unconfined }
        let isConfined = SandboxFacts.snapName(securityLabel: credentials.securityLabel) != nil
        for name in ["ns/user", "ns/mnt"] {
            guard let own = Self.identity(AT_FDCWD, "/proc/self/\(name)"),
                let other = Self.identity(folder.number, name)
            else {
                try checkLife()
                throw LookError(reason: "the system does not show its namespaces")
            }
            if own != other || isConfined { return nil }
        }
        try checkLife()
        return .unconfined
    }

    /// The sandboxed program. It reads a file in the program's own root folder, which may block.
    func sandboxedProgram() throws(LookError) -> BusProgram {
        var facts = SandboxFacts(
            controlGroups: text(of: "cgroup") ?? "", securityLabel: credentials.securityLabel)
        // A program may be able to write into its root folder, but not to mount a file there.
        let mounts = text(of: "mountinfo") ?? ""
        if SandboxFacts.hasMount(at: "/.flatpak-info", in: mounts) {
            facts.flatpakInfo = text(of: "root/.flatpak-info")
        }
        try checkLife()
        return .sandboxed(name: facts.name, process: credentials.process)
    }

    /// Why a process cannot be looked at.
    struct LookError: Error, Sendable {
        var reason: String
        static let ended = LookError(reason: "it has ended")
    }

    /// Whether this program itself is in a sandbox, from which it sees no other program.
    private static let isSelfSandboxed =
        access("/.flatpak-info", F_OK) == 0 || access("/run/.containerenv", F_OK) == 0
        || getenv("SNAP_INSTANCE_NAME") != nil

    /// Checks that the process of the connection has not ended.
    private func checkLife() throws(LookError) {
        if let descriptor = credentials.descriptor {
            guard Self.process(of: descriptor) == credentials.process else { throw .ended }
        }
        // A process that has ended but is not yet waited for has no namespaces.
        var status = stat()
        guard fstatat(folder.number, "ns", &status, 0) == 0,
            (text(of: "stat") ?? "").contains(") Z ") == false, text(of: "stat") != nil
        else { throw .ended }
    }

    /// The process of a process descriptor; negative when it has ended.
    private static func process(of descriptor: DBusFileDescriptor) -> Int32? {
        let file = open("/proc/self/fdinfo/\(descriptor.number)", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let text = fileText(file, byteCountMax: fileBytesMax)
        let line = text?.split(separator: "\n").first { $0.hasPrefix("Pid:") }
        return line?.split(whereSeparator: \.isWhitespace).last.flatMap { Int32($0) }
    }

    private static func identity(_ folder: Int32, _ path: String) -> [UInt64]? {
        var status = stat()
        guard fstatat(folder, path, &status, 0) == 0 else { return nil }
        return [UInt64(status.st_dev), UInt64(status.st_ino)]
    }

    private func text(of path: String) -> String? {
        let file = openat(
            folder.number, path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return fileText(file, byteCountMax: Self.fileBytesMax)
    }

    /// A descriptor of a folder, closed with its last reference.
    private final class FolderDescriptor: Sendable {
        let number: Int32
        init(_ number: Int32) { self.number = number }
        deinit { close(number) }
    }
}
