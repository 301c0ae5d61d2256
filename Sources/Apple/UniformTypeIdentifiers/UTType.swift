import FileTypes
public import Foundation

/// A type of files or data, by its identifier. Any thread.
///
/// Types are those of Apple's systems that files of Linux have, and those that the main bundle's
/// Info.plist declares in `UTExportedTypeDeclarations` and `UTImportedTypeDeclarations`. Endings and
/// MIME types that no declaration has are looked up in the machine's shared MIME database.
public struct UTType: Sendable {
    /// The identifier, as in `public.mp3`.
    public let identifier: String
    /// Identifiers of what an undeclared type conforms to.
    private let assumedSupertypes: [String]

    /// A constant of this module.
    init(constant identifier: String) {
        self.identifier = identifier
        assumedSupertypes = []
    }

    private init(undeclared identifier: String, conformingTo supertype: UTType) {
        self.identifier = identifier
        assumedSupertypes = [supertype.identifier] + supertype.supertypeIdentifiers
    }

    private var declaration: UniformTypeDeclaration? {
        TypeDeclarations.database.declaration(of: identifier)
    }

    // MARK: By identifier

    /// Makes the type with an identifier, which is compared without case.
    ///
    /// - Parameter identifier: An identifier, dynamic ones among them.
    /// - Returns: `nil` for one that is not declared.
    public init?(_ identifier: String) {
        if let declared = TypeDeclarations.database.declaration(of: identifier) {
            self.init(constant: declared.identifier)
        } else if DynamicTypeIdentifier(identifier) != nil {
            self.init(constant: identifier)
        } else {
            return nil
        }
    }

    /// Makes a type that the app itself defines.
    ///
    /// - Parameters:
    ///   - identifier: The identifier, as the app's Info.plist declares it. One that is not declared
    ///     gives a type without tags.
    ///   - parentType: What an undeclared type conforms to; `nil` for data.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self =
            UTType(identifier)
            ?? UTType(undeclared: identifier, conformingTo: parentType ?? .data)
    }

    /// Makes a type that the app uses and another defines; as `init(exportedAs:conformingTo:)`.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(exportedAs: identifier, conformingTo: parentType)
    }

    // MARK: By tag

    /// Makes the preferred type of an ending of file names.
    ///
    /// - Parameters:
    ///   - filenameExtension: The ending without its dot; of a name the last ending counts.
    ///   - supertype: What the type must conform to.
    /// - Returns: A dynamic type where no declared type has the ending; `nil` for an empty ending.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(
            tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
    }

    /// Makes the preferred type of a MIME type.
    ///
    /// - Parameters:
    ///   - mimeType: The MIME type; its case and its parameters do not matter.
    ///   - supertype: What the type must conform to.
    /// - Returns: A dynamic type where no declared type has the MIME type; `nil` for a text that is
    ///   no MIME type.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
    }

    /// Makes the preferred type of a tag.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - tagClass: The class of the tag.
    ///   - supertype: What the type must conform to; `nil` for any type.
    /// - Returns: A dynamic type where no declared type has the tag; `nil` for a text that is no tag.
    public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
        guard
            let first = UTType.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first
        else { return nil }
        self = first
    }

    /// The types of a tag, the preferred one first.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - tagClass: The class of the tag.
    ///   - supertype: What the types must conform to; `nil` for any type.
    /// - Returns: One dynamic type where no declared type has the tag; none for a text that is no tag.
    public static func types(
        tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?
    ) -> [UTType] {
        guard let tag = tagClass.normalized(tag) else { return [] }
        let found = TypeDeclarations.identifiers(tag: tag, tagClass)
            .map { UTType(constant: $0) }
            .filter { type in supertype.map { type.conforms(to: $0) } ?? true }
        guard found.isEmpty else { return found }
        let parent = supertype ?? .data
        let dynamic = DynamicTypeIdentifier(
            supertypes: [parent.identifier], tags: [.init(tagClass.rawValue, tag)])
        return [UTType(undeclared: dynamic.identifier, conformingTo: parent)]
    }

    /// The tags of each class, the preferred ones first.
    public var tags: [UTTagClass: [String]] {
        if let dynamic = DynamicTypeIdentifier(identifier) {
            return Dictionary(grouping: dynamic.tags) { UTTagClass(rawValue: $0.tagClass) }
                .mapValues { $0.map(\.value) }
        }
        guard let declaration else { return [:] }
        let endings = TypeDeclarations.database.extensions(ofUniformType: identifier)
        let all: [UTTagClass: [String]] = [
            .filenameExtension: endings, .mimeType: declaration.mimeTypes,
        ]
        return all.filter { !$0.value.isEmpty }
    }

    /// The ending that files of the type should have, without a dot.
    public var preferredFilenameExtension: String? { preferredTag(.filenameExtension) }

    /// The MIME type that such data should be served with.
    public var preferredMIMEType: String? { preferredTag(.mimeType) }

    private func preferredTag(_ tagClass: UTTagClass) -> String? { tags[tagClass]?.first }

    // MARK: Conformance

    private var supertypeIdentifiers: [String] {
        let direct =
            declaration?.parents
            ?? DynamicTypeIdentifier(identifier)?.supertypes ?? []
        let known = TypeDeclarations.database.closure(of: direct + assumedSupertypes)
        return known.filter { $0 != identifier }
    }

    /// All types that the type conforms to, itself not among them.
    public var supertypes: Set<UTType> {
        Set(supertypeIdentifiers.map { UTType(constant: $0) })
    }

    /// Whether the type is `type`, or conforms to it directly or indirectly.
    public func conforms(to type: UTType) -> Bool { self == type || isSubtype(of: type) }

    /// Whether `type` conforms to this type, and is another.
    public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

    /// Whether the type conforms to `type`, and is another.
    public func isSubtype(of type: UTType) -> Bool {
        self != type && supertypeIdentifiers.contains(type.identifier)
    }

    // MARK: Kinds

    /// Whether the type is made from a tag that no declared type has.
    public var isDynamic: Bool { DynamicTypeIdentifier(identifier) != nil }

    /// Whether the type is declared, here or by the app.
    public var isDeclared: Bool { declaration != nil }

    /// Whether the type belongs to no company: its identifier begins with `public.`.
    public var isPublic: Bool { identifier.lowercased().hasPrefix("public.") }

    // MARK: Descriptions

    /// The description that the app's Info.plist has for the type; `nil` for the types of the system.
    public var localizedDescription: String? { TypeDeclarations.ofApp[identifier]?.description }

    /// The version that the app's Info.plist has for the type; `nil` for the types of the system.
    public var version: Int? { TypeDeclarations.ofApp[identifier]?.version }

    /// The page about the type that the app's Info.plist names; `nil` for the types of the system.
    public var referenceURL: URL? { TypeDeclarations.ofApp[identifier]?.referenceURL }
}

extension UTType: Hashable {
    /// Types are equal by their identifiers.
    public static func == (left: UTType, right: UTType) -> Bool {
        left.identifier == right.identifier
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension UTType: Codable {
    /// Reads an identifier; one that is not declared gives a type that conforms to data.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let identifier = try container.decode(String.self)
        guard !identifier.isEmpty else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "the identifier of a type is empty")
        }
        self.init(importedAs: identifier)
    }

    /// Writes the identifier.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}

extension UTType: CustomStringConvertible, CustomDebugStringConvertible {
    /// The identifier.
    public var description: String { identifier }

    /// The identifier, and whether the type is declared.
    public var debugDescription: String {
        "<UTType \(identifier) (\(isDynamic ? "dynamic" : isDeclared ? "declared" : "not declared"))>"
    }
}
