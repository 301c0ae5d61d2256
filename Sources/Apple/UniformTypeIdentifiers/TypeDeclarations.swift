package import FileTypes
package import Foundation

/// The types that are declared: by this library and by the main bundle's Info.plist.
enum TypeDeclarations {
    /// What is declared, over the machine's shared MIME database.
    static let database = FileTypeDatabase.ofMachine.adding(appTypes.map(\.declaration))

    /// The types that the app declares, by their identifiers.
    static let ofApp = Dictionary(appTypes.map { ($0.declaration.identifier, $0) }) { first, _ in
        first
    }

    private static let appTypes = AppType.all(inInfo: Bundle.main.infoDictionary ?? [:])

    /// The identifiers of the declared types of a tag, the preferred one first.
    static func identifiers(tag: String, _ tagClass: UTTagClass) -> [String] {
        switch tagClass {
        case .filenameExtension: database.uniformTypes(forExtension: tag)
        case .mimeType: database.uniformTypes(forMIMEType: tag)
        default: []
        }
    }
}

extension UTTagClass {
    /// The form in which tags of the class are compared; `nil` for a text that is no such tag.
    func normalized(_ tag: String) -> String? {
        switch self {
        case .filenameExtension: FileTypeDatabase.normalizedExtension(tag)
        case .mimeType: FileTypeDatabase.normalizedMIMEType(tag)
        default: tag.isEmpty ? nil : tag
        }
    }
}

/// A type that an app's Info.plist declares.
package struct AppType: Sendable {
    package var declaration: UniformTypeDeclaration
    package var description: String?
    package var version: Int?
    package var referenceURL: URL?

    /// The most types of an Info.plist that are read.
    package static let countMax = 1_000

    /// Reads the declarations of an Info.plist; values of a wrong kind are ignored.
    package static func all(inInfo info: [String: Any]) -> [AppType] {
        let lists = ["UTExportedTypeDeclarations", "UTImportedTypeDeclarations"].map { key in
            info[key] as? [[String: Any]] ?? []
        }
        return lists.joined().prefix(countMax).compactMap { AppType($0) }
    }

    private init?(_ entry: [String: Any]) {
        guard let identifier = entry["UTTypeIdentifier"] as? String, !identifier.isEmpty else {
            return nil
        }
        func texts(_ value: Any?) -> [String] {
            value as? [String] ?? (value as? String).map { [$0] } ?? []
        }
        let specification = entry["UTTypeTagSpecification"] as? [String: Any] ?? [:]
        func tags(_ tagClass: UTTagClass) -> [String] {
            texts(specification[tagClass.rawValue]).compactMap { tagClass.normalized($0) }
        }
        declaration = UniformTypeDeclaration(
            identifier, parents: texts(entry["UTTypeConformsTo"]),
            endings: tags(.filenameExtension), mimeTypes: tags(.mimeType))
        description = entry["UTTypeDescription"] as? String
        version = entry["UTTypeVersion"] as? Int
        referenceURL = (entry["UTTypeReferenceURL"] as? String).flatMap { URL(string: $0) }
    }
}
