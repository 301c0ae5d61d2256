import AudioCodecs
import AudioConversion
import AudioFormats
import AudioModel
import CommandLineTool

/// The tags that a new file takes from its source, and the names of those that it leaves out.
struct FileTagTransfer {
    private(set) var tags: FileTags
    /// Chunks that are taken over as they are.
    private(set) var chunks: [(id: FourCC, bytes: [UInt8])] = []
    /// Describes, in plain words, which tags are left out, and why.
    private(set) var notices: [String] = []

    init(
        of source: AudioFileReader, _ plan: ConversionPlan, _ edits: SoundEdits
    ) throws(FormatError) {
        tags = try source.fileTags()
        tags.makePartsChapters()
        if let last = tags.chapters.indices.last, tags.chapters[last].end == nil {
            tags.chapters[last].end = Double(try source.frameCount()) / source.format.sampleRate
        }
        let technical = Self.technicalKeys(isCopy: plan.isCopy)
        tags.texts.removeAll { technical.contains($0.key) }
        if edits.changesSamples { tags.texts.removeAll { Self.isLevel($0.key) } }
        if edits.isCut { moveChapters(edits) }
        var lost = plan.kind.lostTags(tags)
        if Self.family(source.containerKind) == Self.family(plan.kind) {
            let found = try source.chunksForCopy()
            let names = Set(found.map(\.id.description))
            lost.removeAll { names.contains($0) }
            // Positions in such chunks are numbers of frames.
            let isSameRate = source.format.sampleRate == plan.format.sampleRate
            if isSameRate, !edits.isCut { chunks = found }
            if isSameRate, edits.isCut {
                add(names.sorted(), "they can have positions in the whole sound")
            }
            if !isSameRate { add(names.sorted(), "they can have positions at the former rate") }
        }
        add(lost, "\(plan.kind.name) has no place for them")
        add(tags.lostOfParts, "the parts of the file become one")
        add(tags.unread, "they are too large, or not read here")
    }

    /// Whether a text states how loud the sound is.
    private static func isLevel(_ key: String) -> Bool {
        let key = key.lowercased()
        return key.hasPrefix("replaygain") || key.hasPrefix("r128_")
    }

    /// Moves the chapters to where their sound is in a part, and takes out those outside it.
    private mutating func moveChapters(_ edits: SoundEdits) {
        let length = (edits.to ?? .infinity) - edits.from
        let starts = tags.chapters.map(\.start)
        for index in tags.chapters.indices {
            let next = index + 1 < starts.count ? starts[index + 1] : nil
            let end = (tags.chapters[index].end ?? next).map { min($0 - edits.from, length) }
            tags.chapters[index].start = max(starts[index] - edits.from, 0)
            if let end { tags.chapters[index].end = end }
        }
        tags.chapters.removeAll { $0.start >= min($0.end ?? length, length) }
    }

    private mutating func add(_ names: [String], _ reason: String) {
        guard !names.isEmpty else { return }
        notices.append("left out, because \(reason): \(names.joined(separator: ", "))")
    }

    /// Keys that describe a coding: that of the source is another one's unless packets are copied.
    private static func technicalKeys(isCopy: Bool) -> Set<String> {
        let always: Set<String> = [
            "approximate duration in seconds", "source bit depth", "nominal bit rate",
            "channel layout", "source encoder", "duration",
        ]
        return isCopy ? always : always.union(["encoding application", "encoder settings"])
    }

    /// The kinds with the same chunks are one family; other kinds are families of their own.
    private static func family(_ kind: ContainerKind) -> ContainerKind {
        switch kind {
        case .rf64, .bw64: .wav
        case .aifc: .aiff
        default: kind
        }
    }
}

extension ConversionPlan {
    /// Whether a whole Ogg file of a coding that is not written here is to stay as it is.
    static func isWholeOgg(_ request: ConversionRequest, of source: AudioFileReader) -> Bool {
        let format = source.format
        return request.keepsSound && staysOgg(request, of: source) && request.bitRate == nil
            && [nil, format.sampleRate].contains(request.sampleRate)
            && [nil, format.channelCount].contains(request.channelCount)
            && source.hasCountedPackets && source.isComplete
            && (try? source.isTruncated()) == false
    }

    /// Why an Ogg file that is not copied gets another coding; `nil` where it was asked for.
    static func recodingInOgg(
        _ request: ConversionRequest, of source: AudioFileReader
    ) -> String? {
        guard staysOgg(request, of: source) else { return nil }
        return "\(source.format.codingName) becomes Opus, the only coding that is written in Ogg; "
            + "a whole file without changes is copied"
    }

    /// Whether nothing says that an Ogg file gets another coding: `.opus` is the name for Opus.
    private static func staysOgg(_ request: ConversionRequest, of source: AudioFileReader) -> Bool {
        request.format == nil && request.container == .ogg && source.containerKind == .ogg
            && source.format.id != .opus && !request.output.lowercased().hasSuffix(".opus")
    }
}

extension FileConversion {
    /// Whether a copy of the whole file is what was asked for: nothing of it changes, and nothing is
    /// to be completed, cut off or left out.
    static func isUnaltered(_ source: AudioFileReader, _ plan: ConversionPlan) -> Bool {
        guard plan.isCopy, plan.kind == source.containerKind, source.isComplete,
            plan.channels.map({ $0.mapping == .firstChannels && $0.notice == nil }) ?? true
        else { return false }
        return (try? source.isTruncated()) == false
    }
}
