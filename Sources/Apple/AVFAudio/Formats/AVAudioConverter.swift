import AudioConversion
import AudioModel
import AudioToolbox
import ChannelLayouts
import CoreAudioTypes
public import Foundation
import SoundClient

/// Converts audio between formats: sample types, channels, sample rates, and codings.
///
/// One conversion at a time: a second one, even from the input block, fails.
///
/// Ownership: `lock` guards all mutable state, which is beside it: a conversion runs without the lock,
/// on the converter that it took, which is not sendable.
open class AVAudioConverter: NSObject, @unchecked Sendable {
    /// The format of the input.
    public let inputFormat: AVAudioFormat
    /// The format of the output.
    public let outputFormat: AVAudioFormat

    private let lock = NSLock()
    private var settings: ConverterSettings
    private var converter: FormatConverter
    /// Converts whole buffers, which are not part of the stream.
    private var wholeBufferConverter: FormatConverter?
    private var isConverting = false
    /// Whether the conversion gives silence and success, and that has not been reported.
    private var mustReportSilence: Bool
    /// The buffer that the converter still reads from.
    private var inputBuffer: AVAudioBuffer?

    /// Makes a converter.
    ///
    /// - Returns: `nil` when there is no conversion between the formats.
    public init?(from fromFormat: AVAudioFormat, to toFormat: AVAudioFormat) {
        let settings = ConverterSettings(from: fromFormat, to: toFormat)
        guard fromFormat.sampleRate > 0, toFormat.sampleRate > 0,
            let converter = try? settings.makeConverter()
        else { return nil }
        inputFormat = fromFormat
        outputFormat = toFormat
        self.settings = settings
        self.converter = converter
        mustReportSilence = settings.isSilentForLackOfChannels
    }

    // MARK: Settings

    /// The present settings and the converter made from them.
    func withConverter<Answer>(
        _ body: (ConverterSettings, FormatConverter) -> Answer
    ) -> Answer {
        lock.withLock { body(settings, converter) }
    }

    /// Changes settings. What has been read of the stream is dropped when the conversion changes;
    /// on settings that no converter has, nothing happens.
    func change(_ change: (inout ConverterSettings) -> Void) {
        lock.withLock {
            var changed = settings
            change(&changed)
            guard changed != settings, let made = try? changed.makeConverter() else { return }
            settings = changed
            converter = made
            wholeBufferConverter = nil
            mustReportSilence = settings.isSilentForLackOfChannels
        }
    }

    /// Drops what has been read of the stream, so that another one can begin. Ignored during a
    /// conversion.
    open func reset() {
        lock.withLock {
            guard !isConverting else { return }
            converter.reset()
            inputBuffer = nil
        }
    }

    // MARK: Whole buffers

    /// Converts a buffer of PCM to another sample type or other channels, at the same sample rate.
    ///
    /// - Parameters:
    ///   - outputBuffer: A buffer of the output format, with room for all frames of the input. Its
    ///     frame length is set.
    ///   - inputBuffer: A buffer of the input format.
    /// - Throws: A wrong parameter for other buffers, and for a converter of sample rates or of
    ///   compressed formats.
    open func convert(
        to outputBuffer: AVAudioPCMBuffer, from inputBuffer: AVAudioPCMBuffer
    ) throws {
        let call = "AudioConverterConvertComplexBuffer"
        let refused = NSError.avfAudio(kAudio_ParamError, failedCall: call)
        guard outputBuffer.format == outputFormat, inputBuffer.format == inputFormat,
            outputBuffer.frameCapacity >= inputBuffer.frameLength
        else { throw refused }
        let taken = beginConverting { core in
            guard core.converter.isFrameByFrame else { return nil }
            if core.wholeBufferConverter == nil {
                core.wholeBufferConverter = try? core.settings.makeConverter()
            }
            return core.wholeBufferConverter
        }
        guard let taken else { throw refused }
        defer { endConverting() }
        let frames = inputBuffer.filledFrames
        let frameCount = Int(inputBuffer.frameLength)
        outputBuffer.frameLength = 0
        guard frameCount > 0 else { return }
        reportSilence(of: "convert(to:from:)")
        let result = taken.convert(
            into: ConversionOutput(buffers: outputBuffer.roomForFrames), packetCount: frameCount
        ) { _ in .packets(PacketBatch(packetCount: frameCount, buffers: frames)) }
        if case .failed(let error) = result.halt {
            throw NSError.avfAudio(error.status, failedCall: call)
        }
        outputBuffer.frameLength = AVAudioFrameCount(clamping: result.packetCount)
    }

