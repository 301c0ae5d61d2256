import Foundation
import Glibc
package import HostLinux
import SoundClient

/// The route picker of a process on this machine: the outputs of PipeWire, on the terminal. A pick
/// becomes the default output of the machine, as one of the desktop does.
///
/// Main thread; the terminal is waited for on a thread of its own.
@MainActor
enum MachineRouteSheet {
    /// Whether a sheet of the process is open: there is one terminal.
    private static var isOpen = false

    static func open(for button: RoutePickerButton) {
        guard !isOpen else { return }
        isOpen = true
        button.sheetWillOpen()
        let thread = Thread {
            let problem = show()
            DispatchQueue.main.async {
                if let problem {
                    FileHandle.standardError.write(
                        Data("sori: the route picker is closed: \(problem)\n".utf8))
                }
                isOpen = false
                button.sheetDidClose()
            }
        }
        thread.name = "sori.routes"
        thread.start()
    }

    /// - Returns: Why nothing could be picked, or why a pick was not done; `nil` otherwise.
    private nonisolated static func show() -> String? {
        let terminal = Glibc.open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { return "it needs a terminal" }
        defer { close(terminal) }
        do throws(DeviceError) {
            let menu = RouteMenu(try MachineOutputs.list())
            let text = Array(menu.text.utf8)
            _ = write(terminal, text, text.count)
            guard let choice = menu.choice(answer: line(of: terminal)) else { return nil }
            if !choice.isCurrent { try MachineOutputs.use(choice.name) }
            return nil
        } catch {
            return "\(error.why); \(error.advice)"
        }
    }

    /// The line that the user types; at most 100 bytes are looked at.
    private nonisolated static func line(of terminal: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = max(read(terminal, &bytes, bytes.count), 0)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}

/// The outputs of a machine as a numbered list, and what an answer means.
package struct RouteMenu: Sendable {
    private let choices: [MachineOutputs.Choice]

    package init(_ choices: [MachineOutputs.Choice]) {
        self.choices = choices
    }

    /// A line for each output, the present one with a mark, and the question.
    package var text: String {
        guard !choices.isEmpty else { return "This machine has no output.\nReturn closes: " }
        let lines = choices.enumerated().map { index, choice in
            "\(choice.isCurrent ? "*" : " ") \(index + 1)  \(Self.printable(choice.description))\n"
        }
        return "Outputs\n" + lines.joined() + "Number, or Return for none: "
    }

    /// The output of an answer; `nil` where the answer is not a number of the list.
    package func choice(answer: String) -> MachineOutputs.Choice? {
        let word = answer.split(whereSeparator: \.isWhitespace).first ?? ""
        guard let number = Int(word), choices.indices.contains(number - 1) else { return nil }
        return choices[number - 1]
    }

    /// A name without the control characters that a terminal obeys.
    private static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }
}
