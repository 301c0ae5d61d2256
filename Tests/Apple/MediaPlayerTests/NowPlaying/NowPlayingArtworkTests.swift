import AudioModel
import Foundation
import MediaPlayer
import Simulation
import Testing

@MainActor
@Suite("The picture of what is playing")
struct NowPlayingArtworkTests {
    private let phone = SimulatedPhone()

    /// A picture with one pixel, as a PNG file.
    private static let png = Data(
        base64Encoded:
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    )

    @Test("reaches the phone, and its object is asked for an image once")
    func shown() throws {
        let (app, _) = try phone.launchMusic { [$0.playCommand] }
        let image = try #require(Self.png.flatMap { UIImage(data: $0) })
        let count = Count()
        app.run {
            let artwork = MPMediaItemArtwork(boundsSize: image.size) { _ in
                count.value += 1
                return image
            }
            for elapsed in 0..<3 {
                MPNowPlayingInfoCenter.default().nowPlayingInfo = [
                    MPMediaItemPropertyArtwork: artwork,
                    MPNowPlayingInfoPropertyElapsedPlaybackTime: elapsed,
                ]
            }
        }
        #expect(phone.nowPlaying?.artwork.map { Data($0) } == Self.png)
        #expect(count.value == 1)
    }

    /// Ownership: the app's main thread, which is the test's.
    private final class Count: @unchecked Sendable {
        var value = 0
    }
}
