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
