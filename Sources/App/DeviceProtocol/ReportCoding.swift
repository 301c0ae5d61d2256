import AudioModel

/// The encoded kinds of report.
enum ReportKind: UInt8, CaseIterable {
    case nowPlaying, noNowPlaying, commandOptions, commandHandled
    case call, noCall
}

extension MessageWriter {
    mutating func write(_ report: AppReport) {
        switch report {
        case .nowPlaying(let info?):
            write(case: ReportKind.nowPlaying)
            write(info)
        case .nowPlaying(nil): write(case: ReportKind.noNowPlaying)
        case .commandOptions(let options):
            write(case: ReportKind.commandOptions)
            write(options)
        case .commandHandled(let kind, let status):
            write(case: ReportKind.commandHandled)
            write(case: kind)
            write(case: status)
        case .call(let call?):
            write(case: ReportKind.call)
            write(call.name)
            write(call.handle)
            write(call.isOutgoing)
            write(call.hasVideo)
        case .call(nil): write(case: ReportKind.noCall)
        }
    }

    /// Writes the information without its picture.
    private mutating func write(_ info: NowPlayingInfo) {
        for text in info.texts { write(text) { $1.write($0) } }
        for count in info.counts { write(count) { $1.write($0) } }
        for number in [info.duration, info.elapsedTime, info.progress] {
            write(number) { $1.write($0) }
        }
        write(info.elapsedSetAt.nanoseconds)
        write(info.rate)
        write(info.defaultRate)
        write(info.isLiveStream)
        write(case: info.mediaType)
        write(info.persistentID) { $1.write($0) }
        write(
            info.languageOptions, max: NowPlayingInfo.languageOptionsMax, "list of languages"
        ) { $1.write($0) }
        write(case: info.playbackState)
    }

    private mutating func write(_ options: RemoteCommandOptions) {
        for list in [
            options.skipForwardIntervals, options.skipBackwardIntervals, options.rates,
        ] {
            write(list, max: RemoteCommandOptions.listMax, "list of options") { $1.write($0) }
        }
        write(options.minimumRating)
        write(options.maximumRating)
        write(case: options.repeatMode)
        write(case: options.shuffleMode)
        write(options.isLiked)
        write(options.isDisliked)
        write(options.isBookmarked)
    }
}

extension MessageReader {
    mutating func readReport() throws(MessageError) -> AppReport {
        switch try readCase("kind of report", of: ReportKind.self) {
        case .nowPlaying: return .nowPlaying(try readNowPlayingInfo())
        case .noNowPlaying: return .nowPlaying(nil)
        case .commandOptions: return .commandOptions(try readCommandOptions())
        case .commandHandled:
            return .commandHandled(try readCase("command"), try readCase("status"))
        case .call:
            return .call(
                AppCallDescription(
                    name: try readText("name"), handle: try readText("handle"),
                    isOutgoing: try readBool("direction"), hasVideo: try readBool("video")))
        case .noCall: return .call(nil)
        }
    }

    private mutating func readNowPlayingInfo() throws(MessageError) -> NowPlayingInfo {
        var info = NowPlayingInfo()
        for field in NowPlayingInfo.textFields {
            info[keyPath: field] = try readOptional("choice") { reader throws(MessageError) in
                try reader.readText("text")
            }
        }
        for field in NowPlayingInfo.countFields {
            info[keyPath: field] = try readOptional("choice") { reader throws(MessageError) in
                try reader.readInt()
            }
        }
        info.duration = try readOptionalDouble("duration")
        info.elapsedTime = try readOptionalDouble("elapsed time")
        info.progress = try readOptionalDouble("progress")
        info.elapsedSetAt = HostTime(nanoseconds: try readNumber())
        info.rate = try readDouble("rate")
        info.defaultRate = try readDouble("rate")
        info.isLiveStream = try readBool("live stream")
        info.mediaType = try readCase("media type")
        info.persistentID = try readOptional("choice") { reader throws(MessageError) in
            try reader.readNumber()
        }
        info.languageOptions = try readList(
            max: NowPlayingInfo.languageOptionsMax, "list of languages"
        ) { reader throws(MessageError) in try reader.readLanguageOption() }
        info.playbackState = try readCase("playback state")
        return info
    }

    private mutating func readOptionalDouble(_ name: String) throws(MessageError) -> Double? {
        try readOptional("choice") { reader throws(MessageError) in try reader.readDouble(name) }
    }

    private mutating func readCommandOptions() throws(MessageError) -> RemoteCommandOptions {
        var options = RemoteCommandOptions()
        options.skipForwardIntervals = try readDoubles()
        options.skipBackwardIntervals = try readDoubles()
        options.rates = try readDoubles()
        options.minimumRating = try readDouble("rating")
        options.maximumRating = try readDouble("rating")
        options.repeatMode = try readCase("mode")
        options.shuffleMode = try readCase("mode")
        options.isLiked = try readBool("like")
        options.isDisliked = try readBool("dislike")
        options.isBookmarked = try readBool("bookmark")
        return options
    }

    private mutating func readDoubles() throws(MessageError) -> [Double] {
        try readList(max: RemoteCommandOptions.listMax, "list of options") {
            reader throws(MessageError) in try reader.readDouble("option")
        }
    }
}

extension NowPlayingInfo {
    /// The texts, in the order of a message.
    fileprivate static var textFields: [WritableKeyPath<NowPlayingInfo, String?>] {
        [
            \.title, \.artist, \.albumTitle, \.albumArtist, \.genre, \.composer, \.assetURL,
            \.externalContentID, \.externalUserProfileID, \.serviceID, \.collectionID,
        ]
    }

    /// The numbers and counts, in the order of a message.
    fileprivate static var countFields: [WritableKeyPath<NowPlayingInfo, Int?>] {
        [
            \.trackNumber, \.trackCount, \.discNumber, \.discCount, \.queueIndex, \.queueCount,
            \.chapterNumber, \.chapterCount,
        ]
    }

    fileprivate var texts: [String?] { Self.textFields.map { self[keyPath: $0] } }
    fileprivate var counts: [Int?] { Self.countFields.map { self[keyPath: $0] } }
}
