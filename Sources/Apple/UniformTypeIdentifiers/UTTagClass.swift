/// A class of tags, by which types are known outside of their identifiers. Any thread.
public struct UTTagClass: RawRepresentable, Hashable, Codable, Sendable {
    /// The identifier of the class.
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Endings of file names: `public.filename-extension`.
    public static var filenameExtension: UTTagClass {
        UTTagClass(rawValue: "public.filename-extension")
    }

    /// MIME types: `public.mime-type`.
    public static var mimeType: UTTagClass { UTTagClass(rawValue: "public.mime-type") }
}

extension UTTagClass: CustomStringConvertible {
    /// The identifier of the class.
    public var description: String { rawValue }
}
