import CommandLineTool

/// The names of the stories' output files, without folder and extension: one for each scenario.
///
/// A scenario's file gives its name. Two files of one name in two folders are told apart by as many
/// of their folders as it takes: `calls-busy` and `alarms-busy`.
struct OutputNames {
    private var names: [String: String] = [:]
    /// The scenarios that are named more than once.
    private(set) var repeated: Set<String> = []

    /// - Parameters:
    ///   - paths: The scenarios of a run.
    ///   - hasIndex: Whether the outputs have an index; no story may have its name.
    init(_ paths: [String], hasIndex: Bool) {
        var taken: Set<String> = hasIndex ? ["index"] : []
        var seen: Set<String> = []
        for path in paths where !seen.insert(path).inserted { repeated.insert(path) }
        let partsByName = Dictionary(grouping: seen.map(Self.parts)) { $0.last }
        for path in paths where seen.remove(path) != nil {
            let parts = Self.parts(of: path)
            let wanted = Self.shortName(parts, among: partsByName[parts.last] ?? [])
            var name = wanted
            var number = 2
            while !taken.insert(name).inserted {
                name = "\(wanted)-\(number)"
                number += 1
            }
            names[path] = name
        }
    }

    func name(of path: String) -> String { names[path] ?? Self.parts(of: path).last ?? path }

    /// The fewest of the last parts that no other path ends with.
    private static func shortName(_ parts: [String], among all: [[String]]) -> String {
        var count = 1
        while count < parts.count,
            all.count(where: { $0.suffix(count).elementsEqual(parts.suffix(count)) }) > 1
        {
            count += 1
        }
        return parts.suffix(count).joined(separator: "-")
    }

    /// The folders of a path, and the base name of its file.
    private static func parts(of path: String) -> [String] {
        guard path != StoryPlan.standardInput else { return ["standard-input"] }
        let folders = folder(of: path).split(separator: "/").filter { $0 != "." && $0 != ".." }
        return folders.map(String.init) + [baseName(of: path)]
    }
}
