public import AudioConversion
public import AudioFormats
public import AudioModel
public import ChannelLayouts

// Properties of an extended audio file, in either direction.

extension ExtendedAudioFile.Side {
    /// The file's format.
    public var fileFormat: StreamFormat {
        switch self {
        case .reading(let file): file.file.format
        case .writing(let file): file.format
        }
    }

    /// The format of the client's frames.
    public var clientFormat: StreamFormat {
        switch self {
        case .reading(let file): file.clientFormat
        case .writing(let file): file.clientFormat
        }
    }

    /// Sets the client format and resets the channel map. The client's channel layout is kept if it
    /// has as many channels.
    ///
    /// - Throws: What `setClientFormat` of the reading or writing side throws; nothing changes
    ///   then.
    public func setClientFormat(_ format: StreamFormat) throws(ExtendedFileError) {
        switch self {
        case .reading(let file):
            try file.setClientFormat(
                format, options: file.options.forClient(format, layout: \.outputLayout))
        case .writing(let file):
            try file.setClientFormat(
                format, options: file.options.forClient(format, layout: \.inputLayout))
        }
    }

    /// The file's channel layout; `nil` when the file does not say.
    public var fileLayout: ChannelLayout? {
        switch self {
        case .reading(let file): file.options.inputLayout
        case .writing(let file): file.channelLayout
        }
    }

    /// Sets the file's channel layout; for a file that is read, overrides the file's own.
    ///
    /// - Throws: See `ExtendedFileWriting.setChannelLayout`.
    public func setFileLayout(_ layout: ChannelLayout) throws(ExtendedFileError) {
        switch self {
        case .reading(let file): file.options.inputLayout = layout
        case .writing(let file): try file.setChannelLayout(layout)
        }
    }

    /// The client's channel layout; `nil` when none is set.
    public var clientLayout: ChannelLayout? {
        switch self {
        case .reading(let file): file.options.outputLayout
        case .writing(let file): file.options.inputLayout
        }
    }

    /// Sets the client's channel layout.
    ///
    /// - Throws: `wrongOrder` for a file to which frames have been written.
    public func setClientLayout(_ layout: ChannelLayout) throws(ExtendedFileError) {
        switch self {
        case .reading(let file):
            file.options.outputLayout = layout
        case .writing(let file):
            guard !file.hasBegun else { throw .wrongOrder }
            file.options.inputLayout = layout
        }
    }

    /// Frames of the file at its sample rate: valid frames for reading, frames written so far
    /// otherwise.
    public var frameCount: Int64 {
        switch self {
        case .reading(let file): file.frameCount
        case .writing(let file): file.frameCount
        }
    }

    /// Size of the file's largest packet in bytes.
    ///
    /// - Throws: `packetSizeUnknown` for an encoding without packets yet.
    public func packetSizeMax() throws(ExtendedFileError) -> UInt32 {
        switch self {
        case .reading(let file): return try file.packetSizeMax()
        case .writing(let file):
            if file.format.bytesPerPacket > 0 { return file.format.bytesPerPacket }
            // Source: an AAC packet has at most 6144 bits per channel.
            guard file.format.id == .mpeg4AAC else { throw .packetSizeUnknown }
            return 768 * file.format.channelCount
        }
    }

    /// The priming, valid and remainder frames; `nil` when neither file nor client gives them.
    public var packetTable: PacketTable? {
        switch self {
        case .reading(let file):
            file.hasPacketTable ? file.packetTable : nil
        case .writing: nil
        }
    }

    /// Overrides which decoded frames are valid. A negative count keeps the file's; the valid
    /// frames are what priming and remainder leave.
    ///
    /// - Throws: `wrongArgument` when the counts do not add up to the decoded frames of the file,
    ///   `wrongOrder` for a file that is written.
    public func setPacketTable(
        validFrames: Int64, primingFrames: Int64, remainderFrames: Int64
    ) throws(ExtendedFileError) {
        guard case .reading(let file) = self else { throw .wrongOrder }
        let own = file.ownPacketTable
        let priming = primingFrames < 0 ? own.primingFrames : primingFrames
        let remainder = remainderFrames < 0 ? own.remainderFrames : remainderFrames
        let decoded = own.validFrames + own.primingFrames + own.remainderFrames
        let (left, overflow) = decoded.subtractingReportingOverflow(priming)
        guard !overflow, left >= remainder, validFrames < 0 || validFrames == left - remainder
        else { throw .wrongArgument }
        try file.setPacketTable(
            PacketTable(
                validFrames: left - remainder, primingFrames: priming,
                remainderFrames: remainder))
    }
}

// MARK: Conversion

extension ExtendedAudioFile.Side {
    /// Input and output format of the conversion; an encoded file that is read counts as decoded
    /// float.
    public var conversion: (input: StreamFormat, output: StreamFormat) {
        switch self {
        case .reading(let file):
            let format = file.file.format
            let decoded =
                format.isGivenAsItIs
                ? format
                : .float(sampleRate: format.sampleRate, channelCount: format.channelCount)
            return (decoded, file.clientFormat)
        case .writing(let file): return (file.clientFormat, file.format)
        }
    }

    /// Changes the conversion options, from the next frame on.
    ///
    /// - Throws: `wrongOrder` for a file to which frames have been written.
    public func changeOptions(
        _ change: (inout ConversionOptions) -> Void
    ) throws(ExtendedFileError) {
        switch self {
        case .reading(let file):
            var options = file.options
            change(&options)
            file.options = options
        case .writing(let file):
            guard !file.hasBegun else { throw .wrongOrder }
            change(&file.options)
        }
    }
}

extension ConversionOptions {
    /// - Parameter layout: The option that holds the client's layout.
    fileprivate func forClient(
        _ format: StreamFormat, layout: WritableKeyPath<ConversionOptions, ChannelLayout?>
    ) -> ConversionOptions {
        var options = self
        options.channelMapping = .byIndex
        if options[keyPath: layout]?.fits(channelCount: format.channelCount) == false {
            options[keyPath: layout] = nil
        }
        return options
    }
}
