import AudioModel

extension MessageWriter {
    mutating func write(_ number: Double) { write(number.bitPattern) }

    mutating func write(_ command: RemoteCommand) {
        write(case: command.kind)
        switch command {
        case .play, .pause, .togglePlayPause, .stop, .nextTrack, .previousTrack: break
        case .skipForward(let value), .skipBackward(let value), .changePosition(let value),
            .changeRate(let value), .rating(let value):
            write(value)
        case .seekForward(let phase), .seekBackward(let phase): write(case: phase)
        case .changeRepeatMode(let mode): write(case: mode)
        case .changeShuffleMode(let mode): write(case: mode)
        case .like(let sign), .dislike(let sign), .bookmark(let sign): write(case: sign)
        case .enableLanguageOption(let option), .disableLanguageOption(let option): write(option)
        }
    }

    mutating func write(_ option: LanguageOption) {
        write(case: option.kind)
        write(option.languageTag)
    }
}

extension MessageReader {
    /// Reads a finite number.
    mutating func readDouble(_ name: String) throws(MessageError) -> Double {
        let at = offset
        let number = Double(bitPattern: try readNumber())
        guard number.isFinite else { throw MessageError(.badField(name), offset: at) }
        return number
    }

    mutating func readRemoteCommand() throws(MessageError) -> RemoteCommand {
        switch try readCase("command", of: RemoteCommandKind.self) {
        case .play: return .play
        case .pause: return .pause
        case .togglePlayPause: return .togglePlayPause
        case .stop: return .stop
        case .nextTrack: return .nextTrack
        case .previousTrack: return .previousTrack
        case .skipForward: return .skipForward(try readDouble("interval"))
        case .skipBackward: return .skipBackward(try readDouble("interval"))
        case .seekForward: return .seekForward(try readCase("phase"))
        case .seekBackward: return .seekBackward(try readCase("phase"))
        case .changePosition: return .changePosition(try readDouble("position"))
        case .changeRate: return .changeRate(try readDouble("rate"))
        case .changeRepeatMode: return .changeRepeatMode(try readCase("mode"))
        case .changeShuffleMode: return .changeShuffleMode(try readCase("mode"))
        case .rating: return .rating(try readDouble("rating"))
        case .like: return .like(try readCase("sign"))
        case .dislike: return .dislike(try readCase("sign"))
        case .bookmark: return .bookmark(try readCase("sign"))
        case .enableLanguageOption: return .enableLanguageOption(try readLanguageOption())
        case .disableLanguageOption: return .disableLanguageOption(try readLanguageOption())
        }
    }

    mutating func readLanguageOption() throws(MessageError) -> LanguageOption {
        LanguageOption(try readCase("kind of language"), languageTag: try readText("language tag"))
    }
}
