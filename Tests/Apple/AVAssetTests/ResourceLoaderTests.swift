import AVFoundation
import Foundation
import Simulation
import Synchronization
import TestSupport
import Testing

/// An app's own bytes, as a delegate gives them.
private final class OwnBytes: NSObject, AVAssetResourceLoaderDelegate {
    enum Manner {
        case ranges
        case noRanges
        /// Fails after some bytes.
        case failing(NSError)
        /// Neither gives bytes nor finishes.
        case silent
        case refusing
    }

    private struct State {
        var log: [String] = []
        var waiting: [AVAssetResourceLoadingRequest] = []
    }

    let bytes: [UInt8]
    let manner: Manner
    private let state = Mutex(State())
    /// Resumed when the first request was cancelled.
    let cancelled = Mutex<CheckedContinuation<Void, Never>?>(nil)

    init(_ bytes: [UInt8], _ manner: Manner) {
        self.bytes = bytes
        self.manner = manner
    }

    var log: [String] { state.withLock { $0.log } }

    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool {
        guard let wanted = loadingRequest.dataRequest else { return false }
        let place = "\(wanted.requestedOffset)+\(wanted.requestedLength)"
        let toEnd = wanted.requestsAllDataToEndOfResource ? " to the end" : ""
        let asks = loadingRequest.contentInformationRequest == nil ? "" : " and about it"
        state.withLock { $0.log.append(place + toEnd + asks) }
        if let information = loadingRequest.contentInformationRequest {
            information.contentType = "com.microsoft.waveform-audio"
            information.contentLength = Int64(bytes.count)
            if case .noRanges = manner {} else { information.isByteRangeAccessSupported = true }
        }
        switch manner {
        case .ranges, .noRanges:
            give(wanted)
            loadingRequest.finishLoading()
        case .failing(let error):
            give(wanted)
            loadingRequest.finishLoading(with: error)
        case .silent: state.withLock { $0.waiting.append(loadingRequest) }
        case .refusing: return false
        }
        return true
    }

    private func give(_ wanted: AVAssetResourceLoadingDataRequest) {
        let end = min(Int(wanted.requestedOffset) + wanted.requestedLength, bytes.count)
        var offset = Int(wanted.currentOffset)
        while offset < end {
            let count = min(1 << 14, end - offset)
            wanted.respond(with: Data(bytes[offset..<offset + count]))
            offset += count
            #expect(Int(wanted.currentOffset) == offset)
        }
    }

    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        didCancel loadingRequest: AVAssetResourceLoadingRequest
    ) {
        #expect(loadingRequest.isCancelled && !loadingRequest.isFinished)
        // What comes now is ignored.
        loadingRequest.dataRequest?.respond(with: Data([1]))
        loadingRequest.finishLoading()
        #expect(
            loadingRequest.dataRequest?.currentOffset == loadingRequest.dataRequest?.requestedOffset
        )
        state.withLock { $0.log.append("cancelled") }
        cancelled.withLock { continuation in
            continuation?.resume()
            continuation = nil
        }
    }
}

@Suite("A resource loader")
struct ResourceLoaderTests {
    private let queue = DispatchQueue(label: "resource loader")
    private let wave = wavFile([Int16](repeating: 0, count: 40_000), rate: 8_000)

    private func asset(_ delegate: OwnBytes?) -> AVURLAsset {
        let asset = AVURLAsset(url: URL(string: "own://sounds/a.wav")!)
        asset.resourceLoader.setDelegate(delegate, queue: queue)
        return asset
    }

    @Test("asks for two bytes and what they are of, then for the rest")
    func ranges() async throws {
        let delegate = OwnBytes(wave, .ranges)
        let asset = asset(delegate)
        let (duration, tracks, isPlayable) = try await asset.load(
            .duration, .tracks, .isPlayable)
        #expect(duration == CMTime(value: 5, timescale: 1))
        #expect(tracks.map(\.mediaType) == [.audio])
        #expect(isPlayable)
        #expect(delegate.log.prefix(2) == ["0+2 and about it", "0+80044 to the end"])
    }

