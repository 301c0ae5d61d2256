import FileTypes
import TestSupport
import Testing

@Suite struct DynamicTypeTests {
    private static func type(
        _ supertypes: [String], _ tagClass: String, _ tag: String
    ) -> DynamicTypeIdentifier {
        DynamicTypeIdentifier(supertypes: supertypes, tags: [.init(tagClass, tag)])
    }

    @Test func `an ending of data has the identifier that Apple's systems give it`() {
        let sql = Self.type(["public.data"], "public.filename-extension", "sql")
        // Reported for ?0=6:1=sql.
        #expect(sql.identifier == "dyn.ah62d4rv4ge81g6pq")
        #expect(DynamicTypeIdentifier("dyn.ah62d4rv4ge81g6pq") == sql)
    }

    @Test(arguments: [
        ([], "public.filename-extension", "zzz"),
        (["public.image"], "public.mime-type", "image/x-thing"),
        (["com.example.a:b=c", "public.audio"], "com.example.tag", #"a\:b=,?c"#),
        (["public.data"], "public.filename-extension", "음악"),
        // A mark that would join the character before it.
        (["public.data"], "public.filename-extension", "\u{338}a,\u{301}"),
    ])
    func `an identifier reads back as its tags`(types: [String], tagClass: String, tag: String) {
        let type = Self.type(types, tagClass, tag)
        #expect(type.identifier.hasPrefix("dyn.a"))
        let read = DynamicTypeIdentifier(type.identifier)
        #expect(read?.tags == type.tags)
        #expect(read?.identifier == type.identifier)
    }

    @Test(arguments: [
        "", "dyn", "dyn.", "dyn.a", "dyn.b", "dyn.ah62d4rv4", "dyn.aH62D4RV4GE81G6PQ",
        "dyn.ah62d4rv4ge81g6p!", "public.mp3", "dyn.aaaaaaaaaa", "dyn.alll",
    ])
    func `a text that is no dynamic identifier is refused`(text: String) {
        #expect(DynamicTypeIdentifier(text) == nil)
    }

    @Test func `random identifiers are read or refused`() {
        var noise = Noise(seed: 11)
        let alphabet = Array("abcdefghkmnpqrstuvwxyz0123456789")
        for _ in 0..<2_000 {
            let text = String(
                (0..<Int(noise.next() % 40)).map { _ in alphabet[Int(noise.next() % 32)] })
            guard let read = DynamicTypeIdentifier("dyn.a" + text) else { continue }
            #expect(DynamicTypeIdentifier(read.identifier)?.tags == read.tags)
        }
    }
}
