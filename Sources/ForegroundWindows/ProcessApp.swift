import Glibc

extension DesktopFiles {
    /// The entry of a window's app: by its ID, then by its process.
    func entry(of app: ForegroundApp) -> DesktopEntry? {
        if let entry = entry(appID: app.appID) { return entry }
        guard let processID = app.processID, app.isProcessIDVerified else { return nil }
        return entry(processID: processID)
    }

    /// The app of a process: by its control group, then by the program that it runs.
    package func entry(processID: Int32) -> DesktopEntry? {
        if let text = controlGroups(of: processID), let id = ControlGroup.appID(in: text),
            let entry = entry(appID: id)
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

/// The names of the files in a folder.
func fileNames(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < DesktopFiles.filesMax, let item = readdir(stream) {
        let name = withUnsafePointer(to: &item.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
                String(validatingCString: $0)
            }
        }
        if let name, name.first != "." { names.append(name) }
    }
    return names
}
