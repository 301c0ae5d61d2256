package import AudioEffects
package import AudioGraph
package import AudioModel
package import SoundClient
package import SoundMixer
import Synchronization

/// One run of an engine on the hardware, from a start to the stop: the graph is rendered ahead of
/// the device, on a work queue, into the feed of a stream of the app.
///
/// The app's blocks are therefore never called on the device's render thread.
///
/// Ownership: the work queue renders, and owns the buffer and `cycleTime`; `progress` is guarded by
/// its mutex, and the rest is constant.
package final class LiveRun: @unchecked Sendable {
    /// Renders the next frames: `frameCount` of all channels, of which the first has the number
    /// `sampleTime` and reaches the device at `hostTime`.
    package typealias Render =
        @Sendable (
            _ output: PlanarSamples, _ frameCount: Int, _ sampleTime: Int64, _ hostTime: HostTime
        ) -> GraphRenderer.Outcome

    private let render: Render
    /// The queue on which the graph is rendered.
    package let work: any WorkQueue
    private let environment: any AppEnvironment
    private let feed: VoiceFeedWriter
    private let samples: PlanarBuffer
    private let interleaved: UnsafeMutablePointer<Float>
    private let blockFrames: Int
    package let format: GraphFormat

    private struct Progress {
        /// The number of frames written to the feed.
        var written = 0
        var isActive = false
        var isScheduled = false
        /// The feed's underruns when it was filled last; `nil` before it has been filled once since
        /// a start.
        var knownUnderruns: Int?
        /// The time at which the feed's first frame would have reached the device, had it never
        /// been held.
        var origin: HostTime?
    }

    private let progress = Mutex(Progress())
    /// The number of the next frame in an engine without an output, where the input drives the
    /// graph.
    private var cycleTime: Int64 = 0

    /// Whether there is a device with a clock of its own, which is measured.
    private let followsDevice: Bool
    /// How far ahead of the device the graph is rendered.
    private let lead: Mutex<RenderLead>
    /// Returns the number of frames that the device takes at a time; 0 before it has taken any.
    private let deviceFrames: @Sendable () -> Int
    /// Returns the number of frames to render at a time; `nil` to follow the device.
    private let sliceFrames: @Sendable () -> Int?
    /// Returns the number of frames of a buffer of the session; `nil` while that is unknown.
    private let bufferFrames: @Sendable () -> Int?

    /// - Parameters:
    ///   - format: The format of the rendered frames.
    ///   - blockFrames: The largest number of frames to render at a time.
    ///   - followsDevice: Whether a device plays the frames by a clock of its own.
    ///   - deviceFrames: Returns the number of frames, at the graph's rate, that the device takes at
    ///     a time; 0 while that is unknown.
    ///   - sliceFrames: Returns the number of frames to render at a time; `nil` to follow the device.
    ///   - bufferFrames: Returns the number of frames of a buffer of the session, at the graph's rate,
    ///     which is how far ahead the graph is rendered; `nil` while that is unknown.
    package init(
        _ format: GraphFormat, blockFrames: Int, _ environment: any AppEnvironment,
        followsDevice: Bool,
        deviceFrames: @escaping @Sendable () -> Int,
        sliceFrames: @escaping @Sendable () -> Int? = { nil },
        bufferFrames: @escaping @Sendable () -> Int?, render: @escaping Render
    ) {
        self.followsDevice = followsDevice
        self.sliceFrames = sliceFrames
        self.bufferFrames = bufferFrames
        self.format = format
        self.render = render
        self.environment = environment
        self.blockFrames = blockFrames
        self.deviceFrames = deviceFrames
        work = environment.makeWorkQueue(label: "sori.avaudioengine.render")
        let lead = RenderLead(sampleRate: format.sampleRate, blockFramesMax: blockFrames)
        self.lead = Mutex(lead)
        // Twice the lead, because a held feed is filled again before it is read.
        feed = VoiceFeedWriter(
            channelCount: min(format.channelCount, 2), sampleRate: format.sampleRate,
            capacityFrames: 2 * lead.frameCountMax)
        samples = PlanarBuffer(channelCount: format.channelCount, capacity: blockFrames)
        interleaved = .allocate(capacity: 2 * blockFrames)
        interleaved.initialize(repeating: 0, count: 2 * blockFrames)
    }

    deinit { interleaved.deallocate() }

    /// The number of frames that have been rendered.
    package var writtenFrames: Int { progress.withLock { $0.written } }

    /// The number of frames that the device has taken.
    package var takenFrames: Int { feed.takenFrames }

    /// What the stream plays.
    package var source: VoiceSource { .feed(feed.reader) }

    // MARK: Control

    /// Starts the rendering. The first frames are rendered on the work queue.
    package func resume() {
        progress.withLock { progress in
            progress.isActive = true
            progress.origin = nil
            progress.knownUnderruns = nil
        }
    }

    /// Ends the rendering until `resume`: work that is scheduled later calls no block of the app.
    package func pause() { progress.withLock { $0.isActive = false } }

    /// Schedules `body` on the work queue, once for all calls until it runs.
    package func schedule(_ body: @escaping @Sendable () -> Void) {
        let isNew = progress.withLock { progress in
            defer { progress.isScheduled = true }
            return !progress.isScheduled
        }
        guard isNew else { return }
        work.async {
            self.progress.withLock { $0.isScheduled = false }
            body()
        }
    }

    // MARK: On the work queue

    /// Renders until the feed is far enough ahead of the device.
    ///
    /// - Parameter afterBlock: Called after each block.
    package func fill(afterBlock: @escaping @Sendable () -> Void) {
        let lead = currentLead()
        while let (written, hostTime) = nextBlock(lead) {
            let frameCount = lead.blockFrames
            let outcome = render(samples.samples, frameCount, Int64(written), hostTime)
            // Another thread has the renderer's turn, to reset a node.
            if outcome == .busy {
                schedule { [weak self] in self?.fill(afterBlock: afterBlock) }
                break
            }
            let channelCount = feed.channelCount
            for channel in 0..<channelCount {
                let source = samples.samples[channel]
                for frame in 0..<frameCount {
                    interleaved[frame &* channelCount &+ channel] = source[frame]
                }
            }
            let count = feed.write(interleaved, frameCount: frameCount)
            progress.withLock { $0.written += count }
            afterBlock()
        }
        let written = progress.withLock { progress -> Int? in
            guard progress.isActive else { return nil }
            progress.knownUnderruns = feed.underrunFrameCount
            return progress.written
        }
        // The next request comes when there is room for a block.
        let threshold = written.map { max($0 - lead.frameCount + lead.blockFrames, 0) }
        feed.setRefillThreshold(atFrame: threshold ?? .max)
    }

    /// Returns the lead for the device's current block size; a longer one after an underrun.
    private func currentLead() -> RenderLead {
        let (deviceFrames, slice, buffer) = (deviceFrames(), sliceFrames(), bufferFrames())
        let underruns = feed.underrunFrameCount
        let (isLate, written) = progress.withLock { progress in
            (progress.knownUnderruns.map { underruns > $0 } ?? false, progress.written)
        }
        return lead.withLock { lead in
            lead.sliceFrames = slice
            lead.bufferFrames = buffer
            lead.follow(deviceFrames: deviceFrames)
            if isLate { lead.grow(at: written) } else { lead.shrink(at: written) }
            return lead
        }
    }

    /// How late the work queue may be before the device's clock is taken as having jumped.
    private static let jitterSeconds = 0.004

    /// - Returns: The number of the next block's first frame and the time at which it reaches the
    ///   device; `nil` when the feed is full enough.
    private func nextBlock(_ lead: RenderLead) -> (written: Int, hostTime: HostTime)? {
        let (taken, underruns) = (feed.takenFrames, feed.underrunFrameCount)
        let now = environment.now
        return progress.withLock { progress in
            guard progress.isActive,
                progress.written - taken + lead.blockFrames <= lead.frameCount,
                feed.freeFrames >= lead.blockFrames
            else { return nil }
            let played = seconds(taken + underruns)
            var origin = progress.origin ?? now - .seconds(played)
            // A device takes a block at the time at which the first of its frames is played.
            if followsDevice, taken > 0 {
                let measured = now - .seconds(played) + .seconds(seconds(lead.deviceFrames))
                let isElsewhere = abs((measured - origin).seconds) > Self.jitterSeconds
                origin = isElsewhere ? measured : min(origin, measured)
            }
            progress.origin = origin
            return (progress.written, origin + .seconds(seconds(progress.written + underruns)))
        }
    }

    private func seconds(_ frames: Int) -> Double { Double(frames) / format.sampleRate }

    /// Renders what the captured frames of an input need, in an engine without an output.
    package func renderWithoutOutput(frameCount: Int, at time: HostTime) {
        guard progress.withLock({ $0.isActive }) else { return }
        var left = frameCount
        while left > 0 {
            let count = min(left, blockFrames)
            let outcome = render(samples.samples, count, cycleTime, time)
            guard outcome != .busy else { return }
            cycleTime += Int64(count)
            left -= count
        }
    }
}

