import FileTypes
import TestSupport
import Testing

@Suite struct FileTypeDatabaseTests {
    /// A machine without a shared MIME database.
    private let bare = FileTypeDatabase()

    @Test func `every row of the guideline's table has its first type`() {
        let rows = FileTypeDatabase.guidelineRows
        #expect(rows.count == 171)
        // The endings and first types of the 171 rows, as 64-bit FNV-1a.
        let text = rows.map { "\($0.ending) \($0.mimeType)\n" }.joined()
        let digest = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        #expect(digest == 0xa558_57d0_c741_d9d5)
        for database in [bare, .ofMachine] {
            for row in rows {
                #expect(database.mimeTypes(forExtension: row.ending).first == row.mimeType)
            }
        }
    }

    @Test(arguments: [
        ("m4a", ["audio/mp4a-latm", "audio/mp4", "audio/x-m4a", "audio/m4a"]),
        ("mp2", ["audio/mpeg", "audio/mp2", "video/mpeg", "audio/x-mp2"]),
        (
            "exe",
            [
                "application/octet-stream", "application/vnd.microsoft.portable-executable",
                "application/x-ms-dos-executable", "application/x-msdownload",
            ]
        ),
        ("gz", ["application/gzip", "application/x-gzip"]), ("zzz", []), ("", []),
    ])
    func `the guideline's type comes first, then others`(ending: String, types: [String]) {
        #expect(bare.mimeTypes(forExtension: ending) == types)
    }

    @Test func `endings and types are compared without case, and of a name its last ending counts`()
    {
        #expect(bare.mimeTypes(forExtension: "M4A") == bare.mimeTypes(forExtension: "m4a"))
        #expect(
            bare.mimeTypes(forExtension: "x.tar.gz") == bare.mimeTypes(forExtension: "gz"))
        #expect(bare.mimeTypes(forExtension: "/a.b/song.MP3").first == "audio/mpeg")
        #expect(bare.extensions(forMIMEType: "Audio/MPEG; x=1").first == "mp3")
        #expect(bare.extensions(forMIMEType: "audio/mpeg") == ["mp3", "mpga", "mp2"])
        #expect(bare.extensions(forMIMEType: "image/jpeg") == ["jpeg", "jpg", "jpe"])
    }

    @Test(arguments: ["", "audio", "/mpeg", "audio/", "a/b/c", "au dio", "ä/b", "a/b\u{0}"])
    func `a text that is no MIME type has no endings`(text: String) {
        #expect(bare.extensions(forMIMEType: text) == [])
        #expect(FileTypeDatabase.normalizedMIMEType(text) == nil)
    }

    @Test func `uniform types of endings and MIME types are found without a shared database`() {
        #expect(bare.uniformTypes(forExtension: "m4a") == ["com.apple.m4a-audio"])
        #expect(bare.uniformTypes(forExtension: "mp4") == ["public.mpeg-4", "public.mpeg-4-audio"])
        #expect(bare.uniformTypes(forMIMEType: "audio/mp4a-latm") == ["com.apple.m4a-audio"])
        #expect(bare.uniformTypes(forMIMEType: "Audio/MPEG; x=1").first == "public.mp3")
        #expect(bare.uniformTypes(forExtension: "zzz") == [])
        // An ending that no declaration has belongs to its MIME type's.
        #expect(bare.uniformTypes(forExtension: "asc") == ["public.plain-text"])
        #expect(bare.uniformTypes(forExtension: "xslt") == [])
        #expect(bare.uniformTypes(forExtension: "xht") == ["public.xhtml"])
        // Bytes of any kind give no ending a type.
        #expect(bare.uniformTypes(forExtension: "dms") == [])
        #expect(bare.uniformTypes(forMIMEType: "application/octet-stream") == ["public.data"])
    }

    @Test func `each declared type conforms to declared types, and has its own tags`() {
        let all = FileTypeDatabase.declaredHere
        #expect(all.count > 150)
        #expect(Set(all.map(\.identifier)).count == all.count)
        for type in all {
            for parent in type.parents {
                #expect(bare.declaration(of: parent) != nil, "\(type.identifier): \(parent)")
            }
            #expect(!bare.closure(of: type.parents).contains(type.identifier))
            for ending in type.endings {
                #expect(ending == ending.lowercased())
                #expect(bare.uniformTypes(forExtension: ending).contains(type.identifier))
            }
            for mimeType in type.mimeTypes {
                #expect(FileTypeDatabase.normalizedMIMEType(mimeType) == mimeType)
                #expect(bare.uniformTypes(forMIMEType: mimeType).contains(type.identifier))
            }
        }
    }

    @Test func `declarations that conform to each other in a circle end`() {
        let circle = bare.adding([
            UniformTypeDeclaration("a.one", parents: ["a.two"]),
            UniformTypeDeclaration("a.two", parents: ["a.one", "public.data"]),
        ])
        #expect(
            circle.closure(of: ["A.One"]) == ["a.one", "a.two", "public.data", "public.item"])
        // A declaration of an app changes none of the system's.
        let other = bare.adding([UniformTypeDeclaration("PUBLIC.MP3", parents: ["public.image"])])
        #expect(other.declaration(of: "public.mp3")?.parents == ["public.audio"])
    }
}
