import AudioModel
import DeviceActions

/// Parses the lines before the story.
extension LineCursor {
    /// Parses the text after `phone`.
    ///
    /// - Parameter given: The settings of earlier `phone` lines.
    mutating func phoneSetup(
        _ setup: inout PhoneSetup, given: inout [String]
    ) throws(LineError) {
        let words = [
            "switch", "media", "ringer", "route", "profile", "microphone", "camera", "passcode",
            "system-sounds", "interruption-ends", "rotation-lock", "emergency-buttons",
            "ambient-mixes", "untouched-session-records", "launch-limit", "system-sound-names",
        ]
        describeKeywords(as: "a property of the phone")
        while let word = try option(of: words, used: &given) {
            defer { describeKeywords(as: "a property of the phone") }
            switch word {
            case "switch": setup.ringSwitch = try expectOne(of: RingSwitch.self)
            case "media": setup.mediaVolume = try volume()
            case "ringer": setup.ringerVolume = try volume()
            case "camera": setup.camera = try expect(Words.camera)
            case "route": setup.route = try port()
            case "system-sounds": setup.systemSounds = try expect(Words.systemSoundRules)
            case "system-sound-names": setup.systemSoundNames = try expectOnOff()
            case "interruption-ends":
                setup.losesInterruptionEnds = try expect(Words.interruptionEnds)
            case "rotation-lock": setup.isRotationLocked = try expectOnOff()
            case "emergency-buttons":
                setup.emergencyButtons = try expectOne(of: EmergencyButtons.self)
            case "ambient-mixes": setup.ambientMixes = try expectOnOff()
            case "untouched-session-records": setup.untouchedSessionRecords = try expectOnOff()
            case "launch-limit": setup.launchLimit = try launchLimit()
            case "passcode": setup.hasPasscode = try expectOnOff()
            case "profile": setup.profiles = try profiles()
            default: setup.microphone = try expect(Words.microphone)
            }
        }
        try expectEndOfLine()
    }

    private mutating func profiles() throws(LineError) -> [PhoneProfile] {
        let listed = try list(of: Words.profiles)
        return listed.contains { $0.value == nil }
            ? PhoneProfile.allCases : listed.compactMap(\.value)
    }

    private mutating func launchLimit() throws(LineError) -> Double {
        try number("a launch limit from 0.001 to 600 seconds") {
            PhoneSetup.launchLimits.contains($0)
        }
    }

    /// Parses the text after the name on an `app` line.
    mutating func appDeclaration(of name: String) throws(LineError) -> AppDeclaration {
        var app = AppDeclaration(name: name)
        var given: [String] = []
        let words = [
            "category", "mode", "options", "policy", "background", "reacts", "plays-as",
            "footprint", "exits-on-suspend", "commands", "orientations",
        ]
        describeKeywords(as: "a property of an app")
        while let word = try option(of: words, used: &given) {
            defer { describeKeywords(as: "a property of an app") }
            switch word {
            case "category": app.category = try expect(Words.categories)
            case "mode": app.mode = try expect(Words.modes)
            case "options": app.options = try sessionOptions()
            case "policy": app.policy = try expect(Words.policies)
            case "background": app.backgroundModes = try list(of: Words.backgroundModes).map(\.word)
            case "footprint": app.footprint = try megabytes()
            case "commands": app.commands = try remoteCommands()
            case "orientations":
                let listed = try list(of: Words.interfaceOrientations).map(\.value)
                app.orientations = InterfaceOrientations(listed)
            case "exits-on-suspend": app.exitsOnSuspend = true
            case "reacts": app.reaction = try expect(Words.reactions)
            default: app.role = try expect(Words.roles)
            }
        }
        try expectEndOfLine()
        return app
    }

    mutating func sessionOptions() throws(LineError) -> SessionOptions {
        SessionOptions(try list(of: Words.options).map(\.value))
    }
}
