import AudioModel
import SoundClient
import SoundServer

/// A live phone in virtual time: time passes only by `advance`, and the same calls give the same
/// samples, which are not played.
///
/// One thread at a time.
package final class VirtualDriver {
    package let world: LiveEnvironment
    private let clock = VirtualClock()
    private let environment: VirtualEnvironment
    private var frame = 0
    private var block = [Float](repeating: 0, count: 2 * OutputFrames.blockFrames)

    package init() {
        environment = VirtualEnvironment(clock: clock)
        world = LiveEnvironment(clock: clock, environment: environment)
    }

    /// Runs what is due now: the phone's deadlines before the apps' reactions, as in a story.
    package func settle() {
        clock.fire()
        environment.beginMoment()
        environment.runDue(beforeTimer: clock.fire)
    }

    /// Lets time pass, with everything that is due.
    package func advance(by interval: HostInterval, _ phone: LivePhone) {
        let end = clock.now + interval
        settle()
        while true {
            let due = [clock.deadline, environment.nextTimer].compactMap { $0 }.min()
            let next = max(min(due ?? end, end), clock.now)
            render(to: OutputFrames.index(at: next), phone)
            clock.advance(to: max(next, clock.now))
            guard let due, due <= end else { return }
            settle()
        }
    }

    private func render(to end: Int, _ phone: LivePhone) {
        while frame < end {
            let blockEnd = (frame / OutputFrames.blockFrames + 1) * OutputFrames.blockFrames
            let count = min(end, blockEnd) - frame
            frame += count
            let attention = phone.sounding.filter { sound in
                block.withUnsafeMutableBufferPointer { block in
                    sound.output.render(into: block.baseAddress!, frameCount: count)
                }
            }
            clock.advance(to: max(OutputFrames.time(of: frame), clock.now))
            for sound in attention { sound.output.attend() }
            settle()
        }
    }
}
