import AudioModel

// Parses remote commands: those that an app accepts, and those that the user gives.

extension LineCursor {
    /// Parses `none`, or commands joined by commas.
    mutating func remoteCommands() throws(LineError) -> RemoteCommands {
        if accept("none") { return [] }
        return RemoteCommands(try list(of: Words.commands).map(\.value))
    }

    /// Parses the text after `user`.
    mutating func userPress() throws(LineError) -> PhoneAct {
        try expect("presses")
        return .remoteCommand(try expect(Words.commands))
    }

    /// Parses the text after `headset`.
    mutating func headsetPress() throws(LineError) -> PhoneAct {
        try expect("press")
        guard let bareWord, let times = DecimalText.integer(bareWord[...]),
            PhoneAct.headsetPresses.contains(times)
        else { throw unexpectedNumber("how often the headset's button is pressed (1, 2 or 3)") }
        advance()
        return .headsetPress(times: times)
    }
}
