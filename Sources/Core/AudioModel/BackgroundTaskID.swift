/// Identifies a background task of an app. The app chooses the number and uses each only once.
public struct BackgroundTaskID: RawRepresentable, Hashable, Sendable {
    public var rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }
}
