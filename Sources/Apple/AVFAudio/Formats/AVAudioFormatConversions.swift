import AudioModel
public import AudioToolbox
import ChannelLayouts
import CoreAudioTypes
public import CoreMedia
import Foundation

// Formats as settings and as descriptions of media.

extension AVAudioFormat {
    /// Makes a format from settings; those of an encoder are ignored.
    ///
    /// - Returns: `nil` for a missing sample rate or number of channels, more than two channels
    ///   without a layout of as many, a bit depth outside 8…32, and a value of the wrong type.
    public convenience init?(settings: [String: Any]) {
        guard let settings = AudioSettings(settings),
            settings.format.id != .linearPCM || (8...32).contains(settings.format.bitsPerChannel)
        else { return nil }
        self.init(
            settings.format, channelLayout: settings.layout.map { AVAudioChannelLayout($0) })
    }

    /// Makes a format from a description of media, with its channel layout and magic cookie.
    ///
    /// - Parameter formatDescription: A description of audio; another one gives the empty format.
    public convenience init(cmAudioFormatDescription formatDescription: CMAudioFormatDescription) {
        var layoutSize = 0
        let start = CMAudioFormatDescriptionGetChannelLayout(
            formatDescription, sizeOut: &layoutSize)
        let layout = start.flatMap {
            try? ChannelLayout(
                bytesForApps: UnsafeRawBufferPointer(start: $0, count: layoutSize))
        }
        let description = formatDescription.audioStreamBasicDescription
        self.init(
            StreamFormat(description ?? AudioStreamBasicDescription()), layout: layout,
            magicCookie: formatDescription.magicCookie.map { Array($0) })
    }

    /// The settings of the format, from which an equal one can be made.
    public var settings: [String: Any] { AudioSettings.dictionary(of: self) }

    /// The format as a description of media.
    public var formatDescription: CMAudioFormatDescription {
        CMAudioFormatDescription(
            streamDescription.pointee, channelLayout?.channelLayout.bytesForApps ?? [],
            magicCookie.map { Array($0) } ?? [], nil)
    }
}
