import Glibc
import Terminal

/// Shows a picker on the program's terminal until something is picked, or it is cancelled.
///
/// Takes the whole screen meanwhile, and restores it.
package struct TerminalPicker {
    private var list: PickerList
    private let input: Int32
    private let output: Int32
    private var decoder = TerminalKeyDecoder()

    /// Milliseconds after which an escape without more bytes is the key itself.
    private static let escapeMilliseconds = 50
    /// Milliseconds after which a new size of the terminal shows.
    private static let frameMilliseconds = 200

    /// - Parameters:
    ///   - input: File descriptor of the terminal for its keys.
    ///   - output: File descriptor of the terminal for its screen.
    package init(
        _ list: PickerList, input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO
    ) {
        self.list = list
        self.input = input
        self.output = output
    }

    /// Runs the picker on the calling thread, which waits for keys.
    ///
    /// - Parameter isOver: Asked a few times a second whether the picker has been dismissed.
    /// - Returns: The identifiers of the picked items; nil when it was cancelled.
    package mutating func run(until isOver: () -> Bool) -> [UInt64]? {
        guard let terminal = RawTerminal(input, wholeScreen: output) else { return nil }
        defer { terminal.restore() }
        draw()
        while !isOver() {
            guard let keys = nextKeys(of: terminal) else { return nil }
            switch handle(keys) {
            case .goesOn: draw()
            case .cancelled: return nil
            case .picked(let ids): return ids
            }
        }
        return nil
    }

    private mutating func handle(_ keys: [PickerList.Key]) -> PickerList.Outcome {
        for key in keys {
            let outcome = list.press(key, page: max(size.height - 3, 1))
            if outcome != .goesOn { return outcome }
        }
        return .goesOn
    }

    /// Waits for keys; returns without one after a while, so that a new size of the terminal shows.
    ///
    /// - Returns: The keys; `nil` when the terminal is gone.
    private mutating func nextKeys(of terminal: RawTerminal) -> [PickerList.Key]? {
        let patience = decoder.isWaiting ? Self.escapeMilliseconds : Self.frameMilliseconds
        guard terminal.waitForKeys(milliseconds: patience) else { return nil }
        let bytes = terminal.waitingBytes()
        let keys = bytes.isEmpty ? decoder.finishWaiting() : decoder.keys(in: bytes)
        if keys.contains(.suspend) { terminal.suspend() }
        return keys.compactMap { PickerList.Key($0) }
    }

    private var size: (width: Int, height: Int) { RawTerminal.size(output) }

    private func draw() {
        let (width, height) = size
        let lines = list.lines(width: width, height: height)
        let text = lines.prefix(height).map { "\u{1B}[2K" + $0 }.joined(separator: "\r\n")
        writeAll("\u{1B}[H" + text + "\u{1B}[J", to: output)
    }
}
