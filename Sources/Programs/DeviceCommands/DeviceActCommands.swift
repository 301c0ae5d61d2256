import AudioModel
package import CommandLineTool
import DeviceActions

// Commands that act on the device service's device.

/// Moves the ring/silent switch.
package enum SwitchCommand: Command {
    package static let syntax = CommandSyntax(
        name: "switch", summary: "moves the ring/silent switch of the device service",
        operands: .one("ring|silent"))

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        try DeviceServiceClient().perform("switch " + arguments.operands[0])
        return .done
    }
}

/// Presses a volume button, or sets the media volume.
package enum VolumeCommand: Command {
    package static let syntax = CommandSyntax(
        name: "volume", summary: "presses a volume button of the device service, or sets a volume",
        operands: .one("up|down|PERCENT"),
        options: [
            OptionSyntax("--times", value: "N", "presses the button N times"),
            OptionSyntax("--ringer", "sets the ringer volume, not the media volume"),
        ])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        let word = arguments.operands[0]
        if word == "up" || word == "down" {
            let times = try arguments.integer("--times", in: 1...PhoneAct.pressesMax) ?? 1
            try DeviceServiceClient().perform("press volume \(word) x\(times)")
            return .done
        }
        let number = word.hasSuffix("%") ? String(word.dropLast()) : word
        guard let percent = Double(number), (0...100).contains(percent) else {
            throw arguments.wrongUse(
                "expected up, down, or 0 to 100, found '\(word)'", advice: "give one of them")
        }
        guard percent == 0 || percent >= 1 else {
            throw arguments.wrongUse(
                "'\(word)' is less than one per cent",
                advice: "write \(Numeral.short(percent * 100, places: 2)) for that share of all")
        }
        let kind = arguments.has("--ringer") ? "ringer" : "media"
        try DeviceServiceClient().perform("\(kind) \(Numeral.short(percent / 100, places: 4))")
        return .done
    }
}

/// Picks an output.
package enum RouteCommand: Command {
    package static let syntax = CommandSyntax(
        name: "route", summary: "picks an output of the device service: speaker, bluetooth-a2dp …",
        operands: .one("PORT"))

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        try DeviceServiceClient().perform("route " + arguments.operands[0])
        return .done
    }
}

/// Lets a call arrive, and answers or ends it.
package enum CallCommand: Command {
    package static let syntax = CommandSyntax(
        name: "call", summary: "lets a call arrive at the device service, answers or ends it",
        operands: .one("arrive|answer|decline|end"),
        options: [
            OptionSyntax("--banner", "arrive: as a banner over the app in front"),
            OptionSyntax("--remote", "end: by the remote party"),
        ])

    private static let events = [
        "arrive": DeviceEvent.callArrived, "answer": .callAnswered, "decline": .callDeclined,
        "end": .callEnded,
    ]

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        var event = try arguments.event(among: events)
        if arguments.has("--banner"), event == .callArrived { event = .callArrivedAsBanner }
        if arguments.has("--remote"), event == .callEnded { event = .callEndedByRemoteParty }
        try DeviceServiceClient().perform(event.text)
        return .done
    }
}

/// Lets the alarm fire, and ends it.
package enum AlarmCommand: Command {
    package static let syntax = CommandSyntax(
        name: "alarm", summary: "lets the alarm of the device service fire, snoozes or ends it",
        operands: .one("fire|snooze|dismiss"))

    private static let events = [
        "fire": DeviceEvent.alarmFired, "snooze": .alarmSnoozed, "dismiss": .alarmDismissed,
    ]

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        try DeviceServiceClient().perform(arguments.event(among: events).text)
        return .done
    }
}

/// Locks or unlocks the device.
package enum LockCommand: Command {
    package static let syntax = CommandSyntax(
        name: "lock", summary: "locks the device of the device service, or unlocks it",
        operands: .none, options: [OptionSyntax("--off", "unlocks it")])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        let event: DeviceEvent = arguments.has("--off") ? .unlocked : .locked
        try DeviceServiceClient().perform(event.text)
        return .done
    }
}

/// Brings an app to the front.
package enum FrontCommand: Command {
    package static let syntax = CommandSyntax(
        name: "front", summary: "brings an app of the device service to the front",
        operands: .oneAtMost("APP"),
        notes: ["Without APP, the app in front goes to the background, as by a home button."])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        if let app = arguments.operands.first {
            try DeviceServiceClient().bringToFront(app)
        } else {
            try DeviceServiceClient().leaveFront()
        }
        return .done
    }
}

/// Carries out any action of the scenario language.
package enum ActCommand: Command {
    package static let syntax = CommandSyntax(
        name: "act",
        summary: "carries out an action of the scenario language on the device service",
        operands: .oneOrMore("WORD"),
        notes: [
            "The words are an action of the phone, as in a scenario: plug headphones, unplug "
                + "headphones, timer fires, assistant begins, headset press 2, user presses play, "
                + "setting vibrate-on-ring off; or a short form of 'sori phone ctl': hang up, dismiss. "
                + "See docs/scenario.md."
        ])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        try DeviceServiceClient().perform(arguments.operands.joined(separator: " "))
        return .done
    }
}

extension Arguments {
    /// The event for the operand.
    fileprivate func event(
        among events: [String: DeviceEvent]
    ) throws(ProgramError) -> DeviceEvent {
        let word = operands[0]
        guard let event = events[word] else {
            let known = events.keys.sorted()
            throw wrongUse(
                "unknown action '\(word)'",
                advice: advice(
                    insteadOf: word, among: known,
                    otherwise: "give one of \(known.joined(separator: ", "))"))
        }
        return event
    }
}
