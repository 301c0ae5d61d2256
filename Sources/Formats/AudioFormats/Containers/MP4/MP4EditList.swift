import AudioModel

/// Determines a track's priming and valid frames: from iTunes's gapless information, or the edit
/// list, or else all frames are valid. AAC without either is assumed to have the delay of early
/// encoders.
///
/// Source: ISO/IEC 14496-12, 8.6.6, "Edit List Box"; Apple QuickTime File Format, "Edit Atoms" and
/// "Audio Priming: Handling Encoder Delay in AAC".
struct MP4EditList: Sendable {
    private let gapless: PacketTable?
    private let edit: (start: Int64, duration: Int64)?
    /// Frames per unit of the track's timescale; zero when the timescale is missing.
    private let framesPerUnit: Double
    /// Frames per unit of the movie's timescale.
    private let framesPerMovieUnit: Double
    /// Whether the track's duration trims the end when nothing else does.
    private let isTimed: Bool
    /// Priming frames assumed when nothing states them.
    private let impliedPriming: Int64

    /// Delay of early AAC encoders, in frames; assumed for files without other information.
    private static let usualDelayOfAAC: Int64 = 2112

    /// Collects the track's timing.
    ///
    /// - Parameters:
    ///   - isTimed: Whether the track's duration trims the end when nothing else does.
    ///   - impliesDelay: Whether AAC without other information has the usual encoder delay.
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

    /// The pre-skip of an Opus header.
    ///
    /// Source: "Encapsulation of Opus in ISO Base Media File Format", 4.3.2.
    private static func skippedFrames(ofOpus header: [UInt8]) -> Int64 {
        header.count >= 4 ? Int64(header[2]) << 8 | Int64(header[3]) : 0
    }

    /// Priming frames, as far as known before the packet scan.
    var primingFrames: Int64 {
        if let gapless { return gapless.primingFrames }
        return edit.map { frames(units: $0.start) } ?? impliedPriming
    }

    /// Converts a duration in the track's timescale to frames.
    ///
    /// - Parameter units: Not negative.
    func frames(units: Int64) -> Int64 { Self.frames(units, framesPerUnit) }

    /// Converts a duration in the movie's timescale to frames.
    ///
    /// - Parameter units: Not negative.
    func frames(movieUnits units: Int64) -> Int64 { Self.frames(units, framesPerMovieUnit) }

    /// Determines the valid frames.
    ///
    /// - Parameters:
    ///   - decoded: Number of frames in all packets.
    ///   - duration: Duration of all packets, in the track's timescale.
    /// - Returns: Number of priming frames, and number of valid frames; nil for all.
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
        // The movie's timescale is often coarse: within its precision, the track's end is used.
        let tick = frames(movieUnits: 1) + 1
        let rest = max(whole - priming, 0)
        let isSame = told == 0 || (told - rest).magnitude <= tick.magnitude
        return (priming, isSame ? rest : told)
    }

    private static func frames(_ units: Int64, _ scale: Double) -> Int64 {
        Int64(min((Double(units) * scale).rounded(), Double(ContainerLimits.framesMax)))
    }
}
