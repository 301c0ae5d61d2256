import FileTypes
import Foundation
import TestSupport
import Testing
import UniformTypeIdentifiers

@Suite struct UTTypeTests {
    @Test func `m4a is Apple's MPEG-4 audio`() throws {
        let type = try #require(UTType(filenameExtension: "m4a"))
        #expect(type.identifier == "com.apple.m4a-audio")
        for supertype in [UTType.audio, .mpeg4Audio, .data, .content, .audiovisualContent, .item] {
            #expect(type.conforms(to: supertype), "\(supertype)")
            #expect(type.isSubtype(of: supertype))
            #expect(supertype.isSupertype(of: type))
        }
        #expect(!type.conforms(to: .image))
        #expect(type.preferredFilenameExtension == "m4a")
        #expect(type.preferredMIMEType == "audio/x-m4a")
        #expect(UTType(filenameExtension: "M4A") == type)
        #expect(UTType(filenameExtension: "song.m4a") == type)
    }

    @Test func `audio/mp4a-latm is m4a, as the guideline's table has it`() {
        #expect(UTType(mimeType: "audio/mp4a-latm")?.identifier == "com.apple.m4a-audio")
    }

    @Test(arguments: [
        (UTType.mp3, "mp3", "audio/mpeg"), (.aiff, "aiff", "audio/aiff"),
        (.wav, "wav", "audio/vnd.wave"), (.mpeg4Audio, "mp4", "audio/mp4"),
        (.midi, "midi", "audio/midi"), (.m3uPlaylist, "m3u", "audio/mpegurl"),
        (.jpeg, "jpeg", "image/jpeg"), (.plainText, "txt", "text/plain"),
        (.pdf, "pdf", "application/pdf"), (.json, "json", "application/json"),
    ])
    func `a type has its preferred ending and MIME type`(
        type: UTType, ending: String, mimeType: String
    ) {
        #expect(type.preferredFilenameExtension == ending)
        #expect(type.preferredMIMEType == mimeType)
        #expect(type.tags[.filenameExtension]?.first == ending)
        #expect(type.tags[.mimeType]?.first == mimeType)
        #expect(UTType(mimeType: mimeType) == type)
    }

    @Test func `an unknown ending gives a dynamic type of data, an unknown identifier none`() throws
    {
        let type = try #require(UTType(filenameExtension: "zzz"))
        #expect(type.isDynamic)
        #expect(!type.isDeclared)
        #expect(!type.isPublic)
        #expect(type.identifier.hasPrefix("dyn.a"))
        #expect(type.supertypes == [.data, .item])
        #expect(type.tags == [.filenameExtension: ["zzz"]])
        #expect(type.preferredFilenameExtension == "zzz")
        #expect(type.preferredMIMEType == nil)
        #expect(UTType(type.identifier) == type)
        #expect(UTType(type.identifier)?.supertypes == type.supertypes)
        #expect(UTType("no.such") == nil)
        #expect(UTType("") == nil)
        #expect(UTType("dyn.a") == nil)
        #expect(UTType(filenameExtension: "") == nil)
        #expect(UTType(mimeType: "nothing") == nil)
    }

