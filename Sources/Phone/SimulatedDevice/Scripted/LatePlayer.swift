import AudioModel
import ScenarioLanguage
import SimulationReports

// Players that have no stream until what they play has arrived.

/// A player without a stream.
struct LatePlayer {
    var lane: StreamLane
    var player: any StreamPlayer
    var played: PlayedSound
}

extension ScriptedPhone {
    /// Takes note of the streams that players have begun, and of those that will begin none.
    func followLatePlayers(of app: ScriptedApp) {
        guard !app.latePlayers.isEmpty else { return }
        var rest: [LatePlayer] = []
        for late in app.latePlayers where !begin(late, in: app) {
            noteProgress(of: late.player, late.lane.fullName)
            if !late.player.isOver { rest.append(late) }
        }
        app.latePlayers = rest
    }

    func noteProgress(of player: any StreamPlayer, _ fullName: String) {
        if let progress = player.progress { progressChanged(progress, of: fullName) }
    }
}

extension ScriptedApp {
    /// Acts on a player that has no stream.
    ///
    /// - Returns: Whether there is one of the action's name.
    func perform(onLatePlayer act: AppAct) throws(SessionError) -> Bool {
        guard let name = act.stream,
            let late = latePlayers.first(where: { $0.lane.name == name })
        else { return false }
        try calling { () throws(SessionError) in
            switch act {
            case .pauses: late.player.pause()
            case .resumes: try late.player.play()
            case .stops: late.player.stop()
            case .setsVolume(_, let volume): late.player.setVolume(Float(volume))
            default: break
            }
        }
        return true
    }
}
