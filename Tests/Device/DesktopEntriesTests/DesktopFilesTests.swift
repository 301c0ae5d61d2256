import AudioModel
import Foundation
import Glibc
import TestSupport
import Testing

import DesktopEntries

@Suite("Desktop files")
struct DesktopFilesTests {
    private static let music = """
        # A comment.
        [Desktop Entry]
        Type=Application
        Name=Music
        Name[ko]=음악
        Name[ko_KR] = 음악\\s앱
        Exec=env GTK_THEME=dark "/usr/bin/gnome music" --play %U
        Categories=GNOME;AudioVideo;Odd\\;One;;Player
        StartupWMClass=Gnome-music
        [Desktop Action new]
        Name=New window
        Exec=other
        """

    @Test(
        "the main group is read, the name in the user's language",
        arguments: [
            ("", "Music"), ("C.UTF-8", "Music"), ("ko_KR.UTF-8", "음악 앱"), ("ko_KP", "음악"),
            ("de_DE@euro", "Music"),
        ])
    func parses(locale: String, name: String) {
        let content = DesktopEntryParser(locale: locale).parse(Self.music.utf8, id: "music")
        #expect(
            content
                == .app(
                    DesktopEntry(
                        id: "music", name: name, executable: "/usr/bin/gnome music",
                        categories: ["GNOME", "AudioVideo", "Odd;One", "Player"],
                        startupWMClass: "Gnome-music")))
    }

    @Test(
        "the locales of a name, best first",
        arguments: [
            ("ko_KR.UTF-8", ["ko_KR", "ko"]),
            ("sr_RS@latin", ["sr_RS@latin", "sr_RS", "sr@latin", "sr"]),
            ("C", []), ("", []),
        ])
    func locales(locale: String, expected: [String]) {
        #expect(DesktopEntryParser(locale: locale).locales == expected)
    }

    @Test(
        "the program of Exec",
        arguments: [
            ("firefox %u", "firefox"), ("/opt/a/b --c", "/opt/a/b"), ("", nil), ("env A=1", nil),
            ("env A=1 B=2 game", "game"), ("\"/a b/c\\\"d\" e", "/a b/c\"d"), ("/", nil),
            ("/usr/bin/flatpak run --branch=stable --command=player org.x.Player", "player"),
            ("flatpak run org.x.Player", "flatpak"),
        ] as [(String, String?)])
    func executables(exec: String, expected: String?) {
        // A backslash is escaped once in the file, and once in the command line.
        let escaped = exec.replacingOccurrences(of: "\\", with: "\\\\")
        #expect(DesktopEntryParser.executable(escaped) == expected)
    }

    @Test(
        "what is no app, or hidden",
        arguments: [
            ("[Desktop Entry]\nType=Link\nName=A", nil), ("[Desktop Entry]\nName=A", nil),
            ("Type=Application\nName=A", nil), ("[Desktop Entry]\nType=Application", nil),
            ("[Other]\nType=Application\nName=A", nil), ("", nil),
            ("[Desktop Entry]\nHidden=true", .hidden),
        ] as [(String, DesktopFileContent?)])
    func notApps(text: String, expected: DesktopFileContent?) {
        #expect(DesktopEntryParser(locale: "").parse(text.utf8, id: "a") == expected)
    }

    @Test(
        "an app ID is found as ID, in lower case, as class, as program",
        arguments: [
            ("org.x.Player", "org.x.Player"), ("org.x.Player.desktop", "org.x.Player"),
            ("Firefox", "firefox"), ("ORG.X.PLAYER", "org.x.Player"), ("Gimp-2.10", "gimp"),
            ("gimp-2.10", "gimp"), ("mpv", "io.mpv"), ("MPV", "io.mpv"), ("player", "org.x.Player"),
            ("", nil), ("sh", nil), ("../firefox", nil), (String(repeating: "a", count: 5000), nil),
        ] as [(String, String?)])
    func appIDs(appID: String, expected: String?) {
        #expect(Self.index.entry(appID: appID)?.id == expected)
    }

    @Test(
        "a program is found by its path, then by its name",
        arguments: [
            ("/usr/bin/mpv", "io.mpv"), ("mpv", "io.mpv"), ("/opt/mpv", "other.mpv"),
            ("/bin/sh", nil), ("firefox", "firefox"), ("/", nil), ("", nil),
        ] as [(String, String?)])
    func programs(executable: String, expected: String?) {
        #expect(Self.index.entry(executable: executable)?.id == expected)
    }

    private static let index = DesktopEntryIndex([
        DesktopEntry(id: "other.mpv", name: "Other", executable: "/opt/mpv", isVisible: false),
        DesktopEntry(id: "io.mpv", name: "mpv", executable: "/usr/bin/mpv"),
        DesktopEntry(id: "org.x.Player", name: "Player", executable: "player"),
        DesktopEntry(id: "browser", name: "Browser", executable: "firefox"),
        DesktopEntry(id: "firefox", name: "Firefox", executable: "firefox"),
        DesktopEntry(id: "gimp", name: "GIMP", startupWMClass: "Gimp-2.10"),
        DesktopEntry(id: "script", name: "Script", executable: "sh"),
    ])

    // MARK: Folders

    private func write(_ name: String, _ folder: TemporaryFolder, to path: String) throws {
        try FileManager.default.createDirectory(
            at: URL(fileURLWithPath: folder.file(path)).deletingLastPathComponent(),
            withIntermediateDirectories: true)
        try Data("[Desktop Entry]\nType=Application\nName=\(name)\nExec=\(name)\n".utf8)
            .write(to: URL(fileURLWithPath: folder.file(path)))
    }

    @Test("folders are part of the ID, and the first folder's file counts")
    func folders() throws {
        let folder = try TemporaryFolder()
        try write("First", folder, to: "home/applications/a.desktop")
        try write("Second", folder, to: "data/applications/a.desktop")
        try write("Inner", folder, to: "data/applications/kde/b/c.desktop")
        try write("Gone", folder, to: "data/applications/d.desktop")
        try Data("[Desktop Entry]\nHidden=true".utf8)
            .write(to: URL(fileURLWithPath: folder.file("home/applications/d.desktop")))
        let files = DesktopFiles(environment: [
            "XDG_DATA_HOME": folder.file("home"),
            "XDG_DATA_DIRS": ":relative:\(folder.file("data"))",
        ])
        #expect(files.entry(appID: "a")?.name == "First")
        #expect(files.entry(appID: "kde-b-c")?.name == "Inner")
        #expect(files.entry(appID: "d") == nil)
        #expect(files.entry(executable: "/any/where/Inner")?.id == "kde-b-c")
    }

    @Test("files that come, change and go are noticed")
    func changes() throws {
        let folder = try TemporaryFolder()
        let files = DesktopFiles(folders: [folder.file("applications")])
        #expect(files.entry(appID: "a") == nil)
        try write("One", folder, to: "applications/a.desktop")
        #expect(files.entry(appID: "a")?.name == "One")
        try write("Two", folder, to: "applications/a.desktop")
        #expect(files.entry(appID: "a")?.name == "Two")
        try FileManager.default.removeItem(atPath: folder.file("applications/a.desktop"))
        #expect(files.entry(appID: "a") == nil)
        // A folder that has long been the same is not listed again, but its file is checked.
        try write("Old", folder, to: "applications/a.desktop")
        let past = [timeval(tv_sec: 1000, tv_usec: 0), timeval(tv_sec: 1000, tv_usec: 0)]
        for path in ["applications/a.desktop", "applications"] { utimes(folder.file(path), past) }
        #expect(files.entry(appID: "a")?.name == "Old")
        let file = try FileHandle(
            forWritingTo: folder.url.appending(path: "applications/a.desktop"))
        try file.write(contentsOf: Data("[Desktop Entry]\nType=Application\nName=New\n".utf8))
        try file.truncate(atOffset: try file.offset())
        try file.close()
        #expect(files.entry(appID: "a")?.name == "New")
    }

    @Test("pipes, loops, large and unreadable files are passed over")
    func hostileFiles() throws {
        let folder = try TemporaryFolder()
        try write("Good", folder, to: "good.desktop")
        mkfifo(folder.file("pipe.desktop"), 0o600)
        try FileManager.default.createDirectory(
            atPath: folder.file("folder.desktop"), withIntermediateDirectories: true)
        symlink(".", folder.file("loop"))
        symlink("/dev/zero", folder.file("zero.desktop"))
        symlink("nowhere", folder.file("nowhere.desktop"))
        let large = Data(repeating: 10, count: DesktopFiles.fileBytesMax + 1)
        try large.write(to: URL(fileURLWithPath: folder.file("large.desktop")))
        let files = DesktopFiles(folders: [folder.path, folder.path, "/nowhere"])
        #expect(files.entry(appID: "good")?.name == "Good")
        for id in ["pipe", "folder", "zero", "nowhere", "large"] {
            #expect(files.entry(appID: id) == nil)
        }
    }

    @Test("random bytes are read without a trap", arguments: 1...20 as ClosedRange<UInt64>)
    func randomBytes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let parser = DesktopEntryParser(locale: "ko_KR")
        let original = Array(Self.music.utf8)
        for _ in 0..<100 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                let index = bytes.indices.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
                default: bytes.removeSubrange(index..<min(index + 5, bytes.count))
                }
            }
            if case .app(let entry) = parser.parse(bytes, id: "a") {
                #expect(!entry.name.isEmpty)
                #expect(entry.executable?.isEmpty != true)
                #expect(entry.categories.count <= DesktopEntryParser.listMax)
                #expect(DesktopEntryIndex([entry]).entry(appID: "a") == entry)
            }
        }
        let noise = (0..<2000).map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(parser.parse(noise, id: "a") == nil)
        _ = AppIdentifier(controlGroups: "0::/" + String(decoding: noise, as: UTF8.self))
    }
}
