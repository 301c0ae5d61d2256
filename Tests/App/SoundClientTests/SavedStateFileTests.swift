import Foundation
import SoundClient
import Testing

@Suite("The file with a process's saved state")
struct SavedStateFileTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("sori-state-\(UUID().uuidString)", isDirectory: true)

    private func withFile(_ body: (SavedStateFile) throws -> Void) rethrows {
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(SavedStateFile(in: folder))
    }

    @Test("is there for the next launch, and for the one after it, until it is discarded")
    func launches() {
        withFile { file in
            #expect(file.takeForLaunch() == nil)
            file.save(Data("first".utf8))
            file.save(Data("second".utf8))
            for _ in 0..<2 {
                #expect(SavedStateFile(in: folder).takeForLaunch() == Data("second".utf8))
                file.restored()
            }
            file.discard()
            #expect(file.takeForLaunch() == nil)
        }
    }

    @Test("is forgotten after a launch that has taken it and has not ended well")
    func crash() {
        withFile { file in
            file.save(Data("bad".utf8))
            #expect(file.takeForLaunch() != nil)
            #expect(SavedStateFile(in: folder).takeForLaunch() == nil)
            #expect(SavedStateFile(in: folder).takeForLaunch() == nil)
            file.save(Data("good".utf8))
            #expect(file.takeForLaunch() == Data("good".utf8))
        }
    }

    @Test("is the user's alone")
    func rights() throws {
        try withFile { file in
            file.save(Data("mine".utf8))
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
        }
    }
}

@Suite("The localization of an app's resources")
struct LocalizationTests {
    @Test(
        "is the one that suits the user's languages best",
        arguments: [
            (["ko-KR"], "ko"), (["zh-Hant-TW", "en"], "zh-Hant"), (["pt-BR"], "pt_BR"),
            (["fr", "EN-gb"], "en"), (["fr"], nil), ([], nil),
        ] as [([String], String?)])
    func localization(languages: [String], expected: String?) {
        let names = ["en", "ko", "pt", "pt_BR", "zh", "zh-Hant"]
        #expect(LocalizedResources.localization(among: names, for: languages) == expected)
    }
}
