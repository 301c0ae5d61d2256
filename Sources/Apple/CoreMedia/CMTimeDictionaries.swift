// Times as strings, dictionaries and `NSValue`s.

/// Dictionary key of a time's value.
public var kCMTimeValueKey: NSString { "value" }
/// Dictionary key of a time's timescale.
public var kCMTimeScaleKey: NSString { "timescale" }
/// Dictionary key of a time's epoch.
public var kCMTimeEpochKey: NSString { "epoch" }
/// Dictionary key of a time's flags.
public var kCMTimeFlagsKey: NSString { "flags" }
/// Dictionary key of a range's start.
public var kCMTimeRangeStartKey: NSString { "start" }
/// Dictionary key of a range's duration.
public var kCMTimeRangeDurationKey: NSString { "duration" }
/// Dictionary key of a mapping's source.
public var kCMTimeMappingSourceKey: NSString { "source" }
/// Dictionary key of a mapping's target.
public var kCMTimeMappingTargetKey: NSString { "target" }

// MARK: Descriptions

/// The text that `CMTimeShow` prints.
@discardableResult
public func CMTimeCopyDescription(allocator: CFAllocator?, time: CMTime) -> NSString? {
    NSString(string: time.description)
}

/// The text that `CMTimeRangeShow` prints.
@discardableResult
public func CMTimeRangeCopyDescription(allocator: CFAllocator?, range: CMTimeRange) -> NSString? {
    NSString(string: range.description)
}

/// The text that `CMTimeMappingShow` prints.
@discardableResult
public func CMTimeMappingCopyDescription(
    allocator: CFAllocator?, mapping: CMTimeMapping
) -> NSString? {
    NSString(string: mapping.description)
}

/// Prints a time to standard error.
public func CMTimeShow(_ time: CMTime) { show(time) }

/// Prints a range to standard error.
public func CMTimeRangeShow(_ range: CMTimeRange) { show(range) }

/// Prints a mapping to standard error.
public func CMTimeMappingShow(_ mapping: CMTimeMapping) { show(mapping) }

private func show(_ what: some CustomStringConvertible) {
    FileHandle.standardError.write(Data("\(what)\n".utf8))
}

// MARK: Dictionaries

/// Converts a time to a dictionary of numbers with the keys `kCMTimeValueKey`, `kCMTimeScaleKey`,
/// `kCMTimeEpochKey` and `kCMTimeFlagsKey`.
@discardableResult
public func CMTimeCopyAsDictionary(_ time: CMTime, allocator: CFAllocator?) -> NSDictionary? {
    [
        kCMTimeValueKey: NSNumber(value: time.value),
        kCMTimeScaleKey: NSNumber(value: time.timescale),
        kCMTimeEpochKey: NSNumber(value: time.epoch),
        kCMTimeFlagsKey: NSNumber(value: time.flags.rawValue),
    ] as NSDictionary
}

/// Makes a time from a dictionary of `CMTimeCopyAsDictionary`.
///
/// - Returns: An invalid time for `nil`, and for a missing or unsuitable number.
@discardableResult
public func CMTimeMakeFromDictionary(_ dictionaryRepresentation: NSDictionary?) -> CMTime {
    guard let dictionary = dictionaryRepresentation,
        let value = integer(dictionary, kCMTimeValueKey, Int64.self),
        let timescale = integer(dictionary, kCMTimeScaleKey, Int32.self),
        let epoch = integer(dictionary, kCMTimeEpochKey, Int64.self),
        let flags = integer(dictionary, kCMTimeFlagsKey, UInt32.self)
    else { return .invalid }
    return CMTime(
        value: value, timescale: timescale, flags: CMTimeFlags(rawValue: flags), epoch: epoch)
}

private func integer<Number: FixedWidthInteger>(
    _ dictionary: NSDictionary, _ key: NSString, _ type: Number.Type
) -> Number? {
    (dictionary[key] as? NSNumber).flatMap { Number(exactly: $0.int64Value) }
}

