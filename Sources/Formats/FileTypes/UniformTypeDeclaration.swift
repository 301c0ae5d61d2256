/// The declaration of a uniform type: its identifier, what it conforms to, and its tags.
package struct UniformTypeDeclaration: Hashable, Sendable {
    /// The identifier, as in `public.mp3`.
    package var identifier: String
    /// The identifiers of the types that it conforms to directly.
    package var parents: [String]
    /// The endings of file names, without dots and in lower case, the preferred one first.
    package var endings: [String]
    /// The MIME types in lower case, the preferred one first.
    package var mimeTypes: [String]

    package init(
        _ identifier: String, parents: [String] = [], endings: [String] = [],
        mimeTypes: [String] = []
    ) {
        self.identifier = identifier
        self.parents = parents
        self.endings = endings
        self.mimeTypes = mimeTypes
    }

    /// Reads a row of `UniformTypeRows`.
    init(row: Substring) {
        let fields = row.split(separator: ";", omittingEmptySubsequences: false).map { field in
            field.split(separator: " ").map(String.init)
        }
        func field(_ index: Int) -> [String] { index < fields.count ? fields[index] : [] }
        self.init(
            field(0).first ?? "", parents: field(1), endings: field(2), mimeTypes: field(3))
    }
}
