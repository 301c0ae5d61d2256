import Foundation
import Simulation
import TestSupport
import Testing

extension SimulatedPhone {
    /// Makes a phone that records its findings as issues of the test.
    static func recordingFindings(_ settings: Settings = Settings()) -> SimulatedPhone {
        let phone = SimulatedPhone(settings)
        phone.onFinding = { Issue.record($0) }
        return phone
    }
}

extension TemporaryFolder {
    /// Writes a file, with the folders that it is in.
    func write(_ data: Data, to path: String) throws {
        let file = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }

    /// Writes a property list.
    func write(list: [String: Any], to path: String) throws {
        try write(
            PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0),
            to: path)
    }
}

@MainActor
@Suite("The resources of an app")
struct AppResourceTests {
    private let phone = SimulatedPhone.recordingFindings()

    private func launch(_ folder: TemporaryFolder) -> SimulatedPhone.App {
        phone.launch("App", options: .init(resources: folder.url))
    }

    @Test("are found in the user's language, or else in that of the app's developers")
    func languages() throws {
        let folder = try TemporaryFolder()
        for language in ["en", "ko", "de"] {
            try folder.write(Data(language.utf8), to: "\(language).lproj/ding.caf")
            try folder.write(
                Data("\"hello\" = \"hello \(language)\";".utf8),
                to: "\(language).lproj/Localizable.strings")
        }
        try folder.write(Data("top".utf8), to: "dong.caf")
        try folder.write(list: ["CFBundleDevelopmentRegion": "de"], to: "Info.plist")
        let app = launch(folder)
        func sound(_ name: String) throws -> String {
            let url = try #require(app.url(forResource: name, withExtension: "caf"))
            return String(decoding: try Data(contentsOf: url), as: UTF8.self)
        }
        phone.change(locale: "ko_KR")
        #expect(try sound("ding") == "ko")
        #expect(app.localizedString(forKey: "hello") == "hello ko")
        phone.change(locale: "fr_FR")
        #expect(try sound("ding") == "de")
        #expect(app.localizedString(forKey: "hello") == "hello de")
        #expect(try sound("dong") == "top")
        #expect(app.url(forResource: "dang", withExtension: "caf") == nil)
        #expect(app.url(forResource: "../dong", withExtension: "caf") == nil)
        #expect(app.localizedString(forKey: "bye") == "bye")
    }

    @Test("come from the base of the language, then from Base", arguments: ["ding", "dong"])
    func order(name: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(Data("zh".utf8), to: "zh.lproj/ding.caf")
        try folder.write(Data(), to: "zh-Hant.lproj/other.caf")
        try folder.write(Data("Base".utf8), to: "Base.lproj/ding.caf")
        try folder.write(Data("Base".utf8), to: "Base.lproj/dong.caf")
        try folder.write(Data("en".utf8), to: "en.lproj/dong.caf")
        let app = launch(folder)
        phone.change(locale: "zh_Hant_TW")
        let url = try #require(app.url(forResource: "\(name).caf"))
        let found = String(decoding: try Data(contentsOf: url), as: UTF8.self)
        #expect(found == (name == "ding" ? "zh" : "Base"))
    }
}
