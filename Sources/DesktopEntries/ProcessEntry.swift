import Glibc

extension DesktopFiles {
    /// The app of a process: by its control group, then by the program that it runs.
    package func entry(processID: Int32) -> DesktopEntry? {
        if let text = controlGroups(of: processID), let app = AppIdentifier(controlGroups: text),
            let entry = entry(appID: app.name)
        {
            return entry
        }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            let count = readlink("/proc/\(processID)/exe", buffer.baseAddress!, buffer.count)
            guard count > 0 else { return nil }
            let bytes = buffer[..<count].map { UInt8(bitPattern: $0) }
            return entry(executable: String(decoding: bytes, as: UTF8.self))
        }
    }
}

/// The text of `/proc/PID/cgroup`; its size is not known before it is read.
private func controlGroups(of processID: Int32) -> String? {
    let file = open("/proc/\(processID)/cgroup", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
        let count = read(file, buffer.baseAddress, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }
}