    @Test("takes the whole from an app that gives no ranges")
    func noRanges() async throws {
        let delegate = OwnBytes(wave, .noRanges)
        let asset = asset(delegate)
        #expect(try await asset.load(.duration) == CMTime(value: 5, timescale: 1))
        #expect(delegate.log == ["0+2 and about it", "0+80044 to the end"])
    }

    @Test("fails with the error of the app")
    func failing() async throws {
        let error = NSError(domain: NSURLErrorDomain, code: NSURLErrorNotConnectedToInternet)
        let delegate = OwnBytes(wave, .failing(error))
        let asset = asset(delegate)
        let thrown = await #expect(throws: (any Error).self) {
            try await asset.load(.isPlayable)
        }
        let found = try #require(thrown) as NSError
        #expect(found.domain == NSURLErrorDomain && found.code == NSURLErrorNotConnectedToInternet)
        #expect(delegate.log == ["0+2 and about it"])
    }

    @Test("fails where the app refuses, where there is no delegate, and where it is gone")
    func refusing() async throws {
        let delegate = OwnBytes(wave, .refusing)
        for asset in [asset(delegate), asset(nil), asset(OwnBytes(wave, .ranges))] {
            let thrown = await #expect(throws: (any Error).self) {
                try await asset.load(.isPlayable)
            }
            #expect((thrown as NSError?)?.code == NSURLErrorUnsupportedURL)
        }
    }

    @Test("tells the app when bytes are not wanted any longer, and one task leaves the others")
    func cancelling() async throws {
        let delegate = OwnBytes(wave, .silent)
        let asset = asset(delegate)
        let other = Task { try await asset.load(.duration) }
        let one = Task { try await asset.load(.duration, .tracks) }
        func isLoading(_ key: String) -> Bool {
            asset.statusOfValue(forKey: key, error: nil) == .loading
        }
        while delegate.log.isEmpty || !isLoading("duration") || !isLoading("tracks") {
            await Task.yield()
        }
        one.cancel()
        await #expect(throws: CancellationError.self) { try await one.value }
        #expect(asset.statusOfValue(forKey: "duration", error: nil) == .loading)
        await withCheckedContinuation { continuation in
            delegate.cancelled.withLock { $0 = continuation }
            asset.cancelLoading()
        }
        let error = await #expect(throws: AVError.self) { try await other.value }
        #expect(error?.code == .operationCancelled)
        #expect(delegate.log == ["0+2 and about it", "cancelled"])
        var stated: NSError?
        #expect(asset.statusOfValue(forKey: "duration", error: &stated) == .cancelled)
        #expect(stated?.code == AVError.Code.operationCancelled.rawValue)
    }

    @Test("is not asked for files and what servers have")
    func otherSchemes() async throws {
        let folder = try AssetFolder()
        let delegate = OwnBytes([], .refusing)
        let asset = AVURLAsset(url: try folder.wave(frameCount: 800))
        asset.resourceLoader.setDelegate(delegate, queue: queue)
        #expect(asset.resourceLoader.delegate === delegate)
        #expect(try await asset.load(.isPlayable))
        #expect(delegate.log == [])
    }

    @Test("gives a player of a simulated phone its bytes, which sound")
    @MainActor
    func player() throws {
        let samples = (0..<16_000).map { Int16(10_000 * sin(Double($0) * 0.3)) }
        let delegate = OwnBytes(wavFile(samples, rate: 8_000), .ranges)
        let phone = SimulatedPhone()
        let app = phone.launch("Player", backgroundModes: [])
        let (asset, player) = app.run {
            let asset = AVURLAsset(url: URL(string: "own://sounds/a.wav")!)
            asset.resourceLoader.setDelegate(delegate, queue: nil)
            let player = AVPlayer(playerItem: AVPlayerItem(asset: asset))
            player.play()
            return (asset, player)
        }
        phone.advance(by: .seconds(1))
        app.run {
            #expect(player.currentItem?.status == .readyToPlay)
            #expect(player.timeControlStatus == .playing)
            // The asset learns from the same transfer.
            #expect(asset.duration == CMTime(value: 2, timescale: 1))
        }
        #expect(
            phone.heard(from: app, during: .milliseconds(500)..<Duration.seconds(1)).peak > 0.05)
        #expect(delegate.log == ["0+2 and about it", "0+32044 to the end"])
    }
}
