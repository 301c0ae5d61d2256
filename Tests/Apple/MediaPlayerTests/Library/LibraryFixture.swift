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
        var songs: [Song] = []
        for number in 1...7 {
            songs.append(
                Song(
                    "Anna \(number)", artist: "Anna", album: "Alpha", track: 8 - number,
                    seconds: 0.2))
        }
        for number in 1...8 {
            songs.append(
                Song("Ben \(number)", artist: "Ben", album: "Beta", track: number, seconds: 0.2))
        }
        phone.library.add(songs)
        return phone
    }
}

/// A predicate that a property is equal to a value.
func predicate(
    _ property: String, _ value: Any?, _ comparison: MPMediaPredicateComparison = .equalTo
) -> MPMediaPropertyPredicate {
    MPMediaPropertyPredicate(value: value, forProperty: property, comparisonType: comparison)
}
