import Foundation
import TestSupport

/// A public symbol of a built module, as the compiler sees it.
struct PublicSymbol: Hashable, Sendable {
    /// The types around it, outermost first.
    var owners: [String]
    /// Its own name with the labels of its arguments.
    var name: String
    /// The kind in the compiler's words, such as `class` and `func.op`.
    var kind: String

    /// The name without labels, except an initializer's.
    var baseName: String {
        name.hasPrefix("init") ? name : String(name.prefix { $0 != "(" })
    }

    /// The name with the types around it, and without labels, except an initializer's.
    var path: String { (owners + [baseName]).joined(separator: ".") }
}

/// The public symbols of modules of this build, read with `swift symbolgraph-extract`.
struct SymbolGraph {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// The part of a symbol graph file that is needed here.
    private struct File: Decodable {
        struct Symbol: Decodable {
            struct Kind: Decodable { var identifier: String }
            var kind: Kind
            var pathComponents: [String]
        }
        var symbols: [Symbol]
    }

    private let repository: URL
    private let products: URL

    init(repository: URL) {
        self.repository = repository
        products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent()
    }

    /// The public symbols of a module and of its extensions of other modules' types.
    func symbols(of module: String) throws -> Set<PublicSymbol> {
        let folder = try TemporaryFolder()
        try extract(module, to: folder.path)
        var symbols: Set<PublicSymbol> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let bytes = try Data(contentsOf: folder.url.appendingPathComponent(name))
            for symbol in try JSONDecoder().decode(File.self, from: bytes).symbols {
                guard let name = symbol.pathComponents.last else { continue }
                symbols.insert(
                    PublicSymbol(
                        owners: symbol.pathComponents.dropLast(), name: name,
                        kind: symbol.kind.identifier.replacing("swift.", with: "")))
            }
        }
        return symbols
    }

    private func extract(_ module: String, to folder: String) throws {
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            [
                "swift", "symbolgraph-extract", "-module-name", module,
                "-I", products.appendingPathComponent("Modules").path, "-target", target,
                "-output-dir", folder, "-minimum-access-level", "public",
                "-skip-synthesized-members",
            ] + clangArguments
        let errors = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        let message = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(module): " + String(decoding: message, as: UTF8.self))
        }
    }

    /// The triple in the name of the folder that holds the products.
    private var target: String { products.deletingLastPathComponent().lastPathComponent }

    /// Where the modules of C are, generated module maps included.
    private var clangArguments: [String] {
        let sources = repository.appendingPathComponent("Sources")
        let modules = folders(in: sources).flatMap { folders(in: $0) }
        let includes = modules.map { $0.appendingPathComponent("include") }
            .filter { FileManager.default.fileExists(atPath: $0.path) }
        let maps = (folders(in: products) + modules)
            .map { $0.appendingPathComponent("module.modulemap") }
            .filter { FileManager.default.fileExists(atPath: $0.path) }
        return includes.flatMap { ["-Xcc", "-I" + $0.path] }
            + maps.flatMap { ["-Xcc", "-fmodule-map-file=" + $0.path] }
    }

    private func folders(in folder: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().map { folder.appendingPathComponent($0) }
    }
}
