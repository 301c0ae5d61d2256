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

    /// Removes the folder and all in it; links are removed, not followed.
    func remove() { Self.remove(path, depth: 0) }

    private static let depthMax = 16

    private static func remove(_ path: String, depth: Int) {
        guard depth < depthMax, let folder = opendir(path) else { return }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name != ".", name != ".." else { continue }
            let inner = path + "/" + name
            if unlink(inner) != 0 { remove(inner, depth: depth + 1) }
        }
        closedir(folder)
        rmdir(path)
    }
}
