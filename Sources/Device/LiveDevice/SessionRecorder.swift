package import AudioModel
package import DeviceActions
package import SoundPolicy

/// Keeps what happens on a live device. Any thread.
package protocol SessionRecorder: Sendable {
    /// Called once, before everything else, with the time at which the device is switched on.
    func begin(at start: HostTime)
    /// Sets the volumes and settings that the device begins with, where they are not the usual ones.
    func begin(with device: DeviceSnapshot)
    /// Called before the server decides on an action of the device's user; `add` says afterwards
    /// which one it was.
    ///
    /// - Parameter time: Time since the device was switched on.
    func beginAct(at time: HostTime)
    /// Adds the action of the device's user that has begun, with the error by which it was refused.
    func add(_ act: PhoneAct, refusal: SessionError?)
    /// Adds an external app, with the name that it has on the device.
    ///
    /// - Parameters:
    ///   - time: Time since the device was switched on.
    ///   - hasQuit: Returns whether the app's process has exited successfully; called while the
    ///     server decides.
    func follow(
        _ app: AppID, _ description: AppDescription, at time: HostTime,
        hasQuit: @escaping @Sendable () -> Bool)
    /// Adds an event and its response; called while the server decides.
    func note(_ time: HostTime, _ event: PolicyEvent, _ response: PolicyResponse)
}
