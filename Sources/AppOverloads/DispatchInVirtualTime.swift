import AudioModel
import Foundation
import SoundClient
import SoundRuntime

// A simulated app's time is not the machine's, so what its code gives to a dispatch queue may not
// wait there. Calls without a group, a class of service or flags find these functions; outside a
// simulated phone they pass straight on to Dispatch's own.

extension DispatchQueue {
    /// Runs `work` later: in a simulated app at the same moment of the phone's time, on its main
    /// thread for the main queue, else on a thread of its library's.
    @preconcurrency
    public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {
        guard let app = CurrentApp.simulated else { return async(group: nil, execute: work) }
        if isMain {
            app.environment.onMain(work)
        } else {
            app.environment.onQueue(work)
        }
    }

    /// Runs `work` at a time: in a simulated app when the phone's time has come, to the next
    /// hundredth of a second, because the machine's clock has moved on since `deadline` was made.
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

/// How far a deadline lies ahead, in whole hundredths of a second.
private func virtualDelay(until deadline: DispatchTime) -> HostInterval {
    let now = DispatchTime.now().uptimeNanoseconds
    let (nanoseconds, isPast) = deadline.uptimeNanoseconds.subtractingReportingOverflow(now)
    guard !isPast else { return .zero }
    let hundredths = nanoseconds / 10_000_000 + (nanoseconds % 10_000_000 > 0 ? 1 : 0)
    let (whole, isEndless) = hundredths.multipliedReportingOverflow(by: 10_000_000)
    return HostInterval(nanoseconds: isEndless ? .max : Int64(clamping: whole))
}
