import AudioConversion
import AudioFormats
import AudioModel

// What there is to know and to set about an extended audio file, whichever way it goes.

extension ExtendedAudioFile.Side {
    public var fileFormat: StreamFormat {
        switch self {
        case .reading(let file): file.file.format
        case .writing(let file): file.format
        }
    }

    public var clientFormat: StreamFormat {
        switch self {
        case .reading(let file): file.clientFormat
        case .writing(let file): file.clientFormat
        }
    }

    /// Sets what the client gets or gives, and forgets which channels went where: that was said of
    /// the channels there were. A client's layout of as many channels stays.
    ///
    /// - Throws: As `setClientFormat` of the two sides does; nothing is changed then.
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

    /// nil where the file does not say.
    public var fileLayout: ChannelLayout? {
        switch self {
        case .reading(let file): file.options.inputLayout
        case .writing(let file): file.channelLayout
        }
    }

    /// Of a file that is read: what its channels are taken to be, whatever it says.
    public func setFileLayout(_ layout: ChannelLayout) throws(ExtendedFileError) {
        switch self {
        case .reading(let file): file.options.inputLayout = layout
        case .writing(let file): try file.setChannelLayout(layout)
        }
    }

    public var clientLayout: ChannelLayout? {
        switch self {
        case .reading(let file): file.options.outputLayout
        case .writing(let file): file.options.inputLayout
        }
    }

    public func setClientLayout(_ layout: ChannelLayout) throws(ExtendedFileError) {
        switch self {
        case .reading(let file):
            file.options.outputLayout = layout
        case .writing(let file):
            guard !file.hasBegun else { throw .wrongOrder }
            file.options.inputLayout = layout
        }
    }

    /// Frames of the file: all that are to be heard, or all that were written so far.
    public var frameCount: Int64 {
        switch self {
        case .reading(let file): file.frameCount
        case .writing(let file): file.frameCount
        }
    }

    /// Bytes of the largest packet of the file.
    ///
    /// - Throws: `packetSizeUnknown` for a coding whose packets are still to be made.
    public func packetSizeMax() throws(ExtendedFileError) -> UInt32 {
        switch self {
        case .reading(let file): return file.file.maximumPacketSize
        case .writing(let file):
            if file.format.bytesPerPacket > 0 { return file.format.bytesPerPacket }
            // An AAC packet has at most 6144 bits a channel.
            guard file.format.id == .mpeg4AAC else { throw .packetSizeUnknown }
            return 768 * file.format.channelCount
        }
    }

    /// nil where there is none.
    public var packetTable: PacketTable? {
        switch self {
        case .reading(let file):
            file.hasPacketTable ? file.packetTable : nil
        case .writing: nil
        }
    }

    /// Says otherwise than the file which decoded frames are to be heard. What is negative is as
    /// the file has it; the frames to be heard are those that are left.
    ///
    /// - Throws: `wrongArgument` when they are not within what the file decodes to, `wrongOrder` for
    ///   a file that is written.
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
    /// What is converted, and to what; the file's side of it in a format that stands by itself.
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

    /// Changes how frames are converted, from the next one on.
    ///
    /// - Throws: `wrongOrder` for a file to which frames were written.
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
    /// - Parameter layout: Of the client's side.
    fileprivate func forClient(
        _ format: StreamFormat, layout: WritableKeyPath<ConversionOptions, ChannelLayout?>
    ) -> ConversionOptions {
        var options = self
        options.channelMapping = .firstChannels
        if options[keyPath: layout]?.fits(channelCount: format.channelCount) == false {
            options[keyPath: layout] = nil
        }
        return options
    }
}
