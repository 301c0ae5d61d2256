import AudioModel
import SimulatedDevice
public import SimulationReports

extension SimulatedPhone {
    /// One thing that an app did and that the guidelines for sound advise against.
    ///
    /// `docs/advice.md` lists the guidelines.
    public struct Advice: Sendable, Equatable, CustomStringConvertible {
        /// Time of what the app did, since the phone was switched on.
        public let time: Duration
        /// The app's name.
        public let app: String
        /// The guideline; its `sentence` says what it asks for.
        public let guideline: Guideline
        /// What the app did, as a sentence without its subject: `quit by itself`.
        public let observation: String
        /// What to do instead.
        public var remedy: String { guideline.remedy }

        public var description: String {
            let seconds = (HostTime.zero + HostInterval(time)).shortSecondsText
            return "\(seconds) s: \(app) \(observation). \(guideline.sentence) \(guideline.remedy) "
                + "[\(guideline.rawValue)]"
        }
    }

    /// What the apps have done so far that the guidelines for sound advise against, in order of
    /// time; each guideline once for each app.
    ///
    /// The findings are those of `sori advise`, and beside them apps that ended in the background
    /// without having handled `didEnterBackground`. Of an hour with very many sounds, the latest
    /// are looked at.
    public var advice: [Advice] {
        watch.advice(at: stage.now).map { item in
            Advice(
                time: item.at.duration, app: item.app, guideline: item.guideline,
                observation: item.observation)
        }
    }

    /// What one app has done so far that the guidelines advise against; see `advice`.
    public func advice(for app: App) -> [Advice] { advice.filter { $0.app == app.name } }
}
