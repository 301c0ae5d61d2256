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
    /// Names of the tags that are left out.
    private(set) var lost: [String]

    init(of source: AudioFileReader, _ plan: ConversionPlan) throws(FormatError) {
        tags = try source.fileTags()
        let technical = Self.technicalKeys(isCopy: plan.isCopy)
        tags.texts.removeAll { technical.contains($0.key) }
        if Self.family(source.containerKind) == Self.family(plan.kind),
            source.format.sampleRate == plan.format.sampleRate
        {
            chunks = try source.chunksForCopy()
        }
        lost = plan.kind.lostTags(tags)
        let kept = Set(chunks.map(\.id.description))
        lost.removeAll { kept.contains($0) }
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

extension FileConversion {
    /// Whether a copy of the whole file is what was asked for: nothing of it changes, and nothing is
    /// to be completed, cut off or left out.
    static func isUnaltered(
        _ source: AudioFileReader, _ plan: ConversionPlan
    ) throws(ProgramError) -> Bool {
        guard plan.isCopy, plan.kind == source.containerKind, source.isComplete,
            plan.channels.map({ $0.mapping == .firstChannels && $0.notice == nil }) ?? true
        else { return false }
        return (try? source.isTruncated()) == false
    }
}
