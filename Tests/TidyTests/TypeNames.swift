/// A type that other types of the same module can see, declared at the top of a file.
struct DeclaredType: Hashable, Sendable {
    var name: String
    /// The module of the file.
    var module: String
    var path: String
    /// From 1.
    var line: Int

    /// Returns the types of the modules in `Sources`, in the order of the files.
    static func all(in files: [SourceFile], _ targets: [PackageTarget]) -> [DeclaredType] {
        files.flatMap { file -> [DeclaredType] in
            guard file.isSwift, file.path.hasPrefix("Sources/"),
                let module = targets.first(where: { file.path.hasPrefix($0.path + "/") })?.name
            else { return [] }
            return file.typesAtTheTop.map {
                DeclaredType(name: $0.name, module: module, path: file.path, line: $0.line)
            }
        }
    }
}

/// Modules that may declare the names of another: the callbacks of Swift 5 are those of
/// `AudioCallbacks` as programs in that language see them, and Apple names both.
private let twinModules: Set<String> = ["AudioCallbacksSwift5"]

/// Declarations of a type under a name that a module before has given to another type.
func ambiguousNames(of types: [DeclaredType]) -> [TidyViolation] {
    var owners: [String: String] = [:]
    return types.compactMap { type in
        guard !twinModules.contains(type.module) else { return nil }
        let owner = owners[type.name] ?? type.module
        owners[type.name] = owner
        guard owner != type.module else { return nil }
        return TidyViolation(
            path: type.path, line: type.line,
            message: "\(type.module) declares \(type.name), which \(owner) has, too")
    }
}

extension SourceFile {
    /// The names of the types at the top of the file, except its private ones, with their lines.
    /// Each `#if` indents what it contains.
    fileprivate var typesAtTheTop: [(name: String, line: Int)] {
        var depth = 0
        return lines.indices.compactMap { index in
            let line = trimmed(index)
            if line.hasPrefix("#if") { depth += 1 }
            if line.hasPrefix("#endif") { depth -= 1 }
            let indent = lines[index].count - line.count
            guard indent == 0 || indent == 4 * depth, let name = declaredTypeName(code(index))
            else { return nil }
            return (name, index + 1)
        }
    }
}

private let typeKeywords: Set<Substring> = [
    "class", "struct", "enum", "actor", "protocol", "typealias",
]

/// The name of the type that a line declares for other files; `nil` for any other line.
private func declaredTypeName(_ code: Substring) -> String? {
    var words = code.split(separator: " ")[...]
    while let word = words.first, word.hasPrefix("@") || modifiers.contains(word) {
        words.removeFirst()
    }
    guard let keyword = words.popFirst(), typeKeywords.contains(keyword) else { return nil }
    return words.first.map { String($0.prefix { $0.isLetter || $0.isNumber || $0 == "_" }) }
}

private let modifiers: Set<Substring> = [
    "public", "package", "internal", "open", "final", "indirect", "nonisolated",
]
