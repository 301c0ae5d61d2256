public import CoreMedia
public import Foundation
import Synchronization

/// A group of metadata items. Any thread.
///
/// Ownership: a mutex guards the items.
open class AVMetadataGroup: NSObject, @unchecked Sendable {
    private let storedItems: Mutex<[AVMetadataItem]>

    init(_ items: [AVMetadataItem]) {
        storedItems = Mutex(items)
        super.init()
    }

    /// The items of the group.
    open internal(set) var items: [AVMetadataItem] {
        get { storedItems.withLock { $0 } }
        set { storedItems.withLock { $0 = newValue } }
    }

    /// An identifier of the group; groups here have none.
    open var uniqueID: String? { nil }
}

/// Metadata items of a part of the media's time. Any thread.
///
/// Ownership: a mutex guards the range.
open class AVTimedMetadataGroup: AVMetadataGroup, NSCopying, NSMutableCopying, @unchecked Sendable {
    private let storedRange: Mutex<CMTimeRange>

    /// Makes a group.
    public init(items: [AVMetadataItem], timeRange: CMTimeRange) {
        storedRange = Mutex(timeRange)
        super.init(items)
    }

    /// The time of the media in which the items apply.
    open internal(set) var timeRange: CMTimeRange {
        get { storedRange.withLock { $0 } }
        set { storedRange.withLock { $0 = newValue } }
    }

    /// A group with the same items.
    open func copy(with zone: NSZone? = nil) -> Any {
        AVTimedMetadataGroup(items: items, timeRange: timeRange)
    }

    /// A group with the same items, which can be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        AVMutableTimedMetadataGroup(items: items, timeRange: timeRange)
    }
}

/// A group of metadata items that can be changed. One thread at a time.
///
/// Ownership: mutexes guard the values.
open class AVMutableTimedMetadataGroup: AVTimedMetadataGroup, @unchecked Sendable {
    /// The items of the group.
    open override var items: [AVMetadataItem] {
        get { super.items }
        set { super.items = newValue }
    }

    /// The time of the media in which the items apply.
    open override var timeRange: CMTimeRange {
        get { super.timeRange }
        set { super.timeRange = newValue }
    }
}
