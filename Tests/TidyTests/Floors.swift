/// The floors of the house, from the lowest: folders of `Sources` and of `Tests`.
enum Floor: String, CaseIterable, Comparable, Sendable {
    case core = "Core"
    case linux = "Linux"
    case formats = "Formats"
    case sound = "Sound"
    case app = "App"
    case music = "Music"
    case apple = "Apple"
    case device = "Device"
    case phone = "Phone"
    case programs = "Programs"

    /// The floor of a target with its sources in `Sources`; `nil` for other targets.
    init?(of target: PackageTarget) {
        let folders = target.path.split(separator: "/")
        guard folders.count == 3, folders[0] == "Sources", folders[2] == target.name else {
            return nil
        }
        self.init(rawValue: String(folders[1]))
    }

    static func < (one: Floor, other: Floor) -> Bool {
        allCases.firstIndex(of: one)! < allCases.firstIndex(of: other)!
    }
}

extension Repository {
    /// Dependencies on a module of a higher floor, as `Lower → Upper`, and targets of `Sources` that
    /// lie on no floor.
    static func upwardArrows(_ targets: [PackageTarget]) -> [String] {
        var floors: [String: Floor] = [:]
        for target in targets { floors[target.name] = Floor(of: target) }
        let homeless = targets.filter { $0.path.hasPrefix("Sources/") && floors[$0.name] == nil }
        let arrows = targets.flatMap { target -> [String] in
            guard let floor = floors[target.name] else { return [] }
            return target.dependencies.sorted()
                .filter { floors[$0].map { $0 > floor } ?? false }
                .map { "\(target.name) → \($0)" }
        }
        return arrows + homeless.map { "\($0.name) is on no floor: \($0.path)" }
    }

    /// Test targets of a module that are not on the floor of their module.
    static func strayTests(_ targets: [PackageTarget]) -> [String] {
        targets.compactMap { target in
            guard target.path.hasPrefix("Tests/"), target.name.hasSuffix("Tests"),
                let module = targets.first(where: { $0.name + "Tests" == target.name }),
                let floor = Floor(of: module),
                target.path != "Tests/\(floor.rawValue)/\(target.name)"
            else { return nil }
            return "\(target.path) has the tests of a module on \(floor.rawValue)"
        }
    }
}
