import DeviceActions
import Glibc
import ScenarioLanguage

/// The sound that was probably meant in place of a file that is missing, as in `; did you mean
/// 'beep.wav'?`: a generated one, or a file of nearly that name in its folder. Empty if there is none.
///
/// - Parameter scenarioPath: The path of the scenario; paths count from its folder.
func suggestion(insteadOf sound: SoundSpec, in scenarioPath: String) -> String {
    guard case .file(let path) = sound else { return "" }
    let generated = generatedSound(near: path)
    if !generated.isEmpty { return Listing.suggestion([generated]) }
    let prefix = path.hasPrefix("/") ? "" : folder(of: scenarioPath)
    let near = nearbyFiles(of: prefix + path)
    return Listing.suggestion(near.map { String($0.dropFirst(prefix.count)) })
}

/// The files that were probably meant by the path of one that is missing: those of nearly its name in
/// its folder, each with the folder as it is in the path.
package func nearbyFiles(of path: String) -> [String] {
    guard access(path, F_OK) != 0 else { return [] }
    let folder = folder(of: path)
    let name = String(path.dropFirst(folder.count))
    return NearMiss.nearestWords(to: name, among: fileNames(in: folder, near: name)).map {
        folder + $0
    }
}

/// A generated sound that differs from a path in the letters of its kind: `tone:440` for `tne:440`.
private func generatedSound(near path: String) -> String {
    guard let mark = path.firstIndex(where: { $0 == ":" || $0 == "/" }) else { return "" }
    let kinds = path[mark] == ":" ? ["tone"] : ["noise", "silence"]
    let rest = path[path.index(after: mark)...]
    guard let kind = NearMiss.nearest(to: String(path[..<mark]), among: kinds),
        rest.utf8.first.map({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) == true
    else { return "" }
    return kind + path[mark...]
}

/// The path up to its last slash; empty without one.
private func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
}

/// Names of a folder's entries that are about as long as a name, in order, as many as are compared.
private func fileNames(in folder: String, near name: String) -> [String] {
    guard let entries = opendir(folder.isEmpty ? "." : folder) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    var count = 0
    while let entry = readdir(entries), count < entriesMax {
        count += 1
        let found = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if abs(found.count - name.count) <= max(1, name.count / 3) { names.append(found) }
    }
    return Array(names.sorted().prefix(NearMiss.candidatesMax))
}

/// Limit of the entries of a folder that are looked at.
private let entriesMax = 10_000
