package import AudioModel
package import Simulation
import SoundPolicy

/// An app that comes with the phone, with the actions of its keys.
package struct BuiltInApp: Sendable {
    package var declaration: AppDeclaration
    /// A description in one clause, for the help.
    package var summary: String
    /// The action of the space key, which starts, pauses and resumes the app's main stream.
    package var main: AppAct
    /// The actions of the app's second key, one set per press, in turn.
    package var extras: [[AppAct]]
    /// The actions that the app repeats while it runs.
    package var routine: Routine?

    /// Actions that an app repeats.
    package struct Routine: Sendable {
        package var every: HostInterval
        /// Whether it runs only in the background, or only when the main stream was started.
        package var onlyWhen: Condition
        /// The actions, each with the time since the beginning of a repetition.
        package var steps: [(after: HostInterval, act: AppAct)]

        package enum Condition: Sendable {
            case inBackground
            case isOn
        }
    }

    package var name: String { declaration.name }

    /// The name of the stream that space controls; `nil` if there is none.
    package var mainStream: String? { main.stream }
}

extension BuiltInApp {
    /// - Parameters:
    ///   - song: A sound file for the music app to play; `nil` for a tone.
    ///   - profile: The phone's profile; the apps do not request modes that it does not have.
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

    /// Plays in the background, and stops for every interruption.
    private static func music(_ song: String?) -> BuiltInApp {
        let sound = song.map { SoundSpec.file($0) } ?? tone(330, 0.75)
        var declaration = AppDeclaration(
            name: "Music", category: .playback, backgroundModes: ["audio"],
            role: .nowPlaying)
        declaration.commands = .all
        return BuiltInApp(
            declaration: declaration,
            summary: "plays in the background, takes remote commands; e is the next song",
            main: repeating(sound, as: "song"),
            extras: [
                [repeating(tone(392, 0.5), as: "song")], [repeating(sound, as: "song")],
            ])
    }

    /// Obeys the ring/silent switch, and mixes with others.
    private static var game: BuiltInApp {
        BuiltInApp(
            declaration: AppDeclaration(name: "Game", category: .ambient),
            summary: "obeys the ring/silent switch; e is a shot",
            main: repeating(tone(147, 1), as: "theme"),
            extras: [[.plays(StreamStart(tone(1_047, 0.25), as: "shot"))]])
    }

    /// Plays a lesson, with feedback as system sounds.
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

    /// Speaks directions over other apps' sound.
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

    /// Records, and interrupts no session that mixes.
    private static var recorder: BuiltInApp {
        BuiltInApp(
            declaration: AppDeclaration(
                name: "Recorder", category: .record, backgroundModes: ["audio"]),
            summary: "records; e tries to play, which its category does not let be heard",
            main: .records(stream: "take", from: nil),
            extras: [[.plays(StreamStart(tone(660, 0.5), as: "beep"))]])
    }

    /// Ignores notifications, reactivates its session from the background, and floods the phone
    /// with requests.
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
