import Foundation

/// The letters of a terminal as keys of a piano.
struct Keyboard {
    /// The octave of the lowest key; 4 begins with the middle C.
    var octave = 4
    /// When each key that sounds was pressed last.
    private var pressed: [UInt8: Date] = [:]

    /// How long a note sounds after its key was pressed or repeated, in seconds.
    private static let length = 0.6
    private static let letters = Array("awsedftgyhujk".utf8)

    /// The key of a letter, 60 for the middle C.
    func key(of letter: UInt8) -> UInt8? {
        Self.letters.firstIndex(of: letter).map { UInt8(min(12 * (octave + 1) + $0, 127)) }
    }

    /// - Returns: Whether the key was not down.
    mutating func press(_ key: UInt8, at time: Date) -> Bool {
        pressed.updateValue(time, forKey: key) == nil
    }

    /// Takes the keys that were not pressed again for a while.
    mutating func expired(at time: Date) -> [UInt8] {
        let keys = pressed.filter { time.timeIntervalSince($0.value) > Self.length }.map(\.key)
        for key in keys { pressed[key] = nil }
        return keys
    }

    /// The keys that are down, from low to high.
    var sounding: [UInt8] { pressed.keys.sorted() }
}
