import CoreMedia
public import Dispatch
public import Foundation
import MediaPlayback
import MediaSources
import SoundClient
import SoundRuntime
import Synchronization

/// Is told of an output's changes.
public protocol AVPlayerItemOutputPushDelegate: NSObjectProtocol {
    /// The position was moved: what was told is over.
    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPushDelegate {
    /// Does nothing.
    public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}

/// Receives metadata of an item, such as the titles of a radio station.
public protocol AVPlayerItemMetadataOutputPushDelegate: AVPlayerItemOutputPushDelegate {
    /// Metadata are played now.
    ///
    /// - Parameters:
    ///   - groups: In the order of their times.
    ///   - track: The track that has them; `nil` for what is told beside all tracks.
    func metadataOutput(
        _ output: AVPlayerItemMetadataOutput,
        didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup], from track: AVPlayerItemTrack?
    )
}

extension AVPlayerItemMetadataOutputPushDelegate {
    /// Does nothing.
    public func metadataOutput(
        _ output: AVPlayerItemMetadataOutput,
        didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup], from track: AVPlayerItemTrack?
    ) {}
}

/// Gives an item's metadata to a delegate when they are played, not when they arrive. Any thread.
///
/// Ownership: a mutex guards the receiver.
open class AVPlayerItemMetadataOutput: AVPlayerItemOutput, @unchecked Sendable {
    /// The delegate and its queue, which are only passed on to that queue.
    ///
    /// Ownership: the delegate is called on its queue alone.
    private struct Receiver: @unchecked Sendable {
        weak var delegate: (any AVPlayerItemMetadataOutputPushDelegate)?
        var queue: DispatchQueue?
        var deliver: MediaTimeObserver.Deliver?
        var advanceInterval = 0.0
    }

    private let receiver = Mutex(Receiver())
    private let identifiers: Set<String>?

    /// Makes an output of all metadata.
    public convenience override init() {
        self.init(identifiers: nil)
    }

    /// Makes an output of some metadata.
    ///
    /// - Parameter identifiers: Raw values of `AVMetadataIdentifier`; `nil` for all.
    public init(identifiers: [String]?) {
        self.identifiers = identifiers.map { Set($0) }
        super.init()
    }

    /// Sets the receiver, which is not retained.
    ///
    /// - Parameter delegateQueue: A serial queue; `nil` for the main queue.
    open func setDelegate(
        _ delegate: (any AVPlayerItemMetadataOutputPushDelegate)?,
        queue delegateQueue: DispatchQueue?
    ) {
        let new = Receiver(
            delegate: delegate, queue: delegateQueue,
            deliver: delivery(on: delegateQueue, of: currentApp(isForSound: false)))
        receiver.withLock { receiver in
            let interval = receiver.advanceInterval
            receiver = new
            receiver.advanceInterval = interval
        }
    }

    /// The receiver.
    open var delegate: (any AVPlayerItemMetadataOutputPushDelegate)? {
        receiver.withLock { $0.delegate }
    }

    /// The receiver's queue.
    open var delegateQueue: DispatchQueue? { receiver.withLock { $0.queue } }

    /// How many seconds metadata are told before they are played; kept only: they are told when they
    /// are played.
    open var advanceIntervalForDelegateInvocation: TimeInterval {
        get { receiver.withLock { $0.advanceInterval } }
        set { receiver.withLock { $0.advanceInterval = newValue } }
    }

    // MARK: Events

    override func take(_ metadata: [MediaMetadata], at time: MediaTime, of item: AVPlayerItem) {
        let items = metadataItems(metadata, at: time).filter { item in
            guard let identifiers else { return true }
            return item.identifier.map { identifiers.contains($0.rawValue) } ?? false
        }
        guard !items.isEmpty else { return }
        let group = AVTimedMetadataGroup(
            items: items, timeRange: CMTimeRange(start: CMTime(time), duration: .indefinite))
        deliver(of: item) { output, delegate in
            delegate.metadataOutput(output, didOutputTimedMetadataGroups: [group], from: nil)
        }
    }

    override func flush(of item: AVPlayerItem) {
        deliver(of: item) { output, delegate in delegate.outputSequenceWasFlushed(output) }
    }

    private func deliver(
        of item: AVPlayerItem,
        _ body:
            @escaping @Sendable (
                AVPlayerItemMetadataOutput, any AVPlayerItemMetadataOutputPushDelegate
            ) -> Void
    ) {
        let (delegate, deliver) = receiver.withLock { ($0.delegate, $0.deliver) }
        guard delegate != nil else { return }
        let call: @Sendable () -> Void = { [weak self] in
            guard let self, let delegate = self.delegate else { return }
            body(self, delegate)
        }
        if let deliver { deliver(call) } else { item.app.environment.onMain(call) }
    }
}

/// What a stream tells at a time, as items.
func metadataItems(_ metadata: [MediaMetadata], at time: MediaTime?) -> [AVMetadataItem] {
    metadata.flatMap { MetadataValues.list($0) }.map { values in
        var values = values
        if let time { values.time = CMTime(time) }
        return AVMetadataItem(values)
    }
}
