import Testing

/// `Sources` has a folder for each floor, and no module uses one of a higher floor.
@Suite struct FloorTests {
    @Test func `no module uses one of a higher floor`() {
        let targets = Repository.current.targets
        #expect(targets.count { Floor(of: $0) != nil } > 70)
        #expect(Repository.upwardArrows(targets) == [])
        #expect(Repository.strayTests(targets) == [])
    }

    @Test func `a planted arrow upwards is found`() {
        let targets = PackageTarget.targets(
            inManifest: """
                let package = Package(
                    targets: [
                        .target(name: "Low", dependencies: ["High"], path: "Sources/Core/Low"),
                        .target(name: "High", dependencies: ["Mid"], path: "Sources/Phone/High"),
                        .target(name: "Mid", dependencies: ["Low"], path: "Sources/App/Mid"),
                        .target(name: "Stray"),
                        .testTarget(name: "MidTests", path: "Tests/Phone/MidTests"),
                        .testTarget(name: "LowTests", path: "Tests/Core/LowTests"),
                    ],
                )
                """)
        #expect(
            Repository.upwardArrows(targets) == [
                "Low → High", "Stray is on no floor: Sources/Stray",
            ])
        #expect(
            Repository.strayTests(targets) == [
                "Tests/Phone/MidTests has the tests of a module on App"
            ])
    }
}
