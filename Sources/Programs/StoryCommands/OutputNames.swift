import AudioModel
import CommandLineTool
import Simulation

/// The names of the stories' output files, without folder and extension: one for each scenario.
///
/// A scenario's file gives its name. Two files of one name in two folders are told apart by as many
/// of their folders as it takes: `calls-busy` and `alarms-busy`.
struct OutputNames {
    private var names: [String: String] = [:]
    /// The names that are given to stories already.
    private var taken: Set<String>
    /// The scenarios that are named more than once.
    private(set) var repeated: Set<String> = []

    /// - Parameters:
    ///   - paths: The scenarios of a run.
    ///   - hasIndex: Whether the outputs have an index; no story may have its name.
    init(_ paths: [String], hasIndex: Bool) {
        taken = hasIndex ? ["index"] : []
        var seen: Set<String> = []
        for path in paths where !seen.insert(path).inserted { repeated.insert(path) }
        let partsByName = Dictionary(grouping: seen.map(Self.parts)) { $0.last }
        for path in paths where seen.remove(path) != nil {
            let parts = Self.parts(of: path)
            names[path] = take(Self.shortName(parts, among: partsByName[parts.last] ?? []))
        }
    }

    /// The name for a case of a story; a story that is told once has the name of its file.
    mutating func name(of path: String, _ storyCase: StoryCase) -> String {
        let name = names[path] ?? Self.parts(of: path).last ?? path
        guard !storyCase.isOnly else { return name }
        return take(
            ([name] + storyCase.values.map { Self.plainText($0.value) }).joined(separator: "-"))
    }

    /// The name for one of a story's runs: `busy-profile-6`.
    mutating func name(_ name: String, with profile: PhoneProfile) -> String {
        take("\(name)-profile-\(profile.rawValue)")
    }

    /// A name that no other story has: the wanted one, with a number if need be.
    private mutating func take(_ wanted: String) -> String {
        var name = wanted
        var number = 2
        while !taken.insert(name).inserted {
            name = "\(wanted)-\(number)"
            number += 1
        }
        return name
    }

    /// Limit of a value's part in a name of a file, in characters.
    private static let valueLengthMax = 24

    /// A value without characters that mean something in paths and shells.
    private static func plainText(_ value: String) -> String {
        String(
            value.prefix(valueLengthMax).map { character in
                character.isLetter || character.isNumber || "._+".contains(character)
                    ? character : "-"
            })
    }

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
