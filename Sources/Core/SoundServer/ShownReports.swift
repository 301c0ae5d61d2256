import AudioModel

/// What the apps have reported for the user to see. It changes no decision of the policy.
struct ShownReports {
    private var infos: [AppID: NowPlayingInfo] = [:]
    private var options: [AppID: RemoteCommandOptions] = [:]
    private var calls: [AppID: AppCallDescription] = [:]

    func info(of app: AppID) -> NowPlayingInfo? { infos[app] }

    func options(of app: AppID) -> RemoteCommandOptions { options[app] ?? RemoteCommandOptions() }

    func call(of app: AppID) -> AppCallDescription? { calls[app] }

    mutating func take(_ report: AppReport, from app: AppID, at now: HostTime) {
        switch report {
        case .nowPlaying(let info):
            infos[app] = info?.bounded
            // The app's clock may be another one.
            infos[app]?.elapsedSetAt = now
        case .commandOptions(let new): options[app] = new.bounded
        case .commandHandled: break
        case .call(let call): calls[app] = call?.bounded
        }
    }

    mutating func forget(_ app: AppID) {
        infos[app] = nil
        options[app] = nil
        calls[app] = nil
    }
}
