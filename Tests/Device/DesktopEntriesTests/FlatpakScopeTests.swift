import DesktopEntries
import Glibc
import Testing

/// What `/proc/PID/cgroup` says of Flatpaks.
///
/// Source: flatpak/flatpak issue 6676 (the scope of `org.gnome.Recipes`), and the journal of a machine
/// on which Chromium ran in two scopes.
@Suite("The scope of a Flatpak")
struct FlatpakScopeTests {
    private static let slice = "/user.slice/user-1000.slice/user@1000.service/app.slice/"

    private func scope(_ unit: String) -> FlatpakScope? {
        FlatpakScope(controlGroups: "0::\(Self.slice)\(unit)\n")
    }

    @Test("is that of its application and of the proxy of its message bus, one for each instance")
    func scopes() {
        let recipes = "app-flatpak-org.gnome.Recipes-273822986.scope"
        #expect(
            scope(recipes)
                == FlatpakScope(appID: "org.gnome.Recipes", path: Self.slice + recipes))
        #expect(scope("app-flatpak-org.a.B-1.scope") != scope("app-flatpak-org.a.B-2.scope"))
        // What an application makes within its scope is the application's.
        #expect(
            scope("app-flatpak-org.a.B-1.scope/app-flatpak-org.bank.App-2.scope")
                == scope("app-flatpak-org.a.B-1.scope"))
    }

    @Test("is no unit of anything else, whatever it is called")
    func others() {
        for unit in [
            "app-gnome-org.a.B-1.scope", "app-org.a.B-1.scope", "app-flatpak-1.scope",
            "app-flatpak-org.a.B@1.service", "pipewire-pulse.service", "session-2.scope",
            "session-2.scope/app-flatpak-org.a.B-1.scope", "vte-spawn-1.scope", "",
        ] {
            #expect(scope(unit) == nil, "\(unit)")
        }
        for text in ["", "0::/", "0::", "\n\n", "4:memory:\(Self.slice)app-flatpak-a.B-1.scope"] {
            #expect(FlatpakScope(controlGroups: text) == nil, "\(text)")
        }
        #expect(FlatpakScope(process: 0) == nil)
        #expect(FlatpakScope(process: getpid()) == nil)
    }

    @Test("has the players of the same instance, or of the only one, and never of another app")
    func matching() throws {
        let one = try #require(scope("app-flatpak-org.chromium.Chromium-1327.scope"))
        let other = try #require(scope("app-flatpak-org.chromium.Chromium-1375.scope"))
        let third = try #require(scope("app-flatpak-org.chromium.Chromium-1400.scope"))
        let bank = try #require(scope("app-flatpak-org.bank.App-7.scope"))
        #expect(one.match(among: [one, other, bank]) == one)
        #expect(third.match(among: [one, bank]) == one)
        #expect(third.match(among: [one, other, bank]) == nil)
        #expect(third.match(among: [bank]) == nil)
        #expect(third.match(among: []) == nil)
    }
}
