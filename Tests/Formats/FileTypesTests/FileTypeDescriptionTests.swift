import FileTypes
import TestSupport
import Testing

@Suite struct FileTypeDescriptionTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]

    private func describe(_ name: String, _ head: some Collection<UInt8>) -> FileTypeDescription {
        FileTypeDescription(name: name, head: head, in: FileTypeDatabase())
    }

    @Test(arguments: [
        ("a.png", png, "public.png", "image/png"),
        // First bytes of a picture count more than the name.
        ("a.jpg", png, "public.png", "image/png"), ("a", png, "public.png", "image/png"),
        ("a.pdf", Array("%PDF-1.7".utf8), "com.adobe.pdf", "application/pdf"),
        ("a.webp", Array("RIFF\0\0\0\0WEBP".utf8), "org.webmproject.webp", "image/webp"),
        // Archives are containers of other types.
        (
            "a.docx", Array("PK\u{3}\u{4}".utf8), "org.openxmlformats.wordprocessingml.document",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
        ),
        ("a", Array("PK\u{3}\u{4}".utf8), "public.zip-archive", "application/zip"),
        ("notes.txt", Array("Hello".utf8), "public.plain-text", "text/plain"),
        ("README", Array("음악\n".utf8), "public.plain-text", "text/plain"),
        (".profile", Array("x".utf8), "public.plain-text", "text/plain"),
        ("a.swift", Array("import A".utf8), "public.swift-source", "text/plain"),
        ("noise", [0, 1, 2], "public.data", "application/octet-stream"),
        ("empty", [], "public.data", "application/octet-stream"),
        ("notes.txt", [], "public.plain-text", "text/plain"),
    ])
    func `a file has the type of its bytes or its name`(
        name: String, head: [UInt8], type: String, mimeType: String
    ) {
        let description = describe(name, head)
        #expect(description.uniformType == type)
        #expect(description.mimeType == mimeType)
        #expect(!description.supertypes.contains(type))
    }

    @Test
    func `an ending that no declared type has gives a dynamic type of its MIME type's family`() {
        let mesh = describe("a.xwd", [0])
        #expect(mesh.mimeType == "image/x-xwindowdump")
        #expect(mesh.uniformType.hasPrefix("dyn.a"))
        #expect(mesh.supertypes.first == "public.image")
        let unknown = describe("a.zzz", [0])
        #expect(unknown.mimeType == "application/octet-stream")
        #expect(unknown.supertypes == ["public.data", "public.item"])
        #expect(describe("a.zzz", "text".utf8).uniformType == "public.plain-text")
    }

    @Test func `text that is cut within a character is text`() {
        let count = FileTypeDescription.headByteCount
        for shift in 0..<3 {
            let text = String(repeating: "a", count: shift) + String(repeating: "음", count: count)
            #expect(describe("a", text.utf8).uniformType == "public.plain-text")
        }
        #expect(describe("a", [0x61, 0xEC, 0x9D]).uniformType == "public.data")
    }
}
