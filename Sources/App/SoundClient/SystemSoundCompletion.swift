/// A completion that an app has registered for a sound, with the place to call it.
public struct SystemSoundCompletion: Sendable {
    /// Schedules a block on the app's run loop or queue; never calls it at once.
    var schedule: @Sendable (_ block: @escaping @Sendable () -> Void) -> Void
    /// Calls the app's function.
    var run: @Sendable (_ id: SystemSounds.ID) -> Void

    public init(
        schedule: @escaping @Sendable (_ block: @escaping @Sendable () -> Void) -> Void,
        run: @escaping @Sendable (_ id: SystemSounds.ID) -> Void
    ) {
        self.schedule = schedule
        self.run = run
    }
}
