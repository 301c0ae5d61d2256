import Foundation
import Testing

import TestSupport

@testable import ProgramStreams

@Suite("An index of desktop files")
struct DesktopFileIndexTests {
    @Test(
        "reads the program of the main group",
        arguments: [
            ("[Desktop Entry]\nExec=/usr/bin/mpv --player -- %U\n", "mpv"),
            ("[Desktop Entry]\nName=x\nExec = vlc\n", "vlc"),
            ("[Desktop Entry]\nExec=\"/opt/a/player\" %f\n", "player"),
            ("[Desktop Entry]\nExec=env A=1 B=2 /usr/bin/x\n", "x"),
            ("[Desktop Entry]\r\nExec=y\r\n", "y"),
            ("[Desktop Action New]\nExec=no\n[Desktop Entry]\nExec=yes\n", "yes"),
            ("[Desktop Entry]\nTryExec=a\nExec[de]=b\n", nil),
            ("[Desktop Entry]\nExec=flatpak run org.a.B\n", nil),
            ("[Desktop Entry]\nExec=\n", nil), ("[Desktop Entry]\nExec=/\n", nil),
            ("[Desktop Entry]\nExec=\"\n", nil), ("[Desktop Entry]\nExec=env\n", nil),
            ("Exec=a\n", nil), ("", nil), ("\0\0=\n[", nil),
        ] as [(String, String?)])
    func executableName(text: String, expected: String?) {
        #expect(DesktopFileIndex.executableName(inDesktopFile: text) == expected)
    }

    @Test("finds the desktop file of an executable; the user's comes first")
    func folders() throws {
        let folder = try TemporaryFolder()
        for (path, text) in [
            ("home/applications/mine.desktop", "[Desktop Entry]\nExec=mpv\n"),
            ("share/applications/io.mpv.Mpv.desktop", "[Desktop Entry]\nExec=mpv %U\n"),
            ("share/applications/other.desktop", "[Desktop Entry]\nExec=other\n"),
            ("share/applications/text.txt", "[Desktop Entry]\nExec=text\n"),
        ] {
            let url = folder.url.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
        // A FIFO must not be waited for.
        #expect(mkfifo(folder.file("share/applications/fifo.desktop"), 0o600) == 0)
        let index = DesktopFileIndex.load(environment: [
            "XDG_DATA_HOME": folder.file("home"),
            "XDG_DATA_DIRS": "/nonexistent:" + folder.file("share"),
        ])
        #expect(index.identifier(forExecutable: "mpv") == "mine")
        #expect(index.identifier(forExecutable: "other") == "other")
        #expect(index.identifier(forExecutable: "text") == nil)
        #expect(DesktopFileIndex.empty.identifier(forExecutable: "mpv") == nil)
    }
}
