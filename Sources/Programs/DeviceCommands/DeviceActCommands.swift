import AudioModel
package import CommandLineTool
import DeviceActions
import Terminal

// Commands that act on the device service's device.

private let quiet = OptionSyntax("--quiet", "does not say what was done")

/// Carries out an action, and says what was done.
private func act(
    _ action: String, _ arguments: Arguments, _ console: Console
) throws(ProgramError) {
    say(try DeviceServiceClient().perform(action), arguments, console)
}

private func say(_ done: String, _ arguments: Arguments, _ console: Console) {
    if !arguments.has("--quiet"), !done.isEmpty { console.print(printable(done) + "\n") }
}

/// Moves the ring/silent switch.
package enum SwitchCommand: Command {
    package static let syntax = CommandSyntax(
        name: "switch", summary: "moves the ring/silent switch of the device service",
        operands: .one("ring|silent"), options: [quiet])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        try act("switch " + arguments.operands[0], arguments, console)
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
            OptionSyntax("--ringer", "sets the ringer volume, not the media volume"), quiet,
        ])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        let word = arguments.operands[0]
        if word == "up" || word == "down" {
            let times = try arguments.integer("--times", in: 1...PhoneAct.pressesMax) ?? 1
            try act("press volume \(word) x\(times)", arguments, console)
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
        try act("\(kind) \(Numeral.short(percent / 100, places: 4))", arguments, console)
        return .done
    }
}

/// Picks an output.
package enum RouteCommand: Command {
    package static let syntax = CommandSyntax(
        name: "route", summary: "picks an output of the device service: speaker, bluetooth-a2dp …",
        operands: .one("PORT"), options: [quiet],
        notes: [
            "PORT is as 'sori status' prints it, in quotes where it has blanks: "
                + "'lineout:USB Audio'."
        ])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        try act(DeviceCommand.route(to: arguments.operands[0]), arguments, console)
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
            OptionSyntax("--remote", "end: by the remote party"), quiet,
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
        try act(event.text, arguments, console)
        return .done
    }
}

/// Lets the alarm fire, and ends it.
package enum AlarmCommand: Command {
    package static let syntax = CommandSyntax(
        name: "alarm", summary: "lets the alarm of the device service fire, snoozes or ends it",
        operands: .one("fire|snooze|dismiss"), options: [quiet])

    private static let events = [
        "fire": DeviceEvent.alarmFired, "snooze": .alarmSnoozed, "dismiss": .alarmDismissed,
    ]

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        try act(arguments.event(among: events).text, arguments, console)
        return .done
    }
}

/// Locks or unlocks the device.
package enum LockCommand: Command {
    package static let syntax = CommandSyntax(
        name: "lock", summary: "locks the device of the device service, or unlocks it",
        operands: .none, options: [OptionSyntax("--off", "unlocks it"), quiet])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        let event: DeviceEvent = arguments.has("--off") ? .unlocked : .locked
        try act(event.text, arguments, console)
        return .done
    }
}

/// Brings an app to the front.
package enum FrontCommand: Command {
    package static let syntax = CommandSyntax(
        name: "front", summary: "brings an app of the device service to the front",
        operands: .oneAtMost("APP"), options: [quiet],
        notes: ["Without APP, the app in front goes to the background, as by a home button."])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        if let app = arguments.operands.first {
            try DeviceServiceClient().bringToFront(app)
            say("front: \(app)", arguments, console)
        } else {
            try DeviceServiceClient().leaveFront()
            say("front: none", arguments, console)
        }
        return .done
    }
}

/// Carries out any action of the scenario language.
package enum ActCommand: Command {
    package static let syntax = CommandSyntax(
        name: "act",
        summary: "carries out an action of the scenario language on the device service",
        operands: .oneOrMore("WORD"), options: [quiet],
        notes: [
            "The words are an action of the phone, as in a scenario: plug headphones, unplug "
                + "headphones, timer fires, assistant begins, headset press 2, user presses play, "
                + "setting vibrate-on-ring off; or a short form of 'sori phone ctl': hang up, dismiss. "
                + "See docs/scenario.md."
        ])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        try act(arguments.operands.joined(separator: " "), arguments, console)
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
