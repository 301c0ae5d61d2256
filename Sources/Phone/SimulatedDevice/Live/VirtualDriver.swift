package import AudioModel
import SoundClient

/// A live phone in virtual time: time passes only by `advance`, and the same calls give the same
/// samples, which are not played.
///
/// One thread at a time.
package final class VirtualDriver {
    package let world: LiveEnvironment
    private let loop = EventLoop()
    private weak var phone: LivePhone?
    private var refillRequests: [AppSound] = []
    private var block = [Float](repeating: 0, count: 2 * OutputFrames.blockFrames)

    package init() {
        world = LiveEnvironment(clock: loop, environment: loop)
        loop.device = self
    }

    /// Runs what is due now: the phone's deadlines before the apps' reactions, as in a story.
    package func settle() { loop.prepareForAct() }

    /// Lets time pass, with everything that is due.
    ///
    /// - Parameter phone: The phone that is heard; `nil` for a device without built-in apps.
    package func advance(by interval: HostInterval, _ phone: LivePhone?) {
        self.phone = phone
        loop.advance(to: loop.now + interval)
        loop.prepareForAct()
    }
}

extension VirtualDriver: RenderedDevice {
    func render(_ frames: Range<Int>) {
        for sound in phone?.audibleLibraries ?? [] {
            let wantsService = block.withUnsafeMutableBufferPointer { block in
                sound.output.render(into: block.baseAddress!, frameCount: frames.count)
            }
            if wantsService { refillRequests.append(sound) }
        }
    }

    func reactToSound() {
        let requests = refillRequests
        refillRequests = []
        for sound in requests { sound.output.service() }
    }

    func finishBlock(upTo frame: Int) {}

    func didSettle() {}
}
