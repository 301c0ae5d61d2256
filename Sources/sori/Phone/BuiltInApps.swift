import AudioModel
import Simulation
import SoundPolicy

/// An app that comes with the phone: what it is, and what its own buttons do.
package struct BuiltInApp: Sendable {
    package var declaration: AppDeclaration
    /// One clause, for the help.
    package var summary: String
    /// What space begins, holds and lets go on.
    package var main: AppAct
    /// What its other button does, one after the other.
    package var extras: [[AppAct]]
    /// What it does by itself, as long as it runs.
    package var routine: Routine?

    /// Acts that come again and again.
    package struct Routine: Sendable {
        package var every: HostInterval
        /// Only while it is behind another app, or only while its main stream was begun.
        package var onlyWhen: Condition
        /// With the time after the routine's turn.
        package var steps: [(after: HostInterval, act: AppAct)]

        package enum Condition: Sendable {
            case inBackground
            case isOn
        }
    }

    package var name: String { declaration.name }

    /// The name of the stream that space is about; `nil` for an app that has none.
    package var mainStream: String? { main.stream }
}

extension BuiltInApp {
    /// - Parameters:
    ///   - song: A sound file for the music app to play; `nil` for a tone.
    ///   - profile: Of the phone that they are for: as well-made apps do, they ask for no mode that
    ///     it does not know.
    package static func all(
        song: String? = nil, profile: PhoneProfile = .ios17
    ) -> [BuiltInApp] {
        [music(song), game, lesson, navigator, recorder, rude].map { app in
            var app = app
            if !profile.knows(app.declaration.mode) { app.declaration.mode = .default }
            return app
        }
    }

    private static func tone(_ hertz: Double, _ seconds: Double) -> SoundSpec {
        .tone(hertz: hertz, seconds: seconds)
    }

    private static func repeating(_ sound: SoundSpec, as stream: String) -> AppAct {
        .plays(StreamStart(sound, as: stream, loops: .forever))
    }

    /// Plays on behind everything, and stops for whoever needs the phone.
    private static func music(_ song: String?) -> BuiltInApp {
        let sound = song.map { SoundSpec.file($0) } ?? tone(330, 0.75)
        var declaration = AppDeclaration(
            name: "Music", category: .playback, backgroundModes: ["audio"],
            role: .nowPlaying)
        declaration.commands = .all
        return BuiltInApp(
            declaration: declaration,
            summary: "plays on in the background, takes remote commands; e is the next song",
            main: repeating(sound, as: "song"),
            extras: [
                [repeating(tone(392, 0.5), as: "song")], [repeating(sound, as: "song")],
            ])
    }

    /// Falls silent with the switch, and lets others play.
    private static var game: BuiltInApp {
        BuiltInApp(
            declaration: AppDeclaration(name: "Game", category: .ambient),
            summary: "obeys the ring/silent switch; e is a shot",
            main: repeating(tone(147, 1), as: "theme"),
            extras: [[.plays(StreamStart(tone(1_047, 0.25), as: "shot"))]])
    }

    /// A lesson that one wants to hear, with feedback as system sounds.
    private static var lesson: BuiltInApp {
        BuiltInApp(
            declaration: AppDeclaration(
                name: "Lesson", category: .playback, mode: .spokenAudio,
                backgroundModes: ["audio"]),
            summary: "speaks whatever the switch says; e is right, then wrong",
            main: repeating(tone(220, 0.6), as: "lesson"),
            extras: [
                [.sounds(tone(880, 0.4), stream: "right")],
                [.alerts(tone(196, 0.5), stream: "wrong")],
            ])
    }

    /// Says where to go, over whatever plays.
    private static var navigator: BuiltInApp {
        let prompt = AppAct.plays(StreamStart(tone(587, 1.5), as: "prompt"))
        return BuiltInApp(
            declaration: AppDeclaration(
                name: "Navigator", category: .playback, mode: .voicePrompt,
                options: [.duckOthers, .interruptSpokenAudioAndMixWithOthers],
                backgroundModes: ["audio", "location"]),
            summary: "lowers others while it speaks, every 8 s once space has set it off",
            main: prompt,
            extras: [[prompt]],
            routine: Routine(
                every: .seconds(8), onlyWhen: .isOn,
                steps: [
                    (.zero, prompt),
                    (.milliseconds(1_600), .deactivates(notifying: true)),
                ]))
    }

    /// Listens, and silences nobody who may mix.
    private static var recorder: BuiltInApp {
        BuiltInApp(
            declaration: AppDeclaration(
                name: "Recorder", category: .record, backgroundModes: ["audio"]),
            summary: "records; e tries to play, which its category does not let be heard",
            main: .records(stream: "take", from: nil),
            extras: [[.plays(StreamStart(tone(660, 0.5), as: "beep"))]])
    }

    /// Ignores what it is told, wants the sound back from behind, and floods.
    private static var rude: BuiltInApp {
        let flood = (1...12).map { number in
            AppAct.plays(StreamStart(tone(400 + 50 * Double(number), 1), as: "noise\(number)"))
        }
        return BuiltInApp(
            declaration: AppDeclaration(
                name: "Rude", category: .soloAmbient, backgroundModes: ["audio"],
                reaction: .ignores),
            summary: "hears nothing it is told, wants in from behind; e floods",
            main: repeating(tone(110, 0.5), as: "blare"),
            extras: [flood],
            routine: Routine(
                every: .seconds(4), onlyWhen: .inBackground, steps: [(.zero, .activates)]))
    }
}