    @Test func `an ending of a type that must conform to another kind is dynamic`() throws {
        let type = try #require(UTType(filenameExtension: "mp3", conformingTo: .image))
        #expect(type.isDynamic)
        #expect(type.conforms(to: .image))
        #expect(type.conforms(to: .data))
        #expect(!type.conforms(to: .audio))
        #expect(UTType(filenameExtension: "mp3", conformingTo: .audio) == .mp3)
        // Two types have the ending: the one that was asked for.
        #expect(UTType(filenameExtension: "mp4") == .mpeg4Movie)
        #expect(UTType(filenameExtension: "mp4", conformingTo: .audio) == .mpeg4Audio)
        #expect(
            UTType.types(tag: "mp4", tagClass: .filenameExtension, conformingTo: nil)
                == [.mpeg4Movie, .mpeg4Audio])
        // An app is a folder.
        #expect(UTType(filenameExtension: "app")?.isDynamic == true)
        #expect(UTType(filenameExtension: "app", conformingTo: .package) == .applicationBundle)
    }

    @Test func `a MIME type is taken without case and parameters`() throws {
        #expect(UTType(mimeType: "Audio/MPEG; x=1") == .mp3)
        #expect(UTType(mimeType: "audio/x-wav") == .wav)
        let type = try #require(UTType(mimeType: "Audio/X-Unheard; rate=1"))
        #expect(type.isDynamic)
        #expect(type.tags == [.mimeType: ["audio/x-unheard"]])
        #expect(UTType(mimeType: "audio/x-unheard") == type)
    }

    @Test func `a type conforms to itself, and is no subtype of itself`() {
        #expect(UTType.audio.conforms(to: .audio))
        #expect(!UTType.audio.isSubtype(of: .audio))
        #expect(!UTType.audio.isSupertype(of: .audio))
        #expect(UTType.data.isSupertype(of: .audio))
        #expect(UTType.video.supertypes == [.movie, .audiovisualContent, .data, .content, .item])
        #expect(UTType.m3uPlaylist.conforms(to: .playlist))
        #expect(UTType.m3uPlaylist.conforms(to: .text))
        #expect(UTType.item.supertypes == [])
    }

    @Test func `an identifier is compared without case`() {
        #expect(UTType("PUBLIC.MP3") == .mp3)
        #expect(UTType.mp3.isPublic)
        #expect(!UTType.wav.isPublic)
        #expect(UTType.wav.isDeclared)
        #expect(UTType.wav.localizedDescription == nil)
        #expect(UTType.wav.version == nil)
        #expect(UTType.wav.referenceURL == nil)
    }

    @Test func `an app's own type conforms to what it says`() throws {
        let lesson = UTType(exportedAs: "com.example.lesson", conformingTo: .audio)
        #expect(lesson.conforms(to: .audio))
        #expect(lesson.conforms(to: .data))
        #expect(!lesson.isDeclared)
        #expect(!lesson.isDynamic)
        #expect(lesson.tags == [:])
        #expect(UTType(importedAs: "com.example.other").supertypes == [.data, .item])
        #expect(UTType(importedAs: "public.mp3", conformingTo: .image) == .mp3)
        // A dynamic type of it conforms to what it conforms to.
        let page = try #require(UTType(filenameExtension: "page", conformingTo: lesson))
        #expect(page.isDynamic)
        #expect(page.conforms(to: lesson))
        #expect(page.conforms(to: .audio))
    }

    @Test func `types are coded as their identifiers`() throws {
        let dynamic = try #require(UTType(filenameExtension: "zzz"))
        let types: [UTType] = [.mp3, dynamic, UTType(exportedAs: "com.example.lesson")]
        let data = try JSONEncoder().encode(types)
        #expect(
            String(decoding: data, as: UTF8.self)
                == "[\"public.mp3\",\"\(dynamic.identifier)\",\"com.example.lesson\"]")
        let decoded = try JSONDecoder().decode([UTType].self, from: data)
        #expect(decoded == types)
        #expect(decoded[1].conforms(to: .data))
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([UTType].self, from: Data("[\"\"]".utf8))
        }
        let tagClass = try JSONDecoder().decode(
            UTTagClass.self, from: Data("\"public.mime-type\"".utf8))
        #expect(tagClass == .mimeType)
    }

    @Test func `tags of other classes are dynamic`() throws {
        let scheme = UTTagClass(rawValue: "public.url-scheme")
        let type = try #require(UTType(tag: "Sori", tagClass: scheme, conformingTo: nil))
        #expect(type.isDynamic)
        #expect(type.tags == [scheme: ["Sori"]])
        #expect(UTType(tag: "", tagClass: scheme, conformingTo: nil) == nil)
    }

    @Test(arguments: [
        ("/a/song", UTType.mp3, "/a/song.mp3"), ("/a/song.mp3", .mp3, "/a/song.mp3"),
        ("/a/song.MP3", .audio, "/a/song.MP3"), ("/a/song", .audio, "/a/song"),
        ("/a/puppy.jpg", .image, "/a/puppy.jpg"), ("/a/puppy.jpg", .plainText, "/a/puppy.jpg.txt"),
        ("/a/puppy.jpg", .jpeg, "/a/puppy.jpg"),
    ])
    func `a URL gets the ending of a type unless it has one of it`(
        path: String, type: UTType, result: String
    ) {
        let url = URL(fileURLWithPath: path)
        #expect(url.appendingPathExtension(for: type).path == result)
        var changed = url
        changed.appendPathExtension(for: type)
        #expect(changed.path == result)
        #expect((path as NSString).appendingPathExtension(for: type) == result)
        let folder = URL(fileURLWithPath: "/a")
        let name = url.lastPathComponent
        #expect(folder.appendingPathComponent(name, conformingTo: type).path == result)
        #expect(("/a" as NSString).appendingPathComponent(name, conformingTo: type) == result)
    }

    @Test func `a folder's type makes the URL one of a folder`() {
        var url = URL(fileURLWithPath: "/a")
        url.appendPathComponent("Player", conformingTo: .applicationBundle)
        #expect(url.path == "/a/Player.app")
        #expect(url.hasDirectoryPath)
        #expect(
            !URL(fileURLWithPath: "/a").appendingPathComponent("b", conformingTo: .mp3)
                .hasDirectoryPath)
    }

    @Test func `an app's Info.plist declares types`() throws {
        let info: [String: Any] = [
            "UTExportedTypeDeclarations": [
                [
                    "UTTypeIdentifier": "com.example.lesson", "UTTypeDescription": "Lesson",
                    "UTTypeConformsTo": ["public.audio"], "UTTypeVersion": 2,
                    "UTTypeReferenceURL": "https://example.com",
                    "UTTypeTagSpecification": [
                        "public.filename-extension": ["LSN", 1], "public.mime-type": "Audio/X-Lsn",
                    ],
                ],
                ["UTTypeDescription": "no identifier"],
            ] as [Any],
            "UTImportedTypeDeclarations": [
                ["UTTypeIdentifier": "com.example.other", "UTTypeConformsTo": "public.data"]
            ],
        ]
        let types = AppType.all(inInfo: info)
        #expect(
            types.map(\.declaration.identifier) == ["com.example.lesson", "com.example.other"])
        let lesson = try #require(types.first)
        #expect(lesson.declaration.parents == ["public.audio"])
        #expect(lesson.declaration.mimeTypes == ["audio/x-lsn"])
        #expect(lesson.description == "Lesson")
        #expect(lesson.version == 2)
        #expect(lesson.referenceURL == URL(string: "https://example.com"))
        #expect(types.last?.declaration.parents == ["public.data"])
        #expect(AppType.all(inInfo: ["UTExportedTypeDeclarations": "nonsense"]).isEmpty)
    }
}
