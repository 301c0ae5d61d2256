import AudioModel
package import CommandLineTool
import HostLinux
import Terminal

/// Lists the outputs and inputs of the machine.
package enum DevicesCommand: Command {
    package static let syntax = CommandSyntax(
        name: "devices", summary: "lists the outputs and inputs of this machine",
        operands: .none,
        options: [OptionSyntax("--json", "prints one JSON object per device")],
        notes: [
            "The default of each kind is marked with *. 'sori play --output NAME' and "
                + "'sori record --input NAME' take a name or a description from this list.",
            "Without PipeWire it exits with code 4.",
        ])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        var lists: [MachineDevices] = []
        for direction in MachineDevices.Direction.allCases {
            lists.append(try MachineDevices.list(direction))
        }
        console.print(arguments.has("--json") ? json(lists) : text(lists))
        return .done
    }

    /// One line for each device: its mark, name and description.
    package static func text(_ lists: [MachineDevices]) -> String {
        let width = lists.flatMap(\.nodes).map(\.name.count).max() ?? 0
        var text = ""
        for list in lists {
            text += "\(list.direction.rawValue)\n"
            if list.nodes.isEmpty { text += "  none\n" }
            for node in list.nodes {
                let mark = node.name == list.defaultName ? "*" : " "
                text +=
                    "\(mark) \(printable(node.name).padded(to: width))  "
                    + "\(printable(node.description))\n"
            }
        }
        return text
    }

    package static func json(_ lists: [MachineDevices]) -> String {
        lists.flatMap { list in
            list.nodes.map { node in
                JSONValue.object([
                    ("kind", .string(list.direction.rawValue)), ("name", .string(node.name)),
                    ("description", .string(node.description)),
                    ("isDefault", .bool(node.name == list.defaultName)),
                ]).compactText + "\n"
            }
        }.joined()
    }
}
