import AudioModel
import DBus
import DeviceActions
import Foundation
import SoundPolicy

/// The file of a service's configuration.
package enum ConfigurationFile {
    /// Where the file is looked for, in this order.
    package static func standardPaths(_ environment: (String) -> String?) -> [String] {
        DBusAllowances.standardPaths(environment)
    }

    /// The first words of actions, as comments.
    private static var permissionLines: [String] {
        var lines: [String] = []
        var line = "#"
        for word in DeviceCommand.actingWords {
            if line.count + word.count > 88 {
                lines.append(line)
                line = "#"
            }
            line += " " + word
        }
        return lines + [line]
    }

    /// A file that says what holds without one, with all that can be set.
    package static var template: String {
        var lines = [
            "# The device service of Sori: 'sori daemon' reads this file when it starts.",
            "# '#' begins a comment. A line that cannot be used is reported and left out.",
            "",
            "# desktop: every program may sound in the background.",
            "# phone: one app is in front; background rules and unplugging as on a phone.",
            "profile desktop",
            "",
            "# What the keyboard's mute key moves: nothing, or the ring/silent switch.",
            "mute-key nothing",
            "",
            "# Whether the app of the active window is the one in front: follow, or ignore them.",
            "windows follow",
            "",
            "# What is followed over D-Bus besides: telephony, announced calls and alarms, the lock,",
            "# the machine's sleep.",
        ]
        lines += DeviceEventSource.allCases.map { "events \($0.word) on" }
        lines += [
            "",
            "# What the service itself rings with for a call: a sound file of at most a minute, its",
            "# path from this file's folder. Without it the program of the call rings alone.",
            "#ring-tone ring.wav",
            "",
            "# What sandboxed programs may do over D-Bus; without a line, nothing but read the",
            "# device's own state. PROGRAM is the identifier of a Flatpak, snap.NAME, or",
            "# unidentified for every other sandbox.",
            "#   allow PROGRAM PERMISSION…",
            "# The permissions: \(DBusAllowances.all), \(DevicePermission.front) (which app is in front), "
                + "\(DevicePermission.read) (what others do),",
            "# \(DevicePermission.announce) (calls and alarms), \(DBusAllowances.music) (players), and the "
                + "first words of actions:",
        ]
        lines += permissionLines
        lines += [
            "#allow org.example.Remote \(DBusAllowances.music) volume",
            "",
            "# How programs that do not use Sori are treated; the first line that fits counts.",
            "#   program NAME, role NAME (media.role), desktop-category NAME, recording, default",
            "#   category C [mode M] [options O,…] | system-sounds | ignored",
            "#program firefox category playback options mixWithOthers",
            "#program espeak-ng category playback mode voicePrompt options duckOthers",
        ]
        lines += ServiceConfiguration.standardTreatments.map { "#" + $0.words + " " + $1.words }
        lines += ["", "# The rules, as the profile desktop has them. 'docs/facts.md' says more."]
        let off = Set(ServiceProfile.desktop.disabledRules)
        lines += Rule.allCases.map { "#rule \($0.rawValue) \(off.contains($0) ? "off" : "on")" }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension ProgramSelector {
    /// The selector as a configuration has it.
    fileprivate var words: String {
        switch self {
        case .program(let name): "program \(name)"
        case .role(let role): "role \(role)"
        case .desktopCategory(let name): "desktop-category \(name)"
        case .recording: "recording"
        case .everything: "default"
        }
    }
}

extension ProgramTreatment {
    /// The treatment as a configuration has it.
    fileprivate var words: String {
        switch self {
        case .systemSounds: "system-sounds"
        case .ignored: "ignored"
        case .session(let category, let mode, let options):
            "category \(category.rawValue)"
                + (mode == .default ? "" : " mode \(mode.rawValue)")
                + (options.isEmpty ? "" : " options \(optionsWord(options))")
        }
    }
}
