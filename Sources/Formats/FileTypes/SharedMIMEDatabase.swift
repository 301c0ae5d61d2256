/// What the machine's shared MIME database says of endings and types.
///
/// The files are those of freedesktop.org's specification "Shared MIME-info Database": `globs2`,
/// `aliases` and `subclasses`. Lines that cannot be read are skipped.
package struct SharedMIMEDatabase: Sendable {
    /// The texts of one folder's files, each `nil` where the file is missing.
    package struct Files: Sendable {
        package var globs: [UInt8]?
        package var aliases: [UInt8]?
        package var subclasses: [UInt8]?

        package init(
            globs: [UInt8]? = nil, aliases: [UInt8]? = nil, subclasses: [UInt8]? = nil
        ) {
            self.globs = globs
            self.aliases = aliases
            self.subclasses = subclasses
        }
    }

    private struct Glob {
        var weight: Int
        var type: String
    }

    private var globs: [String: [Glob]] = [:]
    private var endings: [String: [String]] = [:]
    private var canonicalTypes: [String: String] = [:]
    private var aliasesOfType: [String: [String]] = [:]
    private var parents: [String: [String]] = [:]

    /// The most lines of a file that are read; the database of a desktop has 2,000.
    package static let lineCountMax = 50_000
    /// The most bytes of a line; longer ones are skipped.
    package static let lineByteCountMax = 1_000
    /// The most types of an ending, endings, aliases or supertypes of a type that are kept.
    package static let listCountMax = 64

    /// A machine without a database.
    package init() {}

    /// Reads the databases of several folders, the most important first.
    package init(_ folders: [Files]) {
        var withoutGlobs: Set<String> = []
        for folder in folders {
            var cleared: Set<String> = []
            Self.eachLine(folder.globs) { line in
                addGlob(line, except: withoutGlobs, cleared: &cleared)
            }
            withoutGlobs.formUnion(cleared)
            Self.eachLine(folder.aliases) { line in
                guard let (alias, type) = Self.pair(line), canonicalTypes[alias] == nil else {
                    return
                }
                canonicalTypes[alias] = type
                Self.append(alias, to: &aliasesOfType[type, default: []])
            }
            Self.eachLine(folder.subclasses) { line in
                guard let (type, parent) = Self.pair(line) else { return }
                Self.append(parent, to: &parents[type, default: []])
            }
        }
        for key in globs.keys {
            // A sort that keeps the order of equal weights: the more important folder is first.
            let sorted = (globs[key] ?? []).enumerated().sorted {
                ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
            }
            globs[key] = sorted.map(\.element)
        }
    }

    /// The types of an ending, by weight.
    func types(forEnding ending: String) -> [String] { globs[ending]?.map(\.type) ?? [] }

    /// The endings of a type, in the order of the file.
    func endings(of type: String) -> [String] { endings[type] ?? [] }

    /// The type that an alias stands for, or the type itself.
    func canonical(_ type: String) -> String { canonicalTypes[type] ?? type }

    /// The other names of a type.
    func aliases(of type: String) -> [String] { aliasesOfType[canonical(type)] ?? [] }

    /// The types of which a type is a subclass, the nearest first; a circle is gone round once.
    func supertypes(of type: String) -> [String] {
        var found: [String] = []
        var next = [canonical(type)]
        while let current = next.popFirst(), found.count < Self.listCountMax {
            for parent in parents[current] ?? [] where !found.contains(parent) && parent != type {
                found.append(parent)
                next.append(canonical(parent))
            }
        }
        return found
    }

    // MARK: Lines

    private static func append(_ item: String, to list: inout [String]) {
        guard list.count < listCountMax, !list.contains(item) else { return }
        list.append(item)
    }

    private static func eachLine(_ bytes: [UInt8]?, _ body: (String) -> Void) {
        guard let bytes else { return }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: lineCountMax)
        for line in lines.prefix(lineCountMax) {
            guard line.count <= lineByteCountMax, line.first != UInt8(ascii: "#") else { continue }
            body(String(decoding: line, as: UTF8.self))
        }
    }

    /// Two types with a space between them.
    private static func pair(_ line: String) -> (String, String)? {
        let words = line.split(separator: " ")
        guard words.count == 2, let first = MIMEType.normalized(words[0]),
            let second = MIMEType.normalized(words[1]), first != second
        else { return nil }
        return (first, second)
    }

    /// Adds a line such as `50:audio/mpeg:*.mp3`; patterns that are no plain ending are skipped.
    private mutating func addGlob(
        _ line: String, except withoutGlobs: Set<String>, cleared: inout Set<String>
    ) {
        let fields = line.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count >= 3, let weight = Int(fields[0]),
            let type = MIMEType.normalized(fields[1])
        else { return }
        if fields[2] == "__NOGLOBS__" {
            cleared.insert(type)
            return
        }
        let isCaseSensitive = fields.dropFirst(3).contains { field in
            field.split(separator: ",").contains("cs")
        }
        let pattern = fields[2]
        guard !isCaseSensitive, !withoutGlobs.contains(type), pattern.hasPrefix("*.") else {
            return
        }
        let ending = pattern.dropFirst(2).lowercased()
        guard !ending.isEmpty, !ending.contains(where: { "*?[].".contains($0) }) else { return }
        var list = globs[ending] ?? []
        guard list.count < Self.listCountMax, !list.contains(where: { $0.type == type }) else {
            return
        }
        list.append(Glob(weight: weight, type: type))
        globs[ending] = list
        Self.append(ending, to: &endings[type, default: []])
    }
}

extension Array {
    fileprivate mutating func popFirst() -> Element? { isEmpty ? nil : removeFirst() }
}
