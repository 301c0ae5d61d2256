/// A background task that an app has begun; the app chooses the number, each only once.
public struct BackgroundTaskID: RawRepresentable, Hashable, Sendable {
    public var rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }
}
