import AudioModel
import Synchronization

/// The simulated app that the running code belongs to, if any.
public enum CurrentApp {
    /// The app, set by the simulator around every call into an app's code; `nil` in a real process.
    public static var simulated: AppSound? {
        isSimulating.load(ordering: .relaxed) ? ofTask : nil
    }

    @TaskLocal private static var ofTask: AppSound?

    /// Whether this process ever ran code as a simulated app's. Reading the task-local value takes
    /// 20 ns, which a real app does not pay in every call of Dispatch's or Foundation's functions.
    private static let isSimulating = Atomic<Bool>(false)

    /// Runs `body` as code of a simulated app; `nil` for the process's own app.
    public static func run<Value>(
        as app: AppSound?, _ body: () throws -> Value
    ) rethrows -> Value {
        if app != nil { isSimulating.store(true, ordering: .relaxed) }
        return try $ofTask.withValue(app, operation: body)
    }

    /// Runs `body` as code of a simulated app, on the caller's actor.
    @_disfavoredOverload
    public static func run<Value>(
        as app: AppSound, isolation: isolated (any _Concurrency.Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async rethrows -> Value {
        isSimulating.store(true, ordering: .relaxed)
        return try await $ofTask.withValue(app, operation: body, isolation: isolation)
    }

    /// Whether the code runs on that app's simulated main thread, which is not a thread of the
    /// machine.
    @TaskLocal public static var isOnSimulatedMain = false

    /// Runs `body` as an app's code in the calling task, which sleeps on the machine's clock: it is
    /// the task that lets the phone's time pass.
    package static func runInTaskOfTest<Value>(
        isolation: isolated (any _Concurrency.Actor)? = #isolation, _ body: () async throws -> Value
    ) async rethrows -> Value {
        let task = withUnsafeCurrentTask { $0?.hashValue }
        return try await $taskOfTest.withValue(task, operation: body, isolation: isolation)
    }

    /// Whether the calling task is one that runs an app's code for a test.
    package static var isTaskOfTest: Bool {
        guard let taskOfTest else { return false }
        return withUnsafeCurrentTask { $0?.hashValue } == taskOfTest
    }

    @TaskLocal private static var taskOfTest: Int?
}
