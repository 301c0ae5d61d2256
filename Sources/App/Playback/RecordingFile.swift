package import AudioConversion
package import AudioFiles
package import AudioModel
package import ChannelLayouts

/// What a recorder writes: a file's place, type and format.
package struct RecordingTarget: Sendable {
    /// Creates the file; an existing one is overwritten. `nil` for a place that keeps nothing, such
    /// as `/dev/null`.
    package var create: (@Sendable () throws(AudioFileError) -> OpenAudioFile)?
    /// The format of the file.
    package var format: StreamFormat
    /// The channel layout; `nil` without one.
    package var layout: ChannelLayout?
    /// The options of the conversion from captured sound.
    package var options: ConversionOptions
    /// Whether the encoder has what the app asks for; otherwise the recorder cannot be prepared.
    package var canEncode = true

    package init(
        format: StreamFormat, layout: ChannelLayout?, options: ConversionOptions,
        create: (@Sendable () throws(AudioFileError) -> OpenAudioFile)?
    ) {
        self.create = create
        self.format = format
        self.layout = layout
        self.options = options
    }
}

/// A file that captured sound is written to. One thread at a time.
final class RecordingFile {
    private let below: OpenAudioFile
    private let file: ExtendedAudioFile
    /// The format of the file, with every field filled in.
    let format: StreamFormat

    /// Creates the file.
    ///
    /// - Parameters:
    ///   - client: The format of captured sound: interleaved floats.
    ///   - inputChannels: For each channel of the file its captured one; `nil` for the usual ones.
    init(
        _ create: () throws(AudioFileError) -> OpenAudioFile, _ target: RecordingTarget,
        client: StreamFormat, inputChannels: [Int]?
    ) throws(ExtendedFileError) {
        do throws(AudioFileError) { below = try create() } catch { throw .file(error) }
        file = try ExtendedAudioFile(writing: below, layout: target.layout)
        var options = target.options
        // Fewer channels are a downmix of all captured ones. A mono microphone fills both channels
        // of a stereo file.
        options.channelMapping =
            target.format.channelCount < client.channelCount ? .mixed : .firstChannels
        if let inputChannels {
            let captured = 0..<Int(client.channelCount)
            options.channelMapping = .map(
                (0..<Int(target.format.channelCount)).map { channel in
                    guard inputChannels.indices.contains(channel),
                        captured.contains(inputChannels[channel])
                    else { return -1 }
                    return inputChannels[channel]
                })
        }
        format = try file.access { side throws(ExtendedFileError) in
            guard case .writing(let writing) = side else { throw .file(.notPermitted) }
            try writing.setClientFormat(client, options: options)
            return writing.format
        }
    }

    /// Writes interleaved samples.
    func write(_ samples: some Collection<Float>, channelCount: Int) throws(ExtendedFileError) {
        let samples = Array(samples)
        var failure: ExtendedFileError?
        samples.withUnsafeBytes { bytes in
            do throws(ExtendedFileError) {
                try file.write(samples.count / channelCount, from: [bytes])
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// Completes and closes the file, even after an error.
    func close() throws(ExtendedFileError) {
        var failure: ExtendedFileError?
        do throws(ExtendedFileError) { try file.dispose() } catch { failure = error }
        do throws(AudioFileError) { try below.close() } catch { failure = failure ?? .file(error) }
        if let failure { throw failure }
    }
}
