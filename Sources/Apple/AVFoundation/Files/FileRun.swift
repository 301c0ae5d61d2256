/// How far a reader or a writer of assets is.
protocol FileRunStatus: Equatable, Sendable {
    static var unknown: Self { get }
    /// Samples can be read or appended.
    static var running: Self { get }
    static var completed: Self { get }
    static var failed: Self { get }
    static var cancelled: Self { get }
}

extension AVAssetReader.Status: FileRunStatus {
    static var running: Self { .reading }
}

extension AVAssetWriter.Status: FileRunStatus {
    static var running: Self { .writing }
}

/// The life of a reader or a writer, which runs once: what is over stays as it ended.
struct FileRun<Status: FileRunStatus> {
    private(set) var status = Status.unknown
    /// Why it has failed; `nil` unless it has.
    private(set) var error: (any Error)?
    /// Whether the app has started or cancelled it.
    private(set) var hasStarted = false

    private var isOver: Bool { status != .unknown && status != .running }

    /// - Returns: Whether it is the first start.
    mutating func start() -> Bool {
        defer { hasStarted = true }
        return !hasStarted
    }

    /// - Returns: Whether it runs: it may have been cancelled meanwhile.
    mutating func run() -> Bool {
        guard status == .unknown else { return false }
        status = .running
        return true
    }

    /// - Returns: Whether it ran.
    mutating func complete() -> Bool {
        guard status == .running else { return false }
        status = .completed
        return true
    }

    /// - Returns: Whether it was not over.
    mutating func fail(_ error: any Error) -> Bool {
        guard !isOver else { return false }
        (status, self.error) = (.failed, error)
        return true
    }

    /// - Returns: Whether it ran.
    mutating func cancel() -> Bool {
        defer {
            if !isOver { status = .cancelled }
            hasStarted = true
        }
        return status == .running
    }
}
