import AudioModel

// Remote commands: what an app takes, and what the user presses.

extension LineCursor {
    /// `none`, or commands joined by commas.
    mutating func remoteCommands() throws(LineError) -> RemoteCommands {
        if accept("none") { return [] }
        return RemoteCommands(try list(of: Words.commands).map(\.value))
    }

    /// What follows `user`.
    mutating func userPress() throws(LineError) -> PhoneAct {
        try expect("presses")
        return .remoteCommand(try expect(Words.commands))
    }

    /// What follows `headset`.
    mutating func headsetPress() throws(LineError) -> PhoneAct {
        try expect("press")
        guard let bareWord, let times = DecimalText.integer(bareWord[...]),
            PhoneAct.headsetPresses.contains(times)
        else { throw unexpectedNumber("how often the headset's button is pressed (1, 2 or 3)") }
        advance()
        return .headsetPress(times: times)
    }
}
