/// One of Apple's frameworks and the modules that offer it here.
struct Framework: Sendable {
    var name: String
    var modules: [String]

    static let all = [
        Framework(name: "AVFAudio", modules: ["AVFAudio"]),
        Framework(
            name: "AudioToolbox",
            modules: ["AudioToolbox", "CAudioToolbox", "AudioCallbacks", "CoreFoundationTypes"]),
        Framework(name: "CoreAudioTypes", modules: ["CoreAudioTypes"]),
        Framework(name: "CoreMedia", modules: ["CoreMedia"]),
        Framework(name: "MediaPlayer", modules: ["MediaPlayer"]),
        Framework(name: "UIKit", modules: ["UIKit"]),
        Framework(name: "Network", modules: ["Network"]),
        Framework(name: "os", modules: ["os"]),
        Framework(name: "OpenAL", modules: ["OpenAL", "COpenAL"]),
        Framework(name: "AVFoundation", modules: ["AVFoundation"]),
        Framework(name: "CoreAudio", modules: []),
    ]
}

/// The text of `docs/coverage.md`.
struct CoveragePage {
    let symbols: [String: Set<PublicSymbol>]
    let list: SymbolList
    let areas: [AppleArea]
    private let names: SwiftNames

    init(symbols: [String: Set<PublicSymbol>], list: SymbolList, areas: [AppleArea]) {
        self.symbols = symbols
        self.list = list
        self.areas = areas
        names = SwiftNames(symbols.values.joined())
    }

    var markdown: String {
        let parts = [introduction, summary, areaTable] + Framework.all.map(section)
        return parts.joined(separator: "\n\n") + "\n"
    }

    private let introduction = """
        # Coverage

        What there is of Apple's frameworks, and what is left out. `scripts/coverage` writes this page
        from the built modules and from two lists in `Tests/SourceCompatibility`:

        - `apple-symbols.tsv` has the names of Apple's public symbols, as public bindings list them (its
          head says which, and of what day). They are names of Objective-C and C for all of Apple's
          systems, so some exist on a Mac alone, and what only Swift has is not among them. A symbol
          counts as here if a public symbol of ours has the name that Swift gives it, so a method
          counts once one of its forms is there. There is no such list for `os` and `Network`.
        - `symbols.tsv` has the symbols that public projects use most. A client there uses each of them
          that is not left out, with the type it has on Apple's systems, in both language modes.

        *In Swift* counts every public symbol of the module, Swift's own and members of types included.
        Methods that a class inherits are listed with its superclass. Our `AVFoundation` is AVFAudio and CoreMedia by its
        name: its row counts what Apple's has beyond them.
        """

    private var summary: String {
        var lines = [
            "| framework | Apple's symbols | here | share | in Swift | listed, and used by a client"
                + " | listed, and left out |",
            "| --- | --- | --- | --- | --- | --- | --- |",
        ]
        var names = Framework.all.map(\.name)
        for area in areas where !names.contains(area.framework) { names.append(area.framework) }
        for name in names {
            let areas = areas.filter { $0.framework == name }
            let (count, here) = (areas.map(\.count).reduce(0, +), areas.map(here).reduce(0, +))
            let listed = list.symbols.filter { $0.framework == name }
            let left = listed.count { $0.reason != nil }
            let share = count == 0 ? "–" : "\(here * 100 / count) %"
            lines.append(
                "| \(name) | \(count == 0 ? "–" : "\(count)") | \(count == 0 ? "–" : "\(here)") "
                    + "| \(share) | \(symbols[name]?.count ?? 0) | \(listed.count - left) | \(left) |"
            )
        }
        return lines.joined(separator: "\n")
    }

    // MARK: Areas

    private var areaTable: String {
        let lines =
            [
                "## What is left out, by area", "",
                "The last column names types that are missing, or functions where an area has no types.",
                "", "| framework | area | Apple's symbols | here | missing |",
                "| --- | --- | --- | --- | --- |",
            ]
            + areas.map { area in
                "| \(area.framework) | \(area.name) | \(area.count) | \(here(area)) | "
                    + "\(missing(in: area)) |"
            }
        return lines.joined(separator: "\n")
    }

    private func here(_ area: AppleArea) -> Int {
        area.symbols.count(where: names.contain)
    }

    private func missing(in area: AppleArea) -> String {
        var types = area.types
        if !area.isCountedOnly {
            let owners = Set(area.symbols.map(\.owner)).subtracting([""])
            types = owners.filter { !names.contain(.init(owner: "", name: $0)) }
        }
        if types.isEmpty, here(area) == 0 { return "all" }
        // Short names are those of what the others belong to.
        types.sort { ($0.count, $0) < ($1.count, $1) }
        let shown = types.prefix(6).map { "`\($0)`" }.joined(separator: ", ")
        return types.count > 6 ? shown + " and \(types.count - 6) more" : shown
    }

    /// Types and functions of areas that are only counted, and exist all the same.
    var wronglyCounted: [String] {
        areas.filter(\.isCountedOnly).flatMap { area in
            area.types.filter { names.contain(.init(owner: "", name: $0)) }
                .map { "\($0) exists, but its area '\(area.name)' is counted as left out" }
        }
    }

    // MARK: Frameworks

    private func section(_ framework: Framework) -> String {
        var parts = ["## \(framework.name)"]
        let left = list.symbols.filter { $0.framework == framework.name && $0.reason != nil }
        if !left.isEmpty { parts.append(leftOut(left)) }
        if let symbols = symbols[framework.name], !symbols.isEmpty {
            parts.append(existing(symbols))
        }
        return parts.joined(separator: "\n\n")
    }

    private func leftOut(_ symbols: [ListedSymbol]) -> String {
        var reasons: [String] = []
        for case let reason? in symbols.map(\.reason) where !reasons.contains(reason) {
            reasons.append(reason)
        }
        let rows = reasons.map { reason in
            let names = symbols.filter { $0.reason == reason }.map { "`\($0.name)`" }
            return "| \(names.joined(separator: ", ")) | \(reason) |"
        }
        return (["| left out | why |", "| --- | --- |"] + rows).joined(separator: "\n")
    }

    private func existing(_ symbols: Set<PublicSymbol>) -> String {
        var members: [String: Set<String>] = [:]
        for symbol in symbols {
            if ["class", "struct", "enum", "protocol"].contains(symbol.kind) {
                members[symbol.path, default: []].formUnion([])
            } else if symbol.owners.isEmpty {
                members[title(symbol.kind), default: []].insert(symbol.name)
            } else {
                members[symbol.owners.joined(separator: "."), default: []].insert(symbol.name)
            }
        }
        let rows = members.sorted { $0.key < $1.key }.map { owner, names in
            let names = names.sorted().map { "`\($0)`" }
            return "| \(owner) | \(names.joined(separator: ", ")) |"
        }
        return (["| type | members |", "| --- | --- |"] + rows).joined(separator: "\n")
    }

    /// The row of symbols outside of types.
    private func title(_ kind: String) -> String {
        switch kind {
        case "func", "func.op": "*functions*"
        case "typealias": "*type aliases*"
        default: "*constants*"
        }
    }
}
