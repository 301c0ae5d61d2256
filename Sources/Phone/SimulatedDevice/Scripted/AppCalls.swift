import AudioModel
import SoundClient

// How an app's code acts on its streams: on those of the phone's own by the library, on others by
// their players.

extension ScriptedApp {
    /// Runs code that calls players, as the app's. Notifications that arrive meanwhile wait, as they
    /// do for an app's main thread.
    func calling<Value>(
        _ body: () throws(SessionError) -> Value
    ) throws(SessionError) -> Value {
        let isOutermost = beginCall()
        defer { if isOutermost { endCall() } }
        let result = CurrentApp.run(as: sound) { () -> Result<Value, SessionError> in
            do throws(SessionError) { return .success(try body()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    private func player(of number: Int) -> (any StreamPlayer)? {
        streams.last { $0.number == number }?.player
    }

    /// The players of streams that have not ended, with the streams' numbers.
    var players: [(number: Int, player: any StreamPlayer)] {
        streams.compactMap { stream in stream.player.map { (stream.number, $0) } }
    }

    /// The player that follows the phone by itself; an app has one at most.
    private var music: (any StreamPlayer)? {
        streams.last { $0.player?.followsPhone == true }?.player
    }

    /// Whether the app leaves remote commands to a player of its own.
    var leavesCommandsToPlayer: Bool { music != nil }

    /// Stops the music, in place of which other music is to be played.
    func stopMusic() throws(SessionError) {
        guard let music else { return }
        try calling { () throws(SessionError) in music.stop() }
    }

    /// Plays because the user of another app wants it.
    func playForOther() throws(SessionError) {
        guard let music else { return obey(.play) }
        try calling { () throws(SessionError) in try music.play() }
    }

    func hold(_ number: Int) throws(SessionError) {
        guard let player = player(of: number) else { return try sound.pauseStream(number) }
        try calling { () throws(SessionError) in player.pause() }
    }

    func release(_ number: Int) throws(SessionError) {
        guard let player = player(of: number) else { return try sound.resumeStream(number) }
        // A stream that has ended stays so.
        guard !player.isOver else { return }
        try calling { () throws(SessionError) in try player.play() }
    }

    func stop(_ number: Int) throws(SessionError) {
        guard let player = player(of: number) else { return try sound.stopStream(number) }
        try calling { () throws(SessionError) in player.stop() }
    }

    func setVolume(_ volume: Float, of number: Int) throws(SessionError) {
        guard let player = player(of: number) else {
            return try sound.setVolume(volume, ofStream: number)
        }
        try calling { () throws(SessionError) in player.setVolume(volume) }
    }
}
