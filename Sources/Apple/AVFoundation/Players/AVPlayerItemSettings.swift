public import CoreMedia
public import Foundation
import Synchronization

// Settings that have no effect here, and what is the same for all items.
extension AVPlayerItem {
    /// Where playback backwards ends; kept only, since nothing plays backwards.
    public var reversePlaybackEndTime: CMTime {
        get { state.withLock { $0.kept.reversePlaybackEndTime } }
        set { state.withLock { $0.kept.reversePlaybackEndTime = newValue } }
    }

    /// The wanted distance to the live edge; kept only.
    public var configuredTimeOffsetFromLive: CMTime {
        get { state.withLock { $0.kept.offsetFromLive } }
        set { state.withLock { $0.kept.offsetFromLive = newValue } }
    }

    /// The distance to the live edge that a playlist recommends; invalid: none is told.
    public var recommendedTimeOffsetFromLive: CMTime { .invalid }

    /// Whether the distance to the live edge is kept after a stall; kept only.
    public var automaticallyPreservesTimeOffsetFromLive: Bool {
        get { state.withLock { $0.kept.preservesOffsetFromLive } }
        set { state.withLock { $0.kept.preservesOffsetFromLive = newValue } }
    }

    /// Whether the first variant of a playlist is the one to start with, as it is; kept only.
    public var startsOnFirstEligibleVariant: Bool {
        get { state.withLock { $0.kept.startsOnFirstVariant } }
        set { state.withLock { $0.kept.startsOnFirstVariant = newValue } }
    }

    /// The highest bandwidth of a variant over costly networks; kept only.
    public var preferredPeakBitRateForExpensiveNetworks: Double {
        get { state.withLock { $0.kept.preferredPeakBitRateForExpensiveNetworks } }
        set { state.withLock { $0.kept.preferredPeakBitRateForExpensiveNetworks = newValue } }
    }

    /// Metadata that the app adds for the system's screens; kept only.
    public var externalMetadata: [AVMetadataItem] {
        get { state.withLock { $0.kept.externalMetadata } }
        set { state.withLock { $0.kept.externalMetadata = newValue } }
    }

    /// Whether the item can be played faster: always, when it is ready.
    public var canPlayFastForward: Bool { status == .readyToPlay }
    /// Whether the item can be played slower: always, when it is ready.
    public var canPlaySlowForward: Bool { status == .readyToPlay }
    /// Whether the item can be played backwards: never.
    public var canPlayReverse: Bool { false }
    /// Whether the item can be played backwards slowly: never.
    public var canPlaySlowReverse: Bool { false }
    /// Whether the item can be played backwards fast: never.
    public var canPlayFastReverse: Bool { false }
    /// Whether the item can be moved by frames of pictures: never.
    public var canStepForward: Bool { false }
    /// Whether the item can be moved back by frames of pictures: never.
    public var canStepBackward: Bool { false }
    /// The size of the pictures: zero, since none are shown.
    public var presentationSize: CGSize { .zero }
}
