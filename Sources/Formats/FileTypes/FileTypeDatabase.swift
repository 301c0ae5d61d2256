/// What is known of the types of files: their MIME types, endings and uniform types.
///
/// The table of a guideline comes first, then the machine's shared MIME database, then the uniform
/// types that are declared here. Endings and types are compared without case; of a name its last
/// ending counts; parameters of a MIME type are ignored.
package struct FileTypeDatabase: Sendable {
    /// The table, and what this machine and its user have, read when it is first used.
    package static let ofMachine = FileTypeDatabase(.ofMachine())

    private let shared: SharedMIMEDatabase
    private let types: UniformTypeTable

    /// - Parameters:
    ///   - shared: The shared MIME database; none by default.
    ///   - declarations: Further uniform types, which an app declares; one that is declared here
    ///     already stays as it is.
    package init(
        _ shared: SharedMIMEDatabase = SharedMIMEDatabase(),
        declarations: [UniformTypeDeclaration] = []
    ) {
        self.shared = shared
        types = declarations.isEmpty ? .declaredHere : UniformTypeTable(adding: declarations)
    }

    /// The database with further uniform types.
    package func adding(_ declarations: [UniformTypeDeclaration]) -> FileTypeDatabase {
        FileTypeDatabase(shared, declarations: declarations)
    }

    // MARK: MIME types

    /// The MIME types of an ending: the table's, then those of the shared database by weight, their
    /// aliases and the types that they are subclasses of, then those of declared uniform types.
    package func mimeTypes(forExtension name: String) -> [String] {
        guard let ending = MIMEType.ending(name) else { return [] }
        let known = MIMETypeTable.types[ending] ?? []
        var found = known + shared.types(forEnding: ending)
        found += found.flatMap { shared.aliases(of: $0) }
        found += found.flatMap { shared.supertypes(of: $0) }
        found += types.ending(ending).flatMap { types[$0]?.mimeTypes ?? [] }
        return unique(found)
    }

    /// The endings of a MIME type, the preferred one first.
    package func extensions(forMIMEType type: String) -> [String] {
        guard let type = MIMEType.normalized(type) else { return [] }
        let declared = types.mimeType(type).flatMap { types[$0]?.endings ?? [] }
        return unique(declared + endings(inTableOrShared: type))
    }

    /// The endings of a MIME type, and of its other names.
    private func endings(inTableOrShared type: String) -> [String] {
        names(of: type).flatMap { (MIMETypeTable.endings[$0] ?? []) + shared.endings(of: $0) }
    }

    /// A MIME type, the type that it is an alias of, and the aliases of that.
    private func names(of type: String) -> [String] {
        unique([type, shared.canonical(type)] + shared.aliases(of: type))
    }

    // MARK: Uniform types

    /// The declaration of a uniform type; identifiers are compared without case.
    package func declaration(of identifier: String) -> UniformTypeDeclaration? {
        types[identifier]
    }

    /// The declared uniform types of an ending, the preferred one first.
    ///
    /// An ending that no declaration has belongs to the types of its MIME types.
    package func uniformTypes(forExtension name: String) -> [String] {
        guard let ending = MIMEType.ending(name) else { return [] }
        let declared = types.ending(ending)
        guard declared.isEmpty else { return declared }
        let candidates = (MIMETypeTable.types[ending] ?? []) + shared.types(forEnding: ending)
        // A type that says nothing but that it has bytes gives no ending its type.
        for type in candidates where type != Self.anyData {
            let found = declaredTypes(of: type)
            if !found.isEmpty { return found }
        }
        return []
    }

    /// The declared uniform types of a MIME type, the preferred one first.
    ///
    /// A MIME type that no declaration has belongs to the types of its endings.
    package func uniformTypes(forMIMEType type: String) -> [String] {
        guard let type = MIMEType.normalized(type) else { return [] }
        let declared = declaredTypes(of: type)
        guard declared.isEmpty else { return declared }
        for ending in endings(inTableOrShared: type) {
            let found = types.ending(ending)
            if !found.isEmpty { return found }
        }
        return []
    }

    /// The uniform types that have a MIME type, or a name that it has in the shared database.
    private func declaredTypes(of type: String) -> [String] {
        for name in names(of: type) {
            let found = types.mimeType(name)
            if !found.isEmpty { return found }
        }
        return []
    }

    /// All endings of a uniform type: those that it declares, then those that belong to it by its
    /// MIME types.
    package func extensions(ofUniformType identifier: String) -> [String] {
        guard let type = types[identifier] else { return [] }
        let others = type.mimeTypes.filter { $0 != Self.anyData }
            .flatMap { endings(inTableOrShared: $0) }
            .filter {
                types.ending($0).isEmpty && uniformTypes(forExtension: $0).first == type.identifier
            }
        return unique(type.endings + others)
    }

    /// The identifiers of some types and of all types that they conform to, the nearest first.
    package func closure(of identifiers: [String]) -> [String] {
        var found: [String] = []
        var seen: Set<String> = []
        var next = identifiers
        while !next.isEmpty {
            let level = next.map { types[$0]?.identifier ?? $0 }.filter { seen.insert($0).inserted }
            found += level
            next = level.flatMap { types[$0]?.parents ?? [] }
        }
        return found
    }

    static let anyData = "application/octet-stream"
}

