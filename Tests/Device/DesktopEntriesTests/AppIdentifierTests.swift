import DesktopEntries
import Testing

@Suite("The identifier of an application")
struct AppIdentifierTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var unit: String
        var expected: String?
        var source = AppIdentifier.Source.controlGroup

        var testDescription: String { unit }
    }

    /// Units below `user@1000.service/app.slice`.
    static let units = [
        Row(unit: "app-gnome-firefox-1234.scope", expected: "firefox"),
        Row(unit: "app-org.gnome.Music-77.scope", expected: "org.gnome.Music"),
        Row(unit: "app-KDE-org.kde.elisa-1a2b.scope", expected: "org.kde.elisa"),
        Row(
            unit: "app-flatpak-org.mozilla.firefox-2201.scope", expected: "org.mozilla.firefox",
            source: .flatpak),
        Row(unit: #"app-gnome-rhythmbox\x2dclient-9.scope"#, expected: "rhythmbox-client"),
        Row(unit: #"app-gnome-a\x2db\x2dc-9.scope"#, expected: "a-b-c"),
        Row(unit: #"app-gnome-caf\xc3\xa9-9.scope"#, expected: "café"),
        Row(unit: "app-gnome-not-escaped-9.scope", expected: "not-escaped"),
        Row(unit: "app-mpv.scope", expected: "mpv"),
        Row(unit: "app-org.gnome.Clocks@autostart.service", expected: "org.gnome.Clocks"),
        Row(unit: "app-gnome-org.gnome.Evolution@12.service", expected: "org.gnome.Evolution"),
        Row(unit: "app-org.sori.Music.service", expected: "org.sori.Music"),
        Row(
            unit: "snap.firefox.firefox-0c5c6f3e-7a4f-4d32-9a0f-2a8f6ad5d3c1.scope",
            expected: "firefox_firefox"),
        Row(
            unit: "snap.vlc.vlc.0c5c6f3e-7a4f-4d32-9a0f-2a8f6ad5d3c1.scope", expected: "vlc_vlc"),
        // Other units.
        Row(unit: "pipewire-pulse.service", expected: nil),
        Row(unit: "vte-spawn-0c5c6f3e.scope", expected: nil),
        Row(unit: "session-2.scope", expected: nil),
        Row(unit: "application-x-1.scope", expected: nil),
        // Hostile ones.
        Row(unit: "app-.scope", expected: nil),
        Row(unit: "app--.scope", expected: nil),
        Row(unit: "app---.scope", expected: nil),
        Row(unit: "app-gnome--1.scope", expected: nil),
        Row(unit: ".scope", expected: nil),
        Row(unit: "app-.service", expected: nil),
        Row(unit: "app-@.service", expected: nil),
        Row(unit: "app-gnome-x.slice", expected: nil),
        Row(unit: #"app-gnome-a\-1.scope"#, expected: nil),
        Row(unit: #"app-gnome-a\x-1.scope"#, expected: nil),
        Row(unit: #"app-gnome-a\x2-1.scope"#, expected: nil),
        Row(unit: #"app-gnome-a\xzz-1.scope"#, expected: nil),
        Row(unit: #"app-gnome-a\x00b-1.scope"#, expected: nil),
        Row(unit: #"app-gnome-a\x0ab-1.scope"#, expected: nil),
        Row(unit: #"app-gnome-..\x2f..\x2fetc-1.scope"#, expected: nil),
        Row(unit: #"app-gnome-\xff\xfe-1.scope"#, expected: nil),
        Row(unit: #"app-gnome-\xe2\x80\xaegnp-1.scope"#, expected: nil),
        Row(unit: "app-gnome-..-1.scope", expected: nil),
        Row(unit: "app-" + String(repeating: "a", count: 300) + "-1.scope", expected: nil),
        Row(unit: String(repeating: "app-", count: 10_000) + ".scope", expected: nil),
        Row(unit: "snap..-.scope", expected: nil),
        Row(unit: "snap.a.b.scope", expected: nil),
        Row(unit: "snap.scope", expected: nil),
    ]

    @Test("follows from the unit of the service manager", arguments: units)
    func unit(_ row: Row) {
        let groups = "0::/user.slice/user-1000.slice/user@1000.service/app.slice/\(row.unit)\n"
        #expect(
            AppIdentifier(controlGroups: groups)
                == row.expected.map { AppIdentifier(name: $0, source: row.source) })
    }

    @Test(
        "is that of the outermost unit",
        arguments: [
            (
                "0::/user.slice/user-1000.slice/user@1000.service/app.slice/"
                    + "app-gnome-org.evil.App-1.scope/app-gnome-org.bank.App-2.scope",
                "org.evil.App"
            ),
            (
                "0::/user.slice/user-1000.slice/user@1000.service/app.slice/"
                    + #"app-dbus\x2d:1.2\x2dorg.a.B.slice/app-org.a.B@0.service"#,
                "org.a.B"
            ),
            ("0::/user.slice/user-1000.slice/session-2.scope/app-gnome-x-1.scope", nil),
            ("0::/system.slice/app-gnome-x-1.scope/y", "x"),
            ("1:name=systemd:/user.slice/app-gnome-x-1.scope\n0::/\n", "x"),
            ("4:memory:/app-gnome-x-1.scope\n0::/\n", nil),
            ("0::/", nil), ("0::", nil), ("0:", nil), ("", nil), ("\n\n\n", nil),
            (String(repeating: "/", count: 10_000), nil),
            ("0::" + String(repeating: "/a.slice", count: 10_000), nil),
        ] as [(String, String?)])
    func nesting(groups: String, expected: String?) {
        #expect(AppIdentifier(controlGroups: groups)?.name == expected)
    }

    @Test("is taken from the best source")
    func sources() {
        let groups = "0::/user.slice/app-gnome-firefox-1.scope"
        func identifier(
            _ flatpak: String?, _ groups: String?, _ executable: String?
        ) -> AppIdentifier? {
            AppIdentifier(
                flatpakAppID: flatpak, controlGroups: groups, executableName: executable,
                desktopFile: { $0 == "mpv" ? "io.mpv.Mpv" : $0 == "bad" ? "../x" : nil })
        }
        #expect(identifier("org.a.B", groups, "mpv") == .init(name: "org.a.B", source: .flatpak))
        #expect(identifier("a/b", groups, "mpv") == .init(name: "firefox", source: .controlGroup))
        #expect(identifier(nil, "0::/", "mpv") == .init(name: "io.mpv.Mpv", source: .desktopFile))
        #expect(identifier(nil, nil, "bad") == .init(name: "bad", source: .executable))
        #expect(identifier("", nil, "aplay") == .init(name: "aplay", source: .executable))
        #expect(identifier("", "", "") == nil)
        #expect(identifier(nil, nil, nil) == nil)
    }
}
