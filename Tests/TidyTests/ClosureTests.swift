import Testing

/// A module is built with all that it depends on. What runs on a machine needs nothing of the phone in
/// virtual time.
@Suite struct ClosureTests {
    /// Modules of the phone in virtual time.
    private static let testBench: Set<String> = [
        "CVirtualTime", "FrameworkPlayers", "RandomPhones", "ScenarioLanguage", "SimulatedDevice",
        "Simulation", "SimulationReports",
    ]

    /// What each module has of them: only a recorded session is a story.
    private static let allowed: KeyValuePairs<String, Set<String>> = [
        "DeviceService": [], "LiveDevice": [], "MusicService": [], "MusicCommands": [],
        "CommandLineTool": [], "SoundCommands": [],
        "DeviceCommands": ["ScenarioLanguage"],
    ]

    /// The modules with the commands of the program.
    private static func commands(of targets: [PackageTarget]) -> Set<String> {
        Set(targets.map(\.name).filter { $0.hasSuffix("Commands") })
    }

    /// What a module depends on of the modules given, as `Module has Other`.
    static func findings(
        _ module: String, in targets: [PackageTarget], without others: Set<String>
    ) -> [String] {
        let product = PackageProduct(name: module, isLibrary: true, targets: [module])
        return product.modules(targets).intersection(others).sorted().map { "\(module) has \($0)" }
    }

    @Test func `what runs on a machine has nothing of the phone in virtual time`() {
        let targets = Repository.current.targets
        for (module, few) in Self.allowed {
            #expect(targets.contains { $0.name == module })
            let others = Self.testBench.subtracting(few)
            #expect(Self.findings(module, in: targets, without: others) == [])
        }
    }

    @Test func `a change of the device service rebuilds nothing of the phone in virtual time`() {
        let targets = Repository.current.targets
        for module in Self.testBench.union(["StoryCommands", "PhoneCommands", "SoundCommands"]) {
            #expect(Self.findings(module, in: targets, without: ["DeviceService"]) == [])
        }
    }

    @Test func `the commands of one floor have none of another`() {
        let targets = Repository.current.targets
        let commands = Self.commands(of: targets)
        #expect(commands.count >= 5)
        for module in commands {
            let others = commands.subtracting([module])
            #expect(Self.findings(module, in: targets, without: others) == [])
        }
    }

    @Test func `no module of Apple's has the live device`() {
        let targets = Repository.current.targets
        let apple = targets.filter { Floor(of: $0) == .apple }
        #expect(apple.count > 10)
        for module in apple {
            #expect(Self.findings(module.name, in: targets, without: ["LiveDevice"]) == [])
        }
    }

    @Test func `a planted dependency is found`() {
        let targets = PackageTarget.targets(
            inManifest: """
                let package = Package(
                    targets: [
                        .target(name: "CVirtualTime"),
                        .target(name: "Between", dependencies: ["CVirtualTime"]),
                        .target(name: "DeviceService", dependencies: ["Between"]),
                    ],
                )
                """)
        #expect(
            Self.findings("DeviceService", in: targets, without: Self.testBench) == [
                "DeviceService has CVirtualTime"
            ])
    }
}
