/// Identifies one sound that an app started by the app and the app's own stream number.
public struct StreamID: Hashable, Comparable, Sendable {
    /// The app that started the stream.
    public var app: AppID
    /// The number that the app gave the stream.
    public var number: Int

    public init(app: AppID, number: Int) {
        self.app = app
        self.number = number
    }

    public static func < (left: StreamID, right: StreamID) -> Bool {
        (left.app, left.number) < (right.app, right.number)
    }
}
