import AudioModel

/// Which of a track's decoded frames are to be heard: as iTunes wrote it, or by the edit list, or
/// all; of AAC about which nothing is said, what follows the delay that early coders had.
///
/// Source: ISO/IEC 14496-12, 8.6.6, "Edit List Box"; Apple QuickTime File Format, "Edit Atoms" and
/// "Audio Priming: Handling Encoder Delay in AAC".
struct MP4Heard: Sendable {
    private let gapless: PacketTable?
    private let edit: (start: Int64, duration: Int64)?
    /// Frames of one unit of the track's times; zero when it says none.
    private let framesPerUnit: Double
    /// Of one unit of the whole file's times.
    private let framesPerMovieUnit: Double
    /// Whether the times say where the sound ends when nothing else does.
    private let isTimed: Bool
    /// Priming where nothing tells it.
    private let impliedPriming: Int64

    /// Of the first AAC coders, which files that say nothing are taken to be by.
    private static let usualDelayOfAAC: Int64 = 2112

    /// - Parameters:
    ///   - isTimed: Whether the times say where the sound ends when nothing else does.
    ///   - impliesDelay: Whether AAC of which nothing is said begins with the usual delay.
    init(
        _ track: MP4Track, _ format: StreamFormat, gapless: PacketTable?, movieTimescale: UInt32,
        isTimed: Bool = true, impliesDelay: Bool = true
    ) {
        switch format.id {
        case .mpeg4AAC: impliedPriming = impliesDelay ? Self.usualDelayOfAAC : 0
        case .opus: impliedPriming = Self.skippedFrames(ofOpus: track.sample?.magicCookie ?? [])
        default: impliedPriming = 0
        }
        self.gapless = gapless
        edit = movieTimescale > 0 ? track.edit : nil
        framesPerUnit = track.timescale > 0 ? format.sampleRate / Double(track.timescale) : 0
        framesPerMovieUnit = movieTimescale > 0 ? format.sampleRate / Double(movieTimescale) : 0
        self.isTimed = isTimed
    }

    /// Source: "Encapsulation of Opus in ISO Base Media File Format", 4.3.2.
    private static func skippedFrames(ofOpus header: [UInt8]) -> Int64 {
        header.count >= 4 ? Int64(header[2]) << 8 | Int64(header[3]) : 0
    }

    /// As far as it can be told before the packets are gone over.
    var primingFrames: Int64 {
        if let gapless { return gapless.primingFrames }
        return edit.map { frames(units: $0.start) } ?? impliedPriming
    }

    /// - Parameter units: Of the track's times; not negative.
    func frames(units: Int64) -> Int64 { Self.frames(units, framesPerUnit) }

    /// - Parameter units: Of the whole file's times; not negative.
    func frames(movieUnits units: Int64) -> Int64 { Self.frames(units, framesPerMovieUnit) }

    /// - Parameters:
    ///   - decoded: Frames of all packets.
    ///   - duration: Of all packets, in the track's units.
    /// - Returns: Frames before the first to be heard, and how many are; nil for all.
    func frames(decoded: Int64, duration: Int64) -> (priming: Int64, count: Int64?) {
        if let told = gapless, told.validFrames <= decoded, told.primingFrames <= decoded,
            told.validFrames + told.primingFrames <= decoded
        {
            return (told.primingFrames, told.validFrames)
        }
        guard framesPerUnit > 0 else { return (impliedPriming, nil) }
        let whole = frames(units: duration)
        guard let edit else {
            let rest = max(whole - impliedPriming, 0)
            return (impliedPriming, isTimed && duration > 0 ? rest : nil)
        }
        let priming = frames(units: edit.start)
        let told = frames(movieUnits: edit.duration)
        // The movie's scale is often coarse: as much as it can tell, the end is the track's.
        let tick = frames(movieUnits: 1) + 1
        let rest = max(whole - priming, 0)
        let isSame = told == 0 || (told - rest).magnitude <= tick.magnitude
        return (priming, isSame ? rest : told)
    }

    private static func frames(_ units: Int64, _ scale: Double) -> Int64 {
        Int64(min((Double(units) * scale).rounded(), Double(ContainerLimits.framesMax)))
    }
}
