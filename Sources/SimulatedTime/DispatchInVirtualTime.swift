import AudioModel
public import Foundation
import SoundClient
import SoundRuntime

// A simulated app has virtual time, so blocks that its code submits to a dispatch queue must not
// wait for the machine's clock. These overloads match calls without a group, a quality of service
// or flags; outside a simulated phone they forward to Dispatch's own functions.

extension DispatchQueue {
    /// Submits `work`. In a simulated app it runs at the present virtual time, on the app's main
    /// thread for the main queue, and on a thread of the app's library for all others.
    @preconcurrency
    public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {
        guard let app = CurrentApp.simulated else { return async(group: nil, execute: work) }
        if isMain {
            app.environment.onMain(work)
        } else {
            app.environment.onQueue(work)
        }
    }

    /// Submits `work` for a deadline. In a simulated app it runs at the virtual time of the
    /// deadline, rounded up to 10 ms because the machine's clock has advanced since `deadline` was
    /// made.
    @preconcurrency
    public func asyncAfter(
        deadline: DispatchTime, execute work: @escaping @Sendable @convention(block) () -> Void
    ) {
        guard let app = CurrentApp.simulated else {
            return asyncAfter(deadline: deadline, qos: .unspecified, execute: work)
        }
        let isMain = isMain
        let environment = app.environment
        environment.after(virtualDelay(until: deadline)) {
            if isMain {
                environment.onMain(work)
            } else {
                work()
            }
        }
    }
}

/// Returns the time until a deadline, rounded up to 10 ms.
private func virtualDelay(until deadline: DispatchTime) -> HostInterval {
    let now = DispatchTime.now().uptimeNanoseconds
    let (nanoseconds, isPast) = deadline.uptimeNanoseconds.subtractingReportingOverflow(now)
    guard !isPast else { return .zero }
    let hundredths = nanoseconds / 10_000_000 + (nanoseconds % 10_000_000 > 0 ? 1 : 0)
    let (whole, isEndless) = hundredths.multipliedReportingOverflow(by: 10_000_000)
    return HostInterval(nanoseconds: isEndless ? .max : Int64(clamping: whole))
}