/// Converts a range to a dictionary of times with the keys `kCMTimeRangeStartKey` and
/// `kCMTimeRangeDurationKey`.
@discardableResult
public func CMTimeRangeCopyAsDictionary(
    _ range: CMTimeRange, allocator: CFAllocator?
) -> NSDictionary? {
    pair(
        (kCMTimeRangeStartKey, CMTimeCopyAsDictionary(range.start, allocator: allocator)),
        (kCMTimeRangeDurationKey, CMTimeCopyAsDictionary(range.duration, allocator: allocator)))
}

/// Makes a range from a dictionary of `CMTimeRangeCopyAsDictionary`; invalid for any other.
@discardableResult
public func CMTimeRangeMakeFromDictionary(
    _ dictionaryRepresentation: NSDictionary
) -> CMTimeRange {
    CMTimeRange(
        start: CMTimeMakeFromDictionary(
            dictionaryRepresentation[kCMTimeRangeStartKey] as? NSDictionary),
        duration: CMTimeMakeFromDictionary(
            dictionaryRepresentation[kCMTimeRangeDurationKey] as? NSDictionary))
}

/// Converts a mapping to a dictionary of ranges with the keys `kCMTimeMappingSourceKey` and
/// `kCMTimeMappingTargetKey`.
@discardableResult
public func CMTimeMappingCopyAsDictionary(
    _ mapping: CMTimeMapping, allocator: CFAllocator?
) -> NSDictionary? {
    pair(
        (
            kCMTimeMappingSourceKey,
            CMTimeRangeCopyAsDictionary(mapping.source, allocator: allocator)
        ),
        (kCMTimeMappingTargetKey, CMTimeRangeCopyAsDictionary(mapping.target, allocator: allocator))
    )
}

/// Makes a mapping from a dictionary of `CMTimeMappingCopyAsDictionary`; invalid for any other.
@discardableResult
public func CMTimeMappingMakeFromDictionary(
    _ dictionaryRepresentation: NSDictionary
) -> CMTimeMapping {
    func range(_ key: NSString) -> CMTimeRange {
        (dictionaryRepresentation[key] as? NSDictionary)
            .map { CMTimeRangeMakeFromDictionary($0) } ?? .invalid
    }
    return CMTimeMapping(
        source: range(kCMTimeMappingSourceKey), target: range(kCMTimeMappingTargetKey))
}

private func pair(
    _ first: (NSString, NSDictionary?), _ second: (NSString, NSDictionary?)
) -> NSDictionary? {
    guard let one = first.1, let other = second.1 else { return nil }
    return [first.0: one, second.0: other] as NSDictionary
}

// MARK: Values

extension NSValue {
    // Linux's Foundation accepts byte arrays, but no structures except its own.
    private static let timeType = "[24C]"
    private static let rangeType = "[48C]"
    private static let mappingType = "[96C]"

    /// Wraps a time.
    public convenience init(time: CMTime) {
        var time = time
        self.init(bytes: &time, objCType: Self.timeType)
    }

    /// Wraps a range.
    public convenience init(timeRange: CMTimeRange) {
        var range = timeRange
        self.init(bytes: &range, objCType: Self.rangeType)
    }

    /// Wraps a mapping.
    public convenience init(timeMapping: CMTimeMapping) {
        var mapping = timeMapping
        self.init(bytes: &mapping, objCType: Self.mappingType)
    }

    /// The wrapped time; invalid for a value of another kind.
    public var timeValue: CMTime { content(Self.timeType, CMTime.invalid) }

    /// The wrapped range; invalid for a value of another kind.
    public var timeRangeValue: CMTimeRange { content(Self.rangeType, CMTimeRange.invalid) }

    /// The wrapped mapping; invalid for a value of another kind.
    public var timeMappingValue: CMTimeMapping { content(Self.mappingType, CMTimeMapping.invalid) }

    /// - Parameter type: An encoding with the size of `Content`.
    private func content<Content: BitwiseCopyable>(_ type: String, _ other: Content) -> Content {
        guard String(cString: objCType) == type else { return other }
        var content = other
        getValue(&content)
        return content
    }
}
