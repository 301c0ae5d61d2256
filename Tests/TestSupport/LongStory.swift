/// A story of five apps in parts of 20 seconds with the same events, to test what grows with time.
package enum LongStory {
    package static let partSeconds = 20

    /// The lines, without expectations and without an end.
    package static func lines(partCount: Int) -> [String] {
        let apps = [
            "app Music category playback background audio",
            "app Course category playback options mixWithOthers background audio",
            "app Radio category playback options duckOthers background audio",
            "app Game category ambient", "app Blog",
            "at 0 Music opens; Music plays tone:440 as song",
            "at 0 Course opens; Course plays noise as lesson volume 0.1",
        ]
        return apps
            + (0..<partCount).flatMap { part in
                let start = partSeconds * part
                return [
                    "at \(start + 1) Radio opens; Radio plays tone:300/2 as news",
                    "at \(start + 4) Radio deactivates",
                    "at \(start + 5) Game opens; Game plays tone:880/2 as shot",
                    "at \(start + 8) Blog opens; Blog alerts tone:990/1",
                    "at \(start + 10) press volume down; press volume up",
                    "at \(start + 12) switch silent", "at \(start + 14) switch ring",
                ]
            }
    }
}
