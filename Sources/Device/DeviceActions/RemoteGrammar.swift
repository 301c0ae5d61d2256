package import AudioModel

// Parses remote commands: those that an app accepts, and those that the user gives.

extension LineCursor {
    /// Parses `none`, or commands joined by commas.
    package mutating func remoteCommands() throws(LineError) -> RemoteCommands {
        if accept("none") { return [] }
        return RemoteCommands(try list(of: Words.commands).map(\.value))
    }

    /// Parses a command with its value.
    package mutating func remoteCommand() throws(LineError) -> RemoteCommand {
        let seconds = 0...RemoteCommand.secondsMax
        switch try expect(Words.commands) {
        case .play: return .play
        case .pause: return .pause
        case .togglePlayPause: return .togglePlayPause
        case .stop: return .stop
        case .nextTrack: return .nextTrack
        case .previousTrack: return .previousTrack
        case .skipForward: return .skipForward(try value("an interval in seconds", seconds))
        case .skipBackward: return .skipBackward(try value("an interval in seconds", seconds))
        case .seekForward: return .seekForward(try expectOne(of: RemoteCommand.SeekPhase.self))
        case .seekBackward: return .seekBackward(try expectOne(of: RemoteCommand.SeekPhase.self))
        case .changePosition: return .changePosition(try value("a position in seconds", seconds))
        case .changeRate:
            let limit = RemoteCommand.rateMax
            return .changeRate(try value("a rate", -limit...limit))
        case .changeRepeatMode:
            return .changeRepeatMode(try expectOne(of: RemoteRepeatMode.self))
        case .changeShuffleMode:
            return .changeShuffleMode(try expectOne(of: RemoteShuffleMode.self))
        case .rating: return .rating(try value("a rating", 0...RemoteCommand.ratingMax))
        case .like: return .like(try feedbackSign())
        case .dislike: return .dislike(try feedbackSign())
        case .bookmark: return .bookmark(try feedbackSign())
        case .enableLanguageOption: return .enableLanguageOption(try languageOption())
        case .disableLanguageOption: return .disableLanguageOption(try languageOption())
        }
    }

    private mutating func value(
        _ what: String, _ range: ClosedRange<Double>
    ) throws(LineError) -> Double {
        try number(
            "\(what) from \(DecimalText.text(range.lowerBound)) to "
                + DecimalText.text(range.upperBound)
        ) { range.contains($0) }
    }

    /// Parses `on`, which is the default, or `off`.
    private mutating func feedbackSign() throws(LineError) -> RemoteCommand.FeedbackSign {
        if accept("off") { return .negative }
        _ = accept("on")
        return .positive
    }

    private mutating func languageOption() throws(LineError) -> LanguageOption {
        let kind = try expectOne(of: LanguageOption.Kind.self)
        guard let bareWord, bareWord.utf8.count <= RemoteCommand.languageTagBytesMax else {
            throw unexpected("a language tag of at most \(RemoteCommand.languageTagBytesMax) bytes")
        }
        advance()
        return LanguageOption(kind, languageTag: bareWord)
    }
}
