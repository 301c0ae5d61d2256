import Foundation
import MediaPlayer
import Simulation
import Testing

/// The Info.plist of an app that may ask for the library.
let libraryInfo: [String: any Sendable] = [
    "NSAppleMusicUsageDescription": "Plays your songs.", "CFBundleIdentifier": "sori.songs",
]

@MainActor
extension SimulatedPhone {
    /// A phone with 15 songs in two albums: "Alpha" of Anna with 7, "Beta" of Ben with 8. Findings are
    /// recorded.
    static func withSongs(_ settings: Settings = Settings()) -> SimulatedPhone {
        let phone = SimulatedPhone(settings)
        phone.onFinding = { Issue.record($0) }
        phone.library.add(
            (1...7).map {
                Song("Anna \($0)", artist: "Anna", album: "Alpha", track: 8 - $0, seconds: 0.2)
            }
                + (1...8).map {
                    Song("Ben \($0)", artist: "Ben", album: "Beta", track: $0, seconds: 0.2)
                })
        return phone
    }
}

/// A predicate that a property is equal to a value.
func predicate(
    _ property: String, _ value: Any?, _ comparison: MPMediaPredicateComparison = .equalTo
) -> MPMediaPropertyPredicate {
    MPMediaPropertyPredicate(value: value, forProperty: property, comparisonType: comparison)
}
