import Foundation
public import KeyValueObserving
import MediaPlayback
import SoundClient
import Synchronization

extension AVPlayer: KeyValueObservable {}

extension KeyValueObservable where Self: AVPlayer {
    /// The properties of a player that can be observed, in an order that stays.
    public static var notifyingKeyPaths: [AnyKeyPath] {
        [
            \Self.status, \Self.error, \Self.rate, \Self.timeControlStatus,
            \Self.reasonForWaitingToPlay, \Self.currentItem, \Self.defaultRate,
            \Self.automaticallyWaitsToMinimizeStalling, \Self.actionAtItemEnd, \Self.volume,
            \Self.isMuted,
        ]
    }
}

// MARK: Events

extension AVPlayer {
    /// Notes the looper that fills the queue.
    func setLooper(_ looper: AVPlayerLooper) {
        settings.withLock { $0.looper = looper }
    }

    func receive(_ event: MediaPlayerEvent) {
        switch event {
        case .status:
            if core.failure != nil { didSet(\.error, to: error) }
            didSet(\.status, to: status)
        case .currentItem:
            heldItems.prune(core)
            didSet(\.currentItem, to: currentItem)
        case .items:
            heldItems.prune(core)
            didChange()
            settings.withLock { $0.looper }?.queueChanged()
        case .rate: didSet(\.rate, to: rate)
        case .timeControlStatus: didSet(\.timeControlStatus, to: timeControlStatus)
        case .waitingReason: didSet(\.reasonForWaitingToPlay, to: reasonForWaitingToPlay)
        case .rateChanged(let reason):
            let info = reason.map { [Self.rateDidChangeReasonKey: RateDidChangeReason($0)] }
            app.environment.onMain { [weak self] in
                guard let self else { return }
                NotificationCenter.default.post(Self.rateDidChangeNotification, self, info)
            }
        }
    }
}
