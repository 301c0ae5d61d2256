import DBus
import Testing

@Suite("The name of a sandboxed program")
struct SandboxFactsTests {
    private static let info = "[Application]\nname=org.example.My-App\n[Instance]\nname=a.b.c\n"
    private static func group(_ unit: String) -> String {
        "0::/user.slice/user-1000.slice/user@1000.service/app.slice/\(unit)/deeper.scope\n"
    }

    @Test(
        "is what Flatpak or snapd say",
        arguments: [
            (SandboxFacts(flatpakInfo: info), "org.example.My-App"),
            (SandboxFacts(flatpakInfo: info, controlGroups: "0::/\n"), "org.example.My-App"),
            (
                SandboxFacts(
                    flatpakInfo: info,
                    controlGroups: group("app-flatpak-org.example.My\\x2dApp-12.scope")),
                "org.example.My-App"
            ),
            (SandboxFacts(securityLabel: "snap.player.app (enforce)"), "snap.player"),
            (SandboxFacts(controlGroups: group("snap.player.app-1.scope")), "snap.player"),
            // What a program can claim by itself.
            (
                SandboxFacts(
                    flatpakInfo: info, controlGroups: group("app-flatpak-org.other.App-1.scope")),
                "unidentified"
            ),
            (SandboxFacts(flatpakInfo: info, controlGroups: group("a.service")), "unidentified"),
            (SandboxFacts(flatpakInfo: "[Application]\nname=snap.player\n"), "unidentified"),
            (SandboxFacts(flatpakInfo: "[Application]\nname=a.b.c d\n"), "unidentified"),
            (SandboxFacts(flatpakInfo: "[Instance]\nname=a.b.c\n"), "unidentified"),
            (SandboxFacts(securityLabel: "snap.player.app (complain)"), "unidentified"),
            (SandboxFacts(securityLabel: "unconfined"), "unidentified"),
            (SandboxFacts(), "unidentified"),
        ])
    func name(facts: SandboxFacts, expected: String) {
        #expect(facts.name == expected)
    }

    @Test("is read from a file that is mounted, and from no other")
    func mounts() {
        let mounts =
            "36 35 98:0 /x /.flatpak-info ro - ext4 /dev/root rw\n37 35 0:1 / /b rw - t t\n"
        #expect(SandboxFacts.hasMount(at: "/.flatpak-info", in: mounts))
        #expect(!SandboxFacts.hasMount(at: "/x", in: mounts))
        #expect(!SandboxFacts.hasMount(at: "/.flatpak-info", in: ""))
    }

    @Test("is allowed what the lines of a configuration say")
    func allowances() {
        let allowances = DBusAllowances(
            configuration: """
                profile desktop
                allow org.example.A music volume # more
                 allow "org.example.B" all
                #allow org.example.C music
                allow org.example.D
                allow "org.example.E music
                """)
        #expect(allowances.contains("music", for: "org.example.A"))
        #expect(allowances.contains("volume", for: "org.example.A"))
        #expect(!allowances.contains("more", for: "org.example.A"))
        #expect(allowances.contains("anything", for: "org.example.B"))
        for program in ["C", "D", "E"] {
            #expect(!allowances.contains("music", for: "org.example.\(program)"))
        }
    }
}
