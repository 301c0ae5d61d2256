import Foundation
import Simulation
import TestSupport
import Testing

@MainActor
@Suite("The Settings app")
struct SettingsBundleTests {
    private let phone = SimulatedPhone()
    private let folder: TemporaryFolder
    private let findings: Findings

    @MainActor
    private final class Findings {
        var words: [String] = []
    }

    init() throws {
        folder = try TemporaryFolder()
        let findings = Findings()
        self.findings = findings
        phone.onFinding = { findings.words.append($0.description) }
    }

    private func launch(_ specifiers: [[String: Any]]) throws -> SimulatedPhone.App {
        try folder.write(
            list: ["PreferenceSpecifiers": specifiers, "StringsTable": "Root"],
            to: "Settings.bundle/Root.plist")
        return phone.launch("Game", options: .init(resources: folder.url))
    }

    private static let toggle: [String: Any] = [
        "Type": "PSToggleSwitchSpecifier", "Title": "Portrait", "Key": "isPortraitMode",
        "DefaultValue": true,
    ]
    private static let level: [String: Any] = [
        "Type": "PSMultiValueSpecifier", "Title": "Level", "Key": "level", "DefaultValue": 1,
        "Values": [0, 1, 2], "Titles": ["Easy", "Usual", "Hard"],
    ]
    private static let volume: [String: Any] = [
        "Type": "PSSliderSpecifier", "Key": "volume", "DefaultValue": 0.5, "MinimumValue": 0,
        "MaximumValue": 1,
    ]

    @Test("shows a default that the app does not have until it registers it or the user changes it")
    func defaults() throws {
        let app = try launch([Self.toggle])
        let shown = try #require(phone.settings(of: app).first)
        #expect(shown.isOn && shown.kind == .toggle && shown.key == "isPortraitMode")
        #expect(!app.defaults.bool(forKey: "isPortraitMode"))
        #expect(app.defaults.object(forKey: "isPortraitMode") == nil)
        phone.change("isPortraitMode", to: true, of: app)
        #expect(app.defaults.bool(forKey: "isPortraitMode"))
        phone.change("isPortraitMode", to: false, of: app)
        #expect(phone.settings(of: app).first?.isOn == false)
        #expect(findings.words == [])
    }

    @Test("shows all kinds of lines, page after page")
    func kinds() throws {
        try folder.write(
            list: [
                "PreferenceSpecifiers": [
                    [
                        "Type": "PSTextFieldSpecifier", "Title": "Name", "Key": "name",
                        "DefaultValue": "Anna", "IsSecure": true, "KeyboardType": "Alphabet",
                        "AutocapitalizationType": "Words", "AutocorrectionType": "No",
                    ] as [String: Any],
                    [
                        "Type": "PSTitleValueSpecifier", "Title": "Version", "Key": "version",
                        "DefaultValue": "1.0",
                    ],
                ]
            ], to: "Settings.bundle/More.plist")
        let app = try launch([
            ["Type": "PSGroupSpecifier", "Title": "Game"], Self.toggle, Self.level, Self.volume,
            [
                "Type": "PSRadioGroupSpecifier", "Key": "side", "DefaultValue": "left",
                "Values": ["left", "right"], "Titles": ["Left", "Right"],
            ],
            ["Type": "PSChildPaneSpecifier", "Title": "More", "File": "More"],
        ])
        let settings = phone.settings(of: app)
        #expect(
            settings.map(\.kind) == [
                .group, .toggle, .multiValue(titles: ["Easy", "Usual", "Hard"]), .slider(0...1),
                .radioGroup(titles: ["Left", "Right"]), .childPane, .textField(isSecure: true),
                .title,
            ])
        #expect(settings.map(\.page) == Array(repeating: "Root", count: 6) + ["More", "More"])
        #expect(settings.map(\.title).filter { !$0.isEmpty }.count == 6)
        #expect(findings.words == [])
        phone.change("side", to: "right", of: app)
        phone.change("volume", to: 0.25, of: app)
        phone.change("name", to: "Ben", of: app)
        phone.change("level", to: 2, of: app)
        #expect(app.defaults.string(forKey: "side") == "right")
        #expect(app.defaults.double(forKey: "volume") == 0.25)
        #expect(app.defaults.string(forKey: "name") == "Ben")
        #expect(app.defaults.integer(forKey: "level") == 2)
        #expect(findings.words == [])
    }

    @Test("keeps the two values that a switch has")
    func switchValues() throws {
        var toggle = Self.toggle
        toggle["TrueValue"] = "upright"
        toggle["FalseValue"] = "on its side"
        toggle["DefaultValue"] = "upright"
        let app = try launch([toggle])
        phone.change("isPortraitMode", to: false, of: app)
        #expect(app.defaults.string(forKey: "isPortraitMode") == "on its side")
        phone.change("isPortraitMode", to: "upright", of: app)
        #expect(phone.settings(of: app).first?.isOn == true)
    }

    @Test(
        "does not take what a line does not offer, with a finding",
        arguments: ["level", "volume", "isPortraitMode", "none", "name"])
    func refused(key: String) throws {
        let app = try launch([
            Self.toggle, Self.level, Self.volume,
            ["Type": "PSTextFieldSpecifier", "Title": "N", "Key": "name", "DefaultValue": ""],
        ])
        phone.change(key, to: 3, of: app)
        #expect(app.defaults.object(forKey: key) == nil)
        #expect(findings.words.count == 1)
        #expect(findings.words.first?.contains(key) == true)
    }

    @Test("finds what is damaged in the pages, and shows the rest")
    func damaged() throws {
        var level = Self.level
        level["DefaultValue"] = 3
        var uneven = Self.level
        uneven["Titles"] = ["Easy"]
        let app = try launch([
            Self.toggle, level, uneven, ["Type": "PSWheelSpecifier", "Key": "w"],
            ["Type": "PSChildPaneSpecifier", "Title": "More", "File": "Missing"],
            ["Type": "PSToggleSwitchSpecifier", "Title": "No key", "DefaultValue": true],
        ])
        #expect(phone.settings(of: app).count == 4)
        let words = findings.words.joined(separator: "\n")
        for part in ["3 is not", "3 Values", "PSWheelSpecifier", "Missing.plist", "no Key"] {
            #expect(words.contains(part), "\(part)")
        }
    }

    @Test("says that a page is no property list")
    func noList() throws {
        try folder.write(Data("<plist".utf8), to: "Settings.bundle/Root.plist")
        let app = phone.launch("Game", options: .init(resources: folder.url))
        #expect(phone.settings(of: app).isEmpty)
        #expect(findings.words.count == 1)
    }

    @Test("shows its titles in the user's language")
    func titles() throws {
        try folder.write(
            Data("\"Portrait\" = \"세로\";".utf8), to: "Settings.bundle/ko.lproj/Root.strings")
        let app = try launch([Self.toggle])
        #expect(phone.settings(of: app).first?.title == "Portrait")
        phone.change(locale: "ko_KR")
        #expect(phone.settings(of: app).first?.title == "세로")
    }

    @Test("changes any value of an app without pages")
    func noPages() {
        let app = phone.launch("Player")
        #expect(phone.settings(of: app).isEmpty)
        phone.change("isOn", to: true, of: app)
        #expect(app.defaults.bool(forKey: "isOn"))
        #expect(findings.words == [])
    }
}
