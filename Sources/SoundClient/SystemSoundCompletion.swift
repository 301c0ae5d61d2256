/// What an app wants called each time a sound has ended, and where.
public struct SystemSoundCompletion: Sendable {
    /// Runs a block later, where the app wants its call; never at once.
    var schedule: @Sendable (_ block: @escaping @Sendable () -> Void) -> Void
    var run: @Sendable (_ id: SystemSounds.ID) -> Void

    public init(
        schedule: @escaping @Sendable (_ block: @escaping @Sendable () -> Void) -> Void,
        run: @escaping @Sendable (_ id: SystemSounds.ID) -> Void
    ) {
        self.schedule = schedule
        self.run = run
    }
}
