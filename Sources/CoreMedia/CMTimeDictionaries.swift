// Times as objects: descriptions, dictionaries and values.

public var kCMTimeValueKey: NSString { "value" }
public var kCMTimeScaleKey: NSString { "timescale" }
public var kCMTimeEpochKey: NSString { "epoch" }
public var kCMTimeFlagsKey: NSString { "flags" }
public var kCMTimeRangeStartKey: NSString { "start" }
public var kCMTimeRangeDurationKey: NSString { "duration" }
public var kCMTimeMappingSourceKey: NSString { "source" }
public var kCMTimeMappingTargetKey: NSString { "target" }

// MARK: Descriptions

/// Gives what `CMTimeShow` writes.
@discardableResult
public func CMTimeCopyDescription(allocator: CFAllocator?, time: CMTime) -> NSString? {
    NSString(string: time.description)
}

/// Gives what `CMTimeRangeShow` writes.
@discardableResult
public func CMTimeRangeCopyDescription(allocator: CFAllocator?, range: CMTimeRange) -> NSString? {
    NSString(string: range.description)
}

/// Gives what `CMTimeMappingShow` writes.
@discardableResult
public func CMTimeMappingCopyDescription(
    allocator: CFAllocator?, mapping: CMTimeMapping
) -> NSString? {
    NSString(string: mapping.description)
}

/// Writes a time to standard error.
public func CMTimeShow(_ time: CMTime) { show(time) }

/// Writes a range to standard error.
public func CMTimeRangeShow(_ range: CMTimeRange) { show(range) }

/// Writes a mapping to standard error.
public func CMTimeMappingShow(_ mapping: CMTimeMapping) { show(mapping) }

private func show(_ what: some CustomStringConvertible) {
    FileHandle.standardError.write(Data("\(what)\n".utf8))
}

// MARK: Dictionaries

/// Gives a time as numbers under `kCMTimeValueKey`, `kCMTimeScaleKey`, `kCMTimeEpochKey` and
/// `kCMTimeFlagsKey`.
@discardableResult
public func CMTimeCopyAsDictionary(_ time: CMTime, allocator: CFAllocator?) -> NSDictionary? {
    [
        kCMTimeValueKey: NSNumber(value: time.value),
        kCMTimeScaleKey: NSNumber(value: time.timescale),
        kCMTimeEpochKey: NSNumber(value: time.epoch),
        kCMTimeFlagsKey: NSNumber(value: time.flags.rawValue),
    ] as NSDictionary
}

/// Makes a time of a dictionary that `CMTimeCopyAsDictionary` gives.
///
/// - Returns: An invalid time for `nil`, or where a number is missing or does not fit.
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

/// Gives a range as dictionaries of times under `kCMTimeRangeStartKey` and
/// `kCMTimeRangeDurationKey`.
@discardableResult
public func CMTimeRangeCopyAsDictionary(
    _ range: CMTimeRange, allocator: CFAllocator?
) -> NSDictionary? {
    pair(
        (kCMTimeRangeStartKey, CMTimeCopyAsDictionary(range.start, allocator: allocator)),
        (kCMTimeRangeDurationKey, CMTimeCopyAsDictionary(range.duration, allocator: allocator)))
}

/// Makes a range of a dictionary that `CMTimeRangeCopyAsDictionary` gives; invalid for another.
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

/// Gives a mapping as dictionaries of ranges under `kCMTimeMappingSourceKey` and
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

/// Makes a mapping of a dictionary that `CMTimeMappingCopyAsDictionary` gives; invalid for another.
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
    // Linux's Foundation takes arrays of bytes, but no structures but its own.
    private static let timeType = "[24C]"
    private static let rangeType = "[48C]"
    private static let mappingType = "[96C]"

    public convenience init(time: CMTime) {
        var time = time
        self.init(bytes: &time, objCType: Self.timeType)
    }

    public convenience init(timeRange: CMTimeRange) {
        var range = timeRange
        self.init(bytes: &range, objCType: Self.rangeType)
    }

    public convenience init(timeMapping: CMTimeMapping) {
        var mapping = timeMapping
        self.init(bytes: &mapping, objCType: Self.mappingType)
    }

    /// The time that it was made with; invalid for a value of another kind.
    public var timeValue: CMTime { content(Self.timeType, CMTime.invalid) }

    /// The range that it was made with; invalid for a value of another kind.
    public var timeRangeValue: CMTimeRange { content(Self.rangeType, CMTimeRange.invalid) }

    /// The mapping that it was made with; invalid for a value of another kind.
    public var timeMappingValue: CMTimeMapping { content(Self.mappingType, CMTimeMapping.invalid) }

    /// - Parameter type: What has the size of `Content`.
    private func content<Content: BitwiseCopyable>(_ type: String, _ other: Content) -> Content {
        guard String(cString: objCType) == type else { return other }
        var content = other
        getValue(&content)
        return content
    }
}
