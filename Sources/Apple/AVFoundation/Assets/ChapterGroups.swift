import AudioFormats
import CoreMedia
import Foundation

extension AVTimedMetadataGroup {
    /// A chapter in the terms of Core Media.
    struct Chapter {
        var start: CMTime
        var end: CMTime?
        var title: String
        var link: String
        var pictures: [AttachedPicture]

        init(_ chapter: AudioChapter) {
            start = Self.time(chapter.start)
            end = chapter.end.map(Self.time)
            (title, link) = (chapter.title, chapter.link)
            pictures = chapter.pictures
        }

        /// A time in milliseconds, in which tags have them.
        private static func time(_ seconds: Double) -> CMTime {
            guard seconds.isFinite, (0...1e9).contains(seconds) else { return .zero }
            return CMTime(value: Int64((seconds * 1000).rounded()), timescale: 1000)
        }
    }

    /// The group of a chapter.
    ///
    /// - Parameter end: Where the chapter ends; indefinite where that is not known.
    convenience init(_ chapter: Chapter, end: CMTime) {
        let range =
            end.isNumeric
            ? CMTimeRange(start: chapter.start, end: CMTimeMaximum(end, chapter.start))
            : CMTimeRange(start: chapter.start, duration: .indefinite)
        var items = [
            MetadataValues(
                .common, AVMetadataKey.commonKeyTitle.rawValue, NSString(string: chapter.title))
        ]
        for picture in chapter.pictures {
            items.append(
                MetadataValues(
                    .common, AVMetadataKey.commonKeyArtwork.rawValue,
                    NSData(data: Data(picture.bytes))))
        }
        self.init(
            items: items.map { values in
                var values = values
                (values.time, values.duration) = (range.start, range.duration)
                return AVMetadataItem(values)
            }, timeRange: range)
    }
}
