import AudioModel
import ScenarioLanguage
import TimePitch

/// Parts of a scenario that this build does not support, one line per place.
func unsupportedParts(of scenario: Scenario) -> [String] {
    scenario.timed.compactMap { timed in
        guard case .app(_, .plays(let start)) = timed.action else { return nil }
        if let player = start.player, let only = start.sound.onlyPlayer, player != only {
            return "\(scenario.path):\(timed.location.line):\(timed.location.column): "
                + "not supported: the address of a server's with \(player.rawValue)"
        }
        guard start.rate != 1 else { return nil }
        let place = "\(scenario.path):\(timed.location.line):\(timed.location.column): "
        if start.player == .music { return place + "not supported: rate with music" }
        guard !TimePitch.isAvailable else { return nil }
        return place + "not supported: rate (built without the package trait SoundTouch)"
    }
}
