import Realtime

// Apple's clock of host times, which Linux lacks and which apps use for times of audio nodes.

/// The result of a call of the kernel.
public typealias kern_return_t = Int32

/// The result of a successful call of the kernel.
public let KERN_SUCCESS: kern_return_t = 0

/// The fraction that turns host ticks into nanoseconds.
public struct mach_timebase_info_data_t: Sendable {
    public var numer: UInt32
    public var denom: UInt32

    public init(numer: UInt32 = 0, denom: UInt32 = 0) {
        self.numer = numer
        self.denom = denom
    }
}

/// Returns the host time in ticks, which are nanoseconds here: of the phone's clock in a simulated
/// app, otherwise of the machine's monotonic clock. Times of audio nodes and buffers use it too.
public func mach_absolute_time() -> UInt64 { UInt64(clamping: HostTimeNow.nanoseconds) }

/// Writes the fraction that turns ticks into nanoseconds: 1/1.
@discardableResult
public func mach_timebase_info(
    _ info: UnsafeMutablePointer<mach_timebase_info_data_t>
) -> kern_return_t {
    info.pointee = mach_timebase_info_data_t(numer: 1, denom: 1)
    return KERN_SUCCESS
}

/// Makes a fraction, as with the type's name in C.
public func mach_timebase_info(
    numer: UInt32 = 0, denom: UInt32 = 0
) -> mach_timebase_info_data_t {
    mach_timebase_info_data_t(numer: numer, denom: denom)
}