extension LiveRun {
    /// Begins the stream of an app that plays the run.
    ///
    /// - Parameters:
    ///   - appVolume: The volume that the stream begins with.
    ///   - progressed: Called on a control thread when there is room for frames; must return quickly.
    ///   - held: Called on the work queue after the policy has paused the stream.
    ///   - ended: Called on the work queue after the stream has ended.
    /// - Returns: The number of the stream.
    /// - Throws: The session's refusal.
    package func startOutput(
        of app: AppSound, appVolume: Float = 1, progressed: @escaping @Sendable () -> Void,
        held: @escaping @Sendable () -> Void, ended: @escaping @Sendable () -> Void
    ) throws(SessionError) -> Int {
        let work = work
        return try app.startStream(
            .unit, source, appVolume: appVolume,
            watcher: StreamWatcher(
                progressed: progressed,
                transportChanged: { if $0 == .held { work.async(held) } })
        ) { _ in work.async(ended) }
    }

    /// Begins the recording of an app that the run takes sound of.
    ///
    /// - Parameters:
    ///   - onCapture: Called with the sound, on a control thread.
    ///   - held: Called on the work queue after the policy has paused the recording.
    ///   - ended: Called on the work queue after the recording has ended.
    /// - Returns: The number of the stream.
    /// - Throws: The session's refusal.
    package func startInput(
        of app: AppSound, voice: VoiceProcessing? = nil,
        onCapture: @escaping @Sendable (CapturedSound) -> Void,
        held: @escaping @Sendable () -> Void, ended: @escaping @Sendable () -> Void
    ) throws(SessionError) -> Int {
        let work = work
        return try app.startRecording(
            isLive: true, voice: voice, onCapture: onCapture,
            transportChanged: { if $0 == .held { work.async(held) } },
            ended: { _ in work.async(ended) })
    }
}