/// The guideline's table in both directions.
enum MIMETypeTable {
    /// The types of an ending, the guideline's first.
    static let types: [String: [String]] = {
        var types: [String: [String]] = [:]
        for row in rows { types[row.ending] = row.types }
        return types
    }()

    /// The endings of a type: first those of which it is the first type.
    static let endings: [String: [String]] = {
        var endings: [String: [String]] = [:]
        for row in rows { endings[row.types[0], default: []].append(row.ending) }
        for row in rows {
            for type in row.types.dropFirst() { endings[type, default: []].append(row.ending) }
        }
        return endings
    }()

    /// The rows in the guideline's order, each with one type at least.
    static let rows: [(ending: String, types: [String])] = MIMETypeRows.text
        .split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ").map { $0.lowercased() }
            return words.count > 2 ? (words[0], Array(words[2...])) : nil
        }
}

/// The declared uniform types, by identifier and tag.
struct UniformTypeTable: Sendable {
    static let declaredHere = UniformTypeTable(UniformTypeRows.all)

    private var declarations: [String: UniformTypeDeclaration] = [:]
    private var endings: [String: [String]] = [:]
    private var mimeTypes: [String: [String]] = [:]

    init(_ all: [UniformTypeDeclaration]) {
        for declaration in all { add(declaration) }
    }

    init(adding declarations: [UniformTypeDeclaration]) {
        self = .declaredHere
        for declaration in declarations { add(declaration) }
    }

    private mutating func add(_ declaration: UniformTypeDeclaration) {
        let key = declaration.identifier.lowercased()
        guard !key.isEmpty, declarations[key] == nil else { return }
        declarations[key] = declaration
        for ending in declaration.endings {
            endings[ending, default: []].append(declaration.identifier)
        }
        for type in declaration.mimeTypes {
            mimeTypes[type, default: []].append(declaration.identifier)
        }
    }

    subscript(identifier: String) -> UniformTypeDeclaration? {
        declarations[identifier] ?? declarations[identifier.lowercased()]
    }

    func ending(_ ending: String) -> [String] { endings[ending] ?? [] }
    func mimeType(_ type: String) -> [String] { mimeTypes[type] ?? [] }
}

/// The items without duplicates, in order of their first occurrence.
func unique(_ items: [String]) -> [String] {
    var seen: Set<String> = []
    return items.filter { seen.insert($0).inserted }
}

extension FileTypeDatabase {
    /// The form in which endings are compared; `nil` for an empty one.
    package static func normalizedExtension(_ name: String) -> String? { MIMEType.ending(name) }

    /// The form in which MIME types are compared; `nil` for a text that is no MIME type.
    package static func normalizedMIMEType(_ type: String) -> String? { MIMEType.normalized(type) }
}

extension FileTypeDatabase {
    /// The endings of the guideline's table with their first types, in its order.
    package static var guidelineRows: [(ending: String, mimeType: String)] {
        MIMETypeTable.rows.map { ($0.ending, $0.types[0]) }
    }

    /// The uniform types that are declared here, in the order in which tags prefer them.
    package static var declaredHere: [UniformTypeDeclaration] { UniformTypeRows.all }
}
