import AudioCodecs
import AudioConversion
import AudioFiles
import AudioModel
import AudioToolbox
import Foundation
import Playback

extension RecordingTarget {
    /// What a recorder writes, as its file's name and an app's settings describe it.
    ///
    /// - Parameter sampleRate: The device's, in Hz; for settings without one.
    /// - Throws: `kAudioFileUnsupportedDataFormatError` for settings that the file's type cannot
    ///   hold, and for a place that cannot be written; `kAudioFileUnsupportedFileTypeError` for a
    ///   file name that tells no type.
    init(_ url: URL, _ settings: [String: Any], sampleRate: Double) throws {
        let unsupported = NSError.status(kAudioFileUnsupportedDataFormatError)
        guard url.isFileURL, let read = AudioSettings(settings.completed(sampleRate)) else {
            throw unsupported
        }
        let captured = StreamFormat(
            .pcmFormatFloat32, sampleRate: sampleRate, channelCount: read.format.channelCount,
            isInterleaved: true)
        let file: FileToWrite
        do throws(AudioFileError) {
            file = try FileToWrite(url, read, client: captured)
        } catch {
            throw NSError.status(error.status)
        }
        let path = url.path
        let keepsNothing = Self.isDevice(path)
        guard keepsNothing || Self.isWritable(path) else { throw unsupported }
        var create: (@Sendable () throws(AudioFileError) -> OpenAudioFile)?
        if !keepsNothing {
            let (type, format) = (file.type, file.format)
            create = { @Sendable () throws(AudioFileError) -> OpenAudioFile in
                try OpenAudioFile(
                    creating: path, type, format, mayReplace: true, isPageAligned: true)
            }
        }
        self.init(
            format: file.format, layout: file.layout, options: file.options, create: create)
        canEncode = Self.hasBitRate(read, file.format)
    }

    /// Whether the encoder has the bit rate that the settings ask for.
    private static func hasBitRate(_ settings: AudioSettings, _ format: StreamFormat) -> Bool {
        guard format.id == .mpeg4AAC,
            let rate = settings.coding.totalBitRate(channelCount: Int(format.channelCount))
        else { return true }
        return CodingProperties.recordedAACBitRates(
            sampleRate: format.sampleRate, channelCount: format.channelCount
        ).contains(Double(rate))
    }

    /// Whether the path is that of a device, such as `/dev/null`: apps record there to measure
    /// levels alone.
    private static func isDevice(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.type] as? FileAttributeType == .typeCharacterSpecial
    }

    private static func isWritable(_ path: String) -> Bool {
        let manager = FileManager.default
        var isFolder: ObjCBool = false
        if manager.fileExists(atPath: path, isDirectory: &isFolder) {
            return !isFolder.boolValue && manager.isWritableFile(atPath: path)
        }
        let folder = (path as NSString).deletingLastPathComponent
        return manager.fileExists(atPath: folder, isDirectory: &isFolder) && isFolder.boolValue
            && manager.isWritableFile(atPath: folder)
    }
}

extension [String: Any] {
    /// The settings of a recorder, with what they leave open (facts.md).
    fileprivate func completed(_ sampleRate: Double) -> [String: Any] {
        var settings = self
        let rate =
            (self[AVSampleRateKey] as? NSNumber)?.doubleValue
            ?? self[AVSampleRateKey] as? Double
        // Zero means the device's rate, as in a queue.
        if self[AVSampleRateKey] == nil || rate == 0 { settings[AVSampleRateKey] = sampleRate }
        if self[AVNumberOfChannelsKey] == nil { settings[AVNumberOfChannelsKey] = 2 }
        return settings
    }
}
