import Foundation
import MediaPlayer
import TestSupport
import Testing

/// Tests the music players of a process that no phone has started, without playing.
///
/// It runs apart from the tests of phones (`Makefile`): a phone reports calls outside of its apps.
@Suite("A music player of a process")
struct PlayerProcessTests {
    @Test("prepares in an app of its own, and reports a missing queue")
    func prepares() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("1.wav")
        try Data(wavFile([Int16](repeating: 1_000, count: 4_800), rate: 48_000))
            .write(to: URL(fileURLWithPath: path))
        // Not the system's player, which is the user's where the music service runs.
        let player = MPMusicPlayerController.applicationMusicPlayer
        var code: Int?
        do {
            try await player.prepareToPlay()
        } catch {
            code = (error as NSError).code
        }
        #expect(code == 1)
        player.setQueue(with: MPMediaItemCollection(items: [testItem(1, path: path)]))
        try await player.prepareToPlay()
        #expect(player.isPreparedToPlay && player.playbackState == .stopped)
        #expect(player.nowPlayingItem?.persistentID == 1)
        // A file that is not there.
        player.setQueue(
            with: MPMediaItemCollection(items: [testItem(2, path: folder.file("none.wav"))]))
        code = nil
        do {
            try await player.prepareToPlay()
        } catch {
            code = (error as NSError).code
        }
        #expect(code == 6)
        player.stop()
    }
}
