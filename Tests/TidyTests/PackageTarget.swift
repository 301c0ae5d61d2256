import Foundation

/// A target as the package's manifest declares it.
struct PackageTarget: Sendable {
    var name: String
    /// The folder of its sources.
    var path: String
    /// Targets and modules that it may import.
    var dependencies: Set<String>

    /// Reads the targets of a manifest in the form that `Package.swift` here has.
    static func targets(inManifest manifest: String) -> [PackageTarget] {
        guard let start = manifest.range(of: "\n    targets: [") else { return [] }
        var targets: [PackageTarget] = []
        var declaration = ""
        for line in manifest[start.upperBound...].split(separator: "\n") {
            if line.drop(while: { $0 == " " }).hasPrefix("//") { continue }
            if line.hasPrefix("        ."), !declaration.isEmpty {
                if let target = PackageTarget(declaration: declaration) { targets.append(target) }
                declaration = ""
            }
            if line == "    ]," { break }
            declaration += line
        }
        if let target = PackageTarget(declaration: declaration) { targets.append(target) }
        return targets
    }

    private init?(declaration: String) {
        guard let name = PackageTarget.text(after: "name: \"", in: declaration) else { return nil }
        self.name = name
        let folder = declaration.contains(".testTarget(") ? "Tests/" : "Sources/"
        path = PackageTarget.text(after: "path: \"", in: declaration) ?? folder + name
        dependencies = []
        guard let list = declaration.range(of: "dependencies: [") else { return }
        var rest = declaration[list.upperBound...]
        // Traits stand in brackets of their own.
        var depth = 1
        while depth > 0, let character = rest.popFirst() {
            switch character {
            case "[": depth += 1
            case "]": depth -= 1
            case "\"":
                let name = rest.prefix { $0 != "\"" }
                rest = rest.dropFirst(name.count + 1)
                if depth == 1 { dependencies.insert(String(name)) }
            default: break
            }
        }
    }

    private static func text(after mark: String, in text: String) -> String? {
        text.range(of: mark).map { String(text[$0.upperBound...].prefix { $0 != "\"" }) }
    }
}

/// A product as the package's manifest declares it.
struct PackageProduct: Sendable {
    var name: String
    /// Whether other packages can import its modules.
    var isLibrary: Bool
    var targets: [String]

    /// Reads the products of a manifest in the form that `Package.swift` here has.
    static func products(inManifest manifest: String) -> [PackageProduct] {
        manifest.matches(
            of: /\.(library|executable)\(\s*name: "([^"]+)",[^\[\]]*targets: \[([^\]]*)\]/
        )
        .map { match in
            PackageProduct(
                name: String(match.2), isLibrary: match.1 == "library",
                targets: match.3.matches(of: /"([^"]+)"/).map { String($0.1) })
        }
    }

    /// The modules that a build of the product has: those of its targets and of all that these
    /// depend on, under any traits.
    func modules(_ targets: [PackageTarget]) -> Set<String> {
        var found: Set<String> = []
        var waiting = self.targets
        while let name = waiting.popLast() {
            guard found.insert(name).inserted else { continue }
            waiting += targets.first { $0.name == name }?.dependencies ?? []
        }
        return found
    }
}
