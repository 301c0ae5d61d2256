package import AudioModel
package import DeviceActions

/// An app of a live device that runs elsewhere: a program in a process of its own.
package protocol ExternalApp: AnyObject, Sendable {
    /// The app's identifier on the device's server.
    var app: AppID { get }
    /// Whether it runs and was asked to end, or is being killed.
    var isEnding: Bool { get }
    /// The status with which its process has exited without being asked to; `nil` while it runs, and
    /// where something else ended it, such as a signal.
    var exitStatus: Int32? { get }
    /// Linear peak of a stream's latest samples after all gains; 0 for an unknown stream.
    func level(ofStream number: Int) -> Float
    /// Gives its program an empty line on its standard input, as the Return key does. Does nothing
    /// where that input is not the device's.
    func pressReturn()
}

extension ExternalApp {
    package func pressReturn() {}
    package var exitStatus: Int32? { nil }
}

/// The apps that whatever drives a live device has itself. Called on the device's queue.
package protocol BuiltInApps: AnyObject {
    /// All of them in the order in which they are shown; no identifier for one that does not run.
    var builtInApps: [(name: String, app: AppID?)] { get }
    /// Carries out an action of the device's user, with what these apps do before and after it.
    func carryOut(_ act: PhoneAct) throws(SessionError)
    /// Linear peak of the latest samples of their streams, and of the device's own; `nil` for a
    /// stream of another app.
    func level(of stream: StreamID, isHeld: Bool) -> Float?
}
