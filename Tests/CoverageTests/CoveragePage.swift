/// One of Apple's frameworks and the modules that offer it here.
struct Framework: Sendable {
    var name: String
    var modules: [String]

    static let all = [
        Framework(name: "AVFAudio", modules: ["AVFAudio"]),
        Framework(
            name: "AudioToolbox", modules: ["AudioToolbox", "CAudioToolbox", "AudioCallbacks"]),
        Framework(name: "CoreAudioTypes", modules: ["CoreAudioTypes"]),
        Framework(name: "CoreMedia", modules: ["CoreMedia"]),
        Framework(name: "MediaPlayer", modules: ["MediaPlayer"]),
        Framework(name: "UIKit", modules: ["UIKit"]),
        Framework(name: "os", modules: ["os"]),
        Framework(name: "CoreAudio", modules: []),
    ]
}

/// The text of `docs/coverage.md`.
struct CoveragePage {
    var symbols: [String: Set<PublicSymbol>]
    var list: SymbolList

    var markdown: String {
        let parts = [introduction, summary] + Framework.all.map(section)
        return parts.joined(separator: "\n\n") + "\n"
    }

    private let introduction = """
        # Coverage

        What there is of Apple's frameworks, and what is left out. `scripts/coverage` writes this page
        from the built modules and from `Tests/SourceCompatibility/symbols.tsv`, which lists the symbols
        that public projects use most. A client in `Tests/SourceCompatibility` uses each of them that is
        not left out, with the type it has on Apple's systems, in both language modes. Methods that a
        class inherits are listed with its superclass.
        """

    private var summary: String {
        var lines = [
            "| framework | public symbols | listed, and used by a client | left out |",
            "| --- | --- | --- | --- |",
        ]
        for framework in Framework.all {
            let listed = list.symbols.filter { $0.framework == framework.name }
            let left = listed.count { $0.reason != nil }
            let count = symbols[framework.name]?.count ?? 0
            lines.append("| \(framework.name) | \(count) | \(listed.count - left) | \(left) |")
        }
        return lines.joined(separator: "\n")
    }

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
