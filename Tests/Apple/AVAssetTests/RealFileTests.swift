import AVFoundation
import AudioFormats
import AudioModel
import Foundation
import TestSupport
import Testing

/// Files of others, stored outside the package.
private enum RealFiles {
    static let folder = repositoryFolder.deletingLastPathComponent()
        .appending(path: "shared/audio").path

    static let names: [String] = {
        let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return all.filter { $0.contains("/") && !$0.hasSuffix(".tsv") }.sorted()
    }()
}

@Suite(
    "An asset of a real file",
    .enabled(if: !RealFiles.names.isEmpty, "the folder of real files is not beside the package"))
struct RealFileTests {
    @Test("has the duration, the format and the tags that its file has", arguments: RealFiles.names)
    func agrees(name: String) async throws {
        let path = RealFiles.folder + "/" + name
        let asset = AVURLAsset(url: URL(fileURLWithPath: path))
        guard let file = try? AudioFileReader(path: path, hint: .hint(fromName: path)) else {
            #expect(try await asset.load(.isPlayable) == false)
            return
        }
        let (duration, tracks, metadata, isPlayable) = try await asset.load(
            .duration, .tracks, .metadata, .isPlayable)
        #expect(isPlayable == ((try? FrameReader(file)) != nil))
        #expect(abs(duration.seconds - (try file.duration())) < 1e-6)
        let sound = try #require(tracks.first { $0.mediaType == .audio })
        let format = sound.loadedFormat
        #expect(format?.mSampleRate == file.format.sampleRate)
        #expect(format?.mChannelsPerFrame == file.format.channelCount)
        // Each text of the title is among the items of the title.
        let titles = AVMetadataItem.metadataItems(
            from: metadata, filteredByIdentifier: .commonIdentifierTitle
        ).compactMap(\.stringValue)
        let known = try file.fileTags()
        for text in known.texts where text.key == "title" {
            #expect(titles.contains { $0.hasPrefix(text.value) || text.value.hasPrefix($0) })
        }
        let artworks = AVMetadataItem.metadataItems(
            from: metadata, filteredByIdentifier: .commonIdentifierArtwork)
        let found: [Data] = artworks.compactMap(\.dataValue)
        let stored: [Data] = known.pictures.map { Data($0.bytes) }
        #expect(Set(found) == Set(stored))
    }
}

extension AVAssetTrack {
    fileprivate var loadedFormat: AudioStreamBasicDescription? {
        (formatDescriptions.first as? CMFormatDescription)?.audioStreamBasicDescription
    }
}
