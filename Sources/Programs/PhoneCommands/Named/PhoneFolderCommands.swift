package import AudioModel
package import CommandLineTool
import Glibc
import Terminal

/// Lists the phones that keep their state.
package enum PhoneListCommand: Command {
    package static var syntax: CommandSyntax {
        CommandSyntax(
            name: "list", of: "sori phone",
            summary: "lists the phones that have a name",
            operands: .none,
            options: [OptionSyntax("--json", "prints JSON")],
            notes: [
                "Each with its generation, whether it runs and as which process, and when it was "
                    + "last used. Makes none: 'sori phone --name NAME' does."
            ])
    }

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        let phones = try NamedPhones.ofUser()
        let listed = phones.names.map { ListedPhone($0, in: phones) }
        if arguments.has("--json") {
            let list = JSONValue.object([("phones", .array(listed.map(\.json)))])
            console.print(list.readableText + "\n")
            return .done
        }
        if listed.isEmpty {
            console.warn("there are no phones yet; 'sori phone --name NAME' makes one")
        }
        let nameWidth = listed.map { printable($0.name.text).columnCount }.max() ?? 0
        let stateWidth = listed.map(\.state.count).max() ?? 0
        for phone in listed {
            console.print(phone.line(nameWidth: nameWidth, stateWidth: stateWidth) + "\n")
        }
        return .done
    }
}

/// A phone as `sori phone list` shows it.
package struct ListedPhone: Equatable {
    package var name: PhoneName
    package var kept: KeptPhone?
    package var problem: KeptPhoneError?
    package var holder: PhoneLock.Holder

    package init(_ name: PhoneName, in phones: NamedPhones) {
        self.name = name
        let folder = phones.folder(of: name)
        holder = PhoneLock.holder(in: folder)
        do throws(KeptPhoneError) { kept = try PhoneFiles.read(in: folder) } catch {
            problem = error
        }
    }

    fileprivate var state: String {
        switch holder {
        case .process(let number?): return "running as process \(number)"
        case .process(nil): return "running"
        case .none: break
        }
        return switch problem {
        case .newer: "kept by a newer sori"
        case .damaged: "its state cannot be read"
        case nil: "shut down"
        }
    }

    package func line(nameWidth: Int, stateWidth: Int) -> String {
        let generation = kept.map { "iOS \($0.profile.rawValue)" } ?? "-"
        let time = kept.map { Self.local($0.lastUsed) } ?? ""
        return
            (printable(name.text).padded(to: nameWidth) + "  " + generation.padded(to: 6) + "  "
            + state.padded(to: stateWidth) + "  " + time).trimmingEnd()
    }

    package var json: JSONValue {
        var process = JSONValue.null
        if case .process(let number?) = holder { process = .integer(number) }
        let word =
            switch problem {
            case _ where holder != .none: "running"
            case nil: "shut-down"
            case .newer: "newer"
            case .damaged: "damaged"
            }
        return .object([
            ("name", .string(name.text)),
            ("profile", kept.map { .integer($0.profile.rawValue) } ?? .null),
            ("state", .string(word)), ("process", process),
            ("lastUsed", kept.map { .integer($0.lastUsed) } ?? .null),
            ("apps", .array((kept?.programs ?? []).map { .string($0.key) })),
        ])
    }

    /// Local time, like `2026-11-25 20:37`.
    private static func local(_ seconds: Int64) -> String {
        var time = time_t(seconds)
        var parts = tm()
        localtime_r(&time, &parts)
        func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
            + "\(two(parts.tm_hour)):\(two(parts.tm_min))"
    }
}

/// Removes phones that keep their state.
package enum PhoneDeleteCommand: Command {
    package static var syntax: CommandSyntax {
        CommandSyntax(
            name: "delete", of: "sori phone",
            summary: "removes phones with all that they keep", operands: .oneOrMore("NAME"),
            notes: ["A phone that runs is not removed."])
    }

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        let phones = try NamedPhones.ofUser()
        for name in try names(arguments, in: phones) { try phones.delete(name) }
        return .done
    }
}

/// Erases phones that keep their state.
package enum PhoneEraseCommand: Command {
    package static var syntax: CommandSyntax {
        CommandSyntax(
            name: "erase", of: "sori phone",
            summary: "erases what phones keep, but their names and generations",
            operands: .oneOrMore("NAME"),
            notes: [
                "Settings, volumes, the passcode, and the programs with their files and keychain "
                    + "go. A phone that runs is not erased."
            ])
    }

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        let phones = try NamedPhones.ofUser()
        for name in try names(arguments, in: phones) where try !phones.erase(name) {
            console.warn(
                "sori phone: the state of '\(printable(name.text))' could not be read; it has "
                    + "iOS \(KeptPhone().profile.rawValue) now")
        }
        return .done
    }
}

/// Copies a phone that keeps its state.
package enum PhoneCloneCommand: Command {
    package static var syntax: CommandSyntax {
        CommandSyntax(
            name: "clone", of: "sori phone",
            summary: "makes a phone that keeps the same as another",
            operands: .two("NAME", "NEW"), notes: ["A phone that runs is not copied."])
    }

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        let phones = try NamedPhones.ofUser()
        try phones.clone(
            try PhoneName(arguments.operands[0]), as: try PhoneName(arguments.operands[1]))
        return .done
    }
}

/// The phones that are named; all of them exist.
private func names(
    _ arguments: Arguments, in phones: NamedPhones
) throws(ProgramError) -> [PhoneName] {
    var names: [PhoneName] = []
    for operand in arguments.operands {
        let name = try PhoneName(operand)
        try phones.check(name)
        if !names.contains(name) { names.append(name) }
    }
    return names
}
