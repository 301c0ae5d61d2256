// swift-tools-version: 6.2
import Foundation
import PackageDescription

// A package that uses `os` and `CoreMedia` where there are such modules, as packages for several
// systems do. It builds with Sori's and, with `WITHOUT_SORI` in the environment, on a bare Linux.
let isBare = ProcessInfo.processInfo.environment["WITHOUT_SORI"] != nil

let package = Package(
    name: "Guarded",
    dependencies: isBare ? [] : [.package(name: "sori", path: "../../..")],
    targets: [
        .executableTarget(
            name: "Guarded",
            dependencies: isBare
                ? []
                : [
                    .product(name: "os", package: "sori"),
                    .product(name: "CoreMedia", package: "sori"),
                ])
    ],
    swiftLanguageModes: [.v5]
)
