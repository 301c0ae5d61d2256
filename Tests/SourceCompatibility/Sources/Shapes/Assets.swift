import AVFoundation
import Foundation

// Apps that look into media before they play it, in the shapes that such apps have.

/// A player's loader of what it shows, by keys.
final class ChapterLoader {
    private(set) var groups: [AVTimedMetadataGroup] = []
    private var pending: AVAsset?

    func load(_ url: URL, options: [String: Any]?, done: @escaping @Sendable (String) -> Void) {
        let asset: AVAsset = AVURLAsset(url: url, options: options)
        pending = asset
        let keys = ["playable", "availableChapterLocales", "availableMetadataFormats"]
        asset.loadValuesAsynchronously(forKeys: keys) { [weak asset] in
            var error: NSError?
            switch asset?.statusOfValue(forKey: "playable", error: &error) {
            case .loaded: done(asset?.isPlayable == true ? "playable" : "not playable")
            case .failed: done(error?.localizedDescription ?? "failed")
            case .cancelled: done("cancelled")
            default: done("gone")
            }
        }
    }

    func read() {
        guard let asset = pending else { return }
        groups = []
        for locale in asset.availableChapterLocales {
            groups += asset.chapterMetadataGroups(
                withTitleLocale: locale, containingItemsWithCommonKeys: nil)
        }
        for format in asset.availableMetadataFormats {
            let range = CMTimeRange(
                start: CMTime(seconds: 0, preferredTimescale: 1000), end: asset.duration)
            groups.append(
                AVTimedMetadataGroup(items: asset.metadata(forFormat: format), timeRange: range))
        }
        if pending == asset { asset.cancelLoading() }
    }
}

/// What a list of songs shows of one.
struct SongTags: Sendable {
    var title: String?
    var artist: String?
    var artwork: Data?
    var seconds = 0.0

    init(_ url: URL) async throws {
        let asset = AVURLAsset(
            url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
        let (duration, metadata, isPlayable) = try await asset.load(
            .duration, .commonMetadata, .isPlayable)
        guard isPlayable else { return }
        seconds = CMTimeGetSeconds(duration)
        for item in metadata {
            switch item.commonKey {
            case .commonKeyTitle?: title = try await item.load(.stringValue)
            case .commonKeyArtist?: artist = try await item.load(.stringValue)
            case .commonKeyArtwork?: artwork = try await item.load(.dataValue)
            default: break
            }
        }
        guard let track = try await asset.loadTracks(withMediaType: .audio).first else { return }
        let (formats, range) = try await track.load(.formatDescriptions, .timeRange)
        expect(
            formats.first?.audioStreamBasicDescription?.mSampleRate == 48_000, "the track's rate")
        expect(range.duration == duration, "the track's duration")
        switch asset.status(of: .duration) {
        case .loaded(let value): expect(value == duration, "the status has the value")
        case .notYetLoaded, .loading, .failed: expect(false, "the duration is loaded")
        @unknown default: break
        }
    }
}

/// Bytes of an app's own.
final class VaultLoader: NSObject, AVAssetResourceLoaderDelegate {
    let bytes: Data

    init(_ bytes: Data) {
        self.bytes = bytes
    }

    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool {
        guard loadingRequest.request.url?.scheme == "vault" else { return false }
        if let information = loadingRequest.contentInformationRequest {
            information.contentType = "com.microsoft.waveform-audio"
            information.contentLength = Int64(bytes.count)
            information.isByteRangeAccessSupported = true
        }
        if let wanted = loadingRequest.dataRequest {
            let start = Int(wanted.requestedOffset)
            let end = min(start + wanted.requestedLength, bytes.count)
            wanted.respond(with: bytes.subdata(in: start..<end))
        }
        loadingRequest.finishLoading()
        return true
    }

    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        didCancel loadingRequest: AVAssetResourceLoadingRequest
    ) {}
}

/// Receives the titles of a station.
final class TitleReceiver: NSObject, AVPlayerItemMetadataOutputPushDelegate {
    let output = AVPlayerItemMetadataOutput(identifiers: [
        AVMetadataIdentifier.icyMetadataStreamTitle.rawValue
    ])

    func follow(_ item: AVPlayerItem) {
        output.setDelegate(self, queue: .main)
        output.advanceIntervalForDelegateInvocation = 0
        item.add(output)
    }

    func metadataOutput(
        _ output: AVPlayerItemMetadataOutput,
        didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup], from track: AVPlayerItemTrack?
    ) {
        let items = groups.flatMap(\.items)
        let titles = AVMetadataItem.metadataItems(
            from: items, withKey: AVMetadataKey.commonKeyTitle, keySpace: .common)
        print(titles.compactMap(\.stringValue), track?.assetTrack?.mediaType ?? .audio)
    }

    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}

@MainActor
func tryAssets(_ tone: URL) {
    let item = AVMutableMetadataItem()
    item.identifier = .commonIdentifierTitle
    item.value = "A title" as NSString
    item.extendedLanguageTag = "und"
    expect(item.commonKey == .commonKeyTitle, "a common key")
    let found = AVMetadataItem.metadataItems(
        from: [item], filteredByIdentifier: .commonIdentifierTitle)
    expect(found.first?.stringValue == "A title", "the item of an identifier")

    let chapters = ChapterLoader()
    let arrival = Arrival()
    chapters.load(tone, options: nil) { word in
        expect(word == "playable", "the tone is playable, not \(word)")
        arrival.signal()
    }
    arrival.wait(for: "the values of an asset")
    chapters.read()
    expect(chapters.groups.isEmpty, "a tone has no groups")
    expect(AVAsset(url: tone).duration.seconds == 0.1, "a tone's duration")

    let vault = VaultLoader((try? Data(contentsOf: tone)) ?? Data())
    if let url = URL(string: "vault://tone") {
        let asset = AVURLAsset(url: url)
        asset.resourceLoader.setDelegate(vault, queue: DispatchQueue(label: "vault"))
        expect(asset.duration.seconds == 0.1, "the duration of an app's own bytes")
        TitleReceiver().follow(AVPlayerItem(asset: asset))
    }
    let loaded = Arrival()
    Task.detached {
        let tags = try? await SongTags(tone)
        expect(tags?.seconds == 0.1, "the duration of a song")
        expect(tags?.title == nil, "a tone has no title")
        loaded.signal()
    }
    loaded.wait(for: "the tags of a song")
}
