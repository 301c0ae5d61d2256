import CommandLineTool
import Glibc

/// A private folder for temporary files.
struct TemporaryFolder {
    let path: String

    init() throws(ProgramError) {
        let above = environmentValue("TMPDIR") ?? ""
        var template = Array(((above.isEmpty ? "/tmp" : above) + "/sori-bench-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw ProgramError(
                .deviceMissing, "cannot make a folder: \(String(cString: strerror(errno)))",
                in: above.isEmpty ? "/tmp" : above, advice: "set TMPDIR")
        }
        path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    /// Allows other users to read its files.
    func letOthersRead() { chmod(path, 0o755) }

    func path(of name: String) -> String { path + "/" + name }

    /// Removes the folder and the files in it, but no folders in it.
    func remove() {
        guard let folder = opendir(path) else { return }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            unlink(self.path(of: name))
        }
        closedir(folder)
        rmdir(path)
    }
}