    /// Begins a conversion with a converter that no other call uses.
    ///
    /// - Returns: `nil` during another conversion, or when `choose` returns none.
    private func beginConverting(
        _ choose: (AVAudioConverter) -> FormatConverter?
    ) -> FormatConverter? {
        lock.withLock {
            guard !isConverting, let chosen = choose(self) else { return nil }
            isConverting = true
            return chosen
        }
    }

    private func endConverting() {
        lock.withLock { isConverting = false }
    }

    /// Reports a conversion that gives silence and success.
    private func reportSilence(of call: String) {
        let isDue = lock.withLock {
            defer { mustReportSilence = false }
            return mustReportSilence
        }
        guard isDue else { return }
        let names = [inputFormat, outputFormat].map { format in
            format.channelLayout?.channelLayout.plainName
                ?? (format.channelCount == 1 ? "mono" : "stereo")
        }
        RuntimeIssue(
            .converterChannels, "AVAudioConverter.\(call)",
            "the output is silent, because the input (\(names[0])) has none of its channels "
                + "(\(names[1])), and neither channelMap nor downmix is set"
        ).report()
    }

    // MARK: Streams

    /// Converts as much as the output buffer has room for, asking the block for input.
    ///
    /// - Parameters:
    ///   - outputBuffer: A buffer of the output format. Its length is set to what was converted.
    ///   - outError: Is set when the conversion fails: a wrong parameter for a buffer of another
    ///     format, or a status of the conversion.
    ///   - inputBlock: Returns buffers of the input format, on this thread. Without a buffer, or
    ///     with an empty one, it has no data now.
    /// - Returns: `haveData` when the output buffer is full or has the last of the audio,
    ///   `inputRanDry` when the block had no more data now, `endOfStream` when nothing is left;
    ///   it stays so until `reset`.
    @discardableResult
    open func convert(
        to outputBuffer: AVAudioBuffer, error outError: NSErrorPointer,
        withInputFrom inputBlock: AVAudioConverterInputBlock
    ) -> AVAudioConverterOutputStatus {
        do throws(AudioConversionFailure) {
            return try fill(outputBuffer, inputBlock)
        } catch {
            outError?.pointee = NSError.avfAudio(
                error.status, failedCall: "AudioConverterFillComplexBuffer")
            return .error
        }
    }

    private func fill(
        _ outputBuffer: AVAudioBuffer, _ inputBlock: AVAudioConverterInputBlock
    ) throws(AudioConversionFailure) -> AVAudioConverterOutputStatus {
        guard outputBuffer.format == outputFormat,
            let output = ConvertedBuffer(outputBuffer)
        else { throw AudioConversionFailure(status: kAudio_ParamError) }
        guard let taken = beginConverting(\.converter) else {
            throw AudioConversionFailure(status: ConversionError.busy.status)
        }
        defer { endConverting() }
        output.setLength(ConversionResult())
        reportSilence(of: "convert(to:error:withInputFrom:)")
        var input = ConverterInput(format: inputFormat)
        let result = taken.convert(into: output.room, packetCount: output.packetCapacity) {
            wanted in
            let (answer, buffer) = input.next(wanted, inputBlock)
            // The converter has released the buffer before, now that it asks for the next one.
            lock.withLock { inputBuffer = buffer }
            return answer
        }
        output.setLength(result)
        switch result.halt {
        case nil: return .haveData
        case .ended: return result.packetCount > 0 ? .haveData : .endOfStream
        case .inputFailed(ConverterInput.ranDry): return .inputRanDry
        case .inputFailed(let status): throw AudioConversionFailure(status: status)
        case .failed(let error): throw AudioConversionFailure(status: error.status)
        }
    }
}

/// A failed conversion.
private struct AudioConversionFailure: Error {
    let status: OSStatus
}
