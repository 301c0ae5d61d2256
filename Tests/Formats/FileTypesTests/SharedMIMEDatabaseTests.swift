import FileTypes
import Foundation
import TestSupport
import Testing

@Suite struct SharedMIMEDatabaseTests {
    private static func database(
        _ globs: String, aliases: String = "", subclasses: String = ""
    ) -> FileTypeDatabase {
        FileTypeDatabase(
            SharedMIMEDatabase([
                .init(
                    globs: Array(globs.utf8), aliases: Array(aliases.utf8),
                    subclasses: Array(subclasses.utf8))
            ]))
    }

    @Test func `types of an ending come by weight, then aliases, then what they are subclasses of`()
    {
        let database = Self.database(
            "# a comment\n40:a/low:*.zzz\n80:a/high:*.zzz\n50:a/mid:*.ZZZ\n50:a/mid2:*.zzz\n",
            aliases: "a/other a/high\n", subclasses: "a/high b/parent\nb/parent c/root\n")
        #expect(
            database.mimeTypes(forExtension: "zzz") == [
                "a/high", "a/mid", "a/mid2", "a/low", "a/other", "b/parent", "c/root",
            ])
        #expect(database.extensions(forMIMEType: "A/OTHER") == ["zzz"])
    }

    @Test func `the guideline's type stays before those of the database`() {
        let database = Self.database("90:audio/mine:*.m4a\n")
        let types = database.mimeTypes(forExtension: "m4a")
        #expect(types.first == "audio/mp4a-latm")
        #expect(types.contains("audio/mine"))
    }

    @Test func `an ending gets the uniform type of its MIME type or of an alias`() {
        let database = Self.database(
            "50:audio/x-flac+ogg:*.zz1\n50:text/x-mine:*.zz2\n", aliases: "text/x-mine text/html\n")
        #expect(database.uniformTypes(forExtension: "zz1") == [])
        #expect(database.uniformTypes(forExtension: "zz2") == ["public.html"])
        // And a MIME type that of its ending.
        let other = Self.database("50:x/y:*.flac\n")
        #expect(other.uniformTypes(forMIMEType: "x/y") == ["org.xiph.flac"])
        #expect(other.extensions(ofUniformType: "public.html").contains("zz2") == false)
        #expect(database.extensions(ofUniformType: "public.html").contains("zz2") == true)
    }

    @Test(arguments: [
        "", "\n\n:::\n", "50\n", "50:\n", "50:a/b\n", "x:a/b:*.q\n", "50:ab:*.q\n",
        "50:a/b:*q\n", "50:a/b:*.\n", "50:a/b:*.[q]\n", "50:a/b:*.t.q\n", "50:a/b:*.Q:cs\n",
        "99999999999999999999:a/b:*.q\n", "50:a/b:*.q" + String(repeating: "q", count: 2_000),
    ])
    func `a line that cannot be read is skipped`(globs: String) {
        #expect(Self.database(globs).mimeTypes(forExtension: "q") == [])
        // The lines after it are read.
        #expect(Self.database(globs + "\n50:a/z:*.q\n").mimeTypes(forExtension: "q") == ["a/z"])
    }

    @Test func `any bytes are taken, and circles end`() {
        var noise = Noise(seed: 3)
        let bytes = (0..<20_000).map { _ in UInt8(truncatingIfNeeded: noise.next()) }
        let database = FileTypeDatabase(
            SharedMIMEDatabase([.init(globs: bytes, aliases: bytes, subclasses: bytes)]))
        #expect(database.mimeTypes(forExtension: "mp3").first == "audio/mpeg")
        let circle = Self.database(
            "50:a/b:*.q\n", aliases: "a/b c/d\nc/d a/b\n", subclasses: "a/b c/d\nc/d a/b\n")
        #expect(circle.mimeTypes(forExtension: "q") == ["a/b"])
        let longer = Self.database("50:a/b:*.q\n", subclasses: "a/b c/d\nc/d e/f\ne/f a/b\n")
        #expect(longer.mimeTypes(forExtension: "q") == ["a/b", "c/d", "e/f"])
    }

    @Test func `lists and files have limits`() {
        let max = SharedMIMEDatabase.listCountMax
        let many = (0..<max + 10).map { "50:a/t\($0):*.q\n" }.joined()
        #expect(Self.database(many).mimeTypes(forExtension: "q").count == max)
        let lines = String(repeating: "50:a/b:*.q\n", count: SharedMIMEDatabase.lineCountMax)
        #expect(Self.database(lines + "50:a/c:*.r\n").mimeTypes(forExtension: "r") == [])
    }

    @Test func `a more important folder comes first, and can take away the endings of a type`() {
        func files(_ globs: String) -> SharedMIMEDatabase.Files { .init(globs: Array(globs.utf8)) }
        let database = FileTypeDatabase(
            SharedMIMEDatabase([
                files("50:a/mine:*.q\n0:a/gone:__NOGLOBS__\n50:a/gone:*.new\n"),
                files("50:a/theirs:*.q\n50:a/gone:*.old\n"),
            ]))
        #expect(database.mimeTypes(forExtension: "q") == ["a/mine", "a/theirs"])
        #expect(database.mimeTypes(forExtension: "new") == ["a/gone"])
        #expect(database.mimeTypes(forExtension: "old") == [])
    }

    @Test func `the folders are those of the XDG base directories`() {
        func folders(_ values: [String: String]) -> [String] {
            SharedMIMEDatabase.folders { values[$0] }
        }
        #expect(
            folders(["HOME": "/h"]) == [
                "/h/.local/share/mime", "/usr/local/share/mime", "/usr/share/mime",
            ])
        #expect(
            folders(["XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "/a::b:/c"]) == [
                "/d/mime", "/a/mime", "/c/mime",
            ])
        let many = String(repeating: "/a:", count: 1_000)
        #expect(
            folders(["XDG_DATA_DIRS": many]).count == SharedMIMEDatabase.folderCountMax)
    }

    @Test func `files that are missing, folders, pipes or too large are tolerated`() throws {
        let folder = try TemporaryFolder()
        func database() -> FileTypeDatabase {
            FileTypeDatabase(
                .ofMachine { $0 == "XDG_DATA_DIRS" ? folder.path : nil })
        }
        #expect(database().mimeTypes(forExtension: "q") == [])
        let mime = folder.file("mime")
        try FileManager.default.createDirectory(
            atPath: mime + "/aliases", withIntermediateDirectories: true)
        #expect(mkfifo(mime + "/subclasses", 0o600) == 0)
        try Data("50:a/b:*.q\n".utf8).write(to: URL(fileURLWithPath: mime + "/globs2"))
        #expect(database().mimeTypes(forExtension: "q") == ["a/b"])
        // A file over the limit is as good as none.
        #expect(truncate(mime + "/globs2", SharedMIMEDatabase.fileByteCountMax + 1) == 0)
        #expect(database().mimeTypes(forExtension: "q") == [])
    }
}
