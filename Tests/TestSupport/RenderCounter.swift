#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The counter that `scripts/test-render` loads in front of the test program, for one thread.
package struct RenderCounter {
    private typealias Switch = @convention(c) () -> Void
    private typealias Count = @convention(c) () -> Int

    private let enter: Switch
    private let leave: Switch
    private let allocations: Count
    private let frees: Count
    private let locks: Count
    private let allocationsBefore: Int
    private let freesBefore: Int
    private let locksBefore: Int

    /// Whether the counter has been loaded.
    package static var isLoaded: Bool { symbol("render_counter_enter") != nil }

    /// - Returns: `nil` where the counter is not loaded.
    package init?() {
        guard let enter = Self.symbol("render_counter_enter"),
            let leave = Self.symbol("render_counter_leave"),
            let allocations = Self.symbol("render_counter_allocations"),
            let frees = Self.symbol("render_counter_frees"),
            let locks = Self.symbol("render_counter_locks")
        else { return nil }
        self.enter = unsafeBitCast(enter, to: Switch.self)
        self.leave = unsafeBitCast(leave, to: Switch.self)
        self.allocations = unsafeBitCast(allocations, to: Count.self)
        self.frees = unsafeBitCast(frees, to: Count.self)
        self.locks = unsafeBitCast(locks, to: Count.self)
        allocationsBefore = self.allocations()
        freesBefore = self.frees()
        locksBefore = self.locks()
    }

    private static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
        dlsym(nil, name)
    }

    /// The allocations, frees and locks within `watch` on the thread that made the counter.
    package var allocationCount: Int { allocations() - allocationsBefore }
    package var freeCount: Int { frees() - freesBefore }
    package var lockCount: Int { locks() - locksBefore }

    /// Counts what the body does on this thread.
    package func watch(_ body: () -> Void) {
        enter()
        body()
        leave()
    }
}
