/// The type of a file, by its first bytes and its name.
package struct FileTypeDescription: Hashable, Sendable {
    /// The identifier of its uniform type, which is dynamic for an ending that is not known.
    package var uniformType: String
    /// Its MIME type.
    package var mimeType: String
    /// The identifiers of the types that it conforms to, itself not among them.
    package var supertypes: [String]

    /// The number of first bytes that `init` looks at.
    package static let headByteCount = 4096

    /// Describes a file.
    ///
    /// Pictures and PDF are known by their first bytes, whatever their names say. Everything else
    /// has the type of its ending, and without a known ending that of its bytes: an archive, text,
    /// or data.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - head: Its first bytes.
    package init(name: String, head: some Collection<UInt8>, in database: FileTypeDatabase) {
        let head = Array(head.prefix(Self.headByteCount))
        let ending = name.hasDot ? MIMEType.ending(name) : nil
        let byName = ending.flatMap { database.uniformTypes(forExtension: $0).first }
        if let content = Signature.first(of: head, isStrong: true), content != byName {
            self.init(declared: content, in: database)
        } else if let byName, let ending {
            self.init(declared: byName, in: database)
            mimeType = database.mimeTypes(forExtension: ending).first ?? mimeType
        } else if let ending, let type = database.mimeTypes(forExtension: ending).first {
            self.init(ending: ending, mimeType: type, in: database)
        } else if let content = Signature.first(of: head, isStrong: false) {
            self.init(declared: content, in: database)
        } else if let ending {
            self.init(ending: ending, mimeType: FileTypeDatabase.anyData, in: database)
        } else {
            self.init(declared: "public.data", in: database)
        }
    }

    /// Describes a file of a declared type.
    package init(declared identifier: String, in database: FileTypeDatabase) {
        uniformType = identifier
        let supertypes = database.closure(of: [identifier]).dropFirst()
        self.supertypes = Array(supertypes)
        let types = [identifier] + supertypes
        mimeType =
            types.lazy.compactMap { database.declaration(of: $0)?.mimeTypes.first }.first
            ?? FileTypeDatabase.anyData
    }

    /// Describes a file of an ending that no declared type has: its type conforms to what the first
    /// half of its MIME type says.
    private init(ending: String, mimeType: String, in database: FileTypeDatabase) {
        let family =
            switch mimeType.prefix(while: { $0 != "/" }) {
            case "audio": "public.audio"
            case "image": "public.image"
            case "text": "public.text"
            case "video": "public.movie"
            default: "public.data"
            }
        self.mimeType = mimeType
        uniformType =
            DynamicTypeIdentifier(
                supertypes: [family], tags: [.init("public.filename-extension", ending)]
            ).identifier
        supertypes = database.closure(of: [family])
    }
}

extension String {
    /// Whether a file of this name can have an ending: a dot that is not its first character.
    fileprivate var hasDot: Bool {
        guard let file = split(separator: "/").last, let dot = file.lastIndex(of: ".") else {
            return false
        }
        return dot != file.startIndex
    }
}

/// Types that are known by their first bytes.
private enum Signature {
    private static let strong: [(bytes: [UInt8], type: String)] = [
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "public.png"),
        ([0xFF, 0xD8, 0xFF], "public.jpeg"),
        (Array("GIF87a".utf8), "com.compuserve.gif"), (Array("GIF89a".utf8), "com.compuserve.gif"),
        (Array("%PDF-".utf8), "com.adobe.pdf"),
    ]

    private static let weak: [(bytes: [UInt8], type: String)] = [
        (Array("PK\u{3}\u{4}".utf8), "public.zip-archive"),
        ([0x1F, 0x8B], "org.gnu.gnu-zip-archive"), (Array("BZh".utf8), "public.bzip2-archive"),
        (Array("bplist00".utf8), "com.apple.binary-property-list"),
        (Array("<?xml".utf8), "public.xml"), (Array("{\\rtf".utf8), "public.rtf"),
        (Array("%!PS".utf8), "com.adobe.postscript"), ([0x7F, 0x45, 0x4C, 0x46], executable),
    ]

    private static let executable = "public.unix-executable"

    /// The type that bytes begin like; the strong ones are right whatever a file's name says.
    static func first(of head: [UInt8], isStrong: Bool) -> String? {
        let list = isStrong ? strong : weak
        if let found = list.first(where: { head.starts(with: $0.bytes) }) { return found.type }
        if isStrong {
            let isWebP =
                head.starts(with: "RIFF".utf8) && head.dropFirst(8).starts(with: "WEBP".utf8)
            return isWebP ? "org.webmproject.webp" : nil
        }
        return isText(head) ? "public.plain-text" : nil
    }

    /// Whether bytes are UTF-8 without control characters; the last character may be cut off.
    private static func isText(_ head: [UInt8]) -> Bool {
        guard !head.isEmpty,
            head.allSatisfy({ $0 >= 32 && $0 != 127 || (9...13).contains($0) || $0 == 27 })
        else { return false }
        let isCut = head.count == FileTypeDescription.headByteCount
        return (0...(isCut ? 3 : 0)).contains { count in
            String(validating: head.dropLast(count), as: UTF8.self) != nil
        }
    }
}
