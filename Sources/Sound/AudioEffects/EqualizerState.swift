import Realtime

/// A filter of an equaliser on its way to the newest numbers.
struct EqualizerFilter {
    var reader: UnsafeMutablePointer<LatestValueReader<StateVariableFilter>>?
    private(set) var target = StateVariableFilter.identity
    private var newest = StateVariableFilter.identity
    private var start = StateVariableFilter.identity
    private var rampFrames = 0
    private(set) var framesLeft = 0

    /// Whether the filter passes everything and has done so for long.
    var isIdle: Bool {
        @_noLocks @_noAllocation get { framesLeft == 0 && target.isIdentity }
    }

    /// Reads the newest numbers.
    ///
    /// - Parameter frameCount: The number of frames to get there; 0 jumps.
    @_noLocks @_noAllocation
    mutating func update(over frameCount: Int) {
        guard let reader else { return }
        let read = reader.pointee.read()
        if frameCount == 0 {
            (newest, start, target, framesLeft) = (read, read, read, 0)
            return
        }
        guard !(read == newest) else { return }
        let wasIdle = isIdle
        start = filter(at: 0)
        (newest, target) = (read, read)
        (rampFrames, framesLeft) = (frameCount, frameCount)
        // Where nothing is filtered, only the mix has to move.
        if wasIdle {
            (start.integratorGain, start.damping) = (read.integratorGain, read.damping)
        } else if read.isIdentity {
            (target.integratorGain, target.damping) = (start.integratorGain, start.damping)
        }
    }

    /// Returns the filter at a frame from now.
    @inline(__always) @_noLocks @_noAllocation
    func filter(at frame: Int) -> StateVariableFilter {
        let left = framesLeft &- frame
        guard left > 0 else { return target }
        return target.blended(with: start, Double(left) / Double(rampFrames))
    }

    @_noLocks @_noAllocation
    mutating func advance(by frameCount: Int) {
        framesLeft = max(framesLeft &- frameCount, 0)
    }
}

/// What an equaliser remembers, and its arithmetic.
struct EqualizerState {
    let filters: UnsafeMutablePointer<EqualizerFilter>
    private let bandCount: Int
    private let channelCount: Int
    private let rampFrames: Int
    /// The histories of all filters for the first pair of channels, then for the next.
    private let histories: UnsafeMutablePointer<FilterHistory>
    private let historyCount: Int
    /// Two channels of a chunk.
    private let chunk: UnsafeMutablePointer<SIMD2<Double>>
    private var gain = LinearRamp(at: 1)
    /// The part of the filtered sound; the rest is the unfiltered one.
    private var wet = LinearRamp(at: 1)
    /// Whether nothing has been processed, so that settings apply at once.
    private var isFresh = true
    /// The number of frames processed, modulo `chunkFrames`.
    private var phase = 0

    /// Histories are checked for denormal numbers after each of these chunks of frames, counted from the
    /// start so that the partition into blocks does not matter.
    private static let chunkFrames = 64

    init(bandCount: Int, channelCount: Int = 0, sampleRate: Double = 44100) {
        self.bandCount = bandCount
        self.channelCount = channelCount
        rampFrames = max(Int(sampleRate.asSampleRate * settingRampSeconds), 1)
        filters = .allocate(capacity: max(bandCount, 1))
        filters.initialize(repeating: EqualizerFilter(), count: max(bandCount, 1))
        historyCount = (channelCount + 1) / 2 * bandCount
        histories = .allocate(capacity: max(historyCount, 1))
        histories.initialize(repeating: FilterHistory(), count: max(historyCount, 1))
        chunk = .allocate(capacity: Self.chunkFrames)
        chunk.initialize(repeating: SIMD2(0, 0), count: Self.chunkFrames)
    }

    func deallocate() {
        filters.deallocate()
        histories.deallocate()
        chunk.deallocate()
    }

    mutating func reset() {
        clearHistories()
        isFresh = true
        phase = 0
    }

    @_noLocks @_noAllocation
    private func clearHistories() {
        histories.update(repeating: FilterHistory(), count: historyCount)
    }

    /// Starts moving to the newest settings.
    @_noLocks @_noAllocation
    mutating func update(gain newGain: Float, isBypassed: Bool) {
        let frames = isFresh ? 0 : rampFrames
        isFresh = false
        gain.move(to: newGain, over: frames)
        wet.move(to: isBypassed ? 0 : 1, over: frames)
        for index in 0..<bandCount { filters[index].update(over: frames) }
    }

    @_noLocks @_noAllocation
    mutating func process(_ samples: PlanarSamples, frameCount: Int) {
        var frame = 0
        while frame < frameCount {
            let count = min(frameCount &- frame, Self.chunkFrames &- phase)
            processChunk(samples, at: frame, count)
            frame &+= count
            phase &+= count
            if phase == Self.chunkFrames {
                phase = 0
                flushDenormals()
            }
        }
    }

    @_noLocks @_noAllocation
    private mutating func processChunk(_ samples: PlanarSamples, at frame: Int, _ count: Int) {
        defer { advance(by: count) }
        guard !isTransparent else { return }
        var channel = 0
        while channel < channelCount {
            let first = samples[channel] + frame
            let second = channel &+ 1 < channelCount ? samples[channel &+ 1] + frame : nil
            load(first, second, count)
            let pairHistories = histories + channel / 2 &* bandCount
            for index in 0..<bandCount where !filters[index].isIdle {
                filter(filters[index], &pairHistories[index], count)
            }
            store(first, second, count)
            channel &+= 2
        }
    }

    /// Whether the samples pass unchanged.
    private var isTransparent: Bool {
        @_noLocks @_noAllocation get {
            if wet.isLevel, wet.target == 0 { return true }
            guard gain.isLevel, gain.target == 1 else { return false }
            for index in 0..<bandCount where !filters[index].isIdle { return false }
            return true
        }
    }

    @_noLocks @_noAllocation
    private mutating func advance(by count: Int) {
        let wasFading = !wet.isLevel
        gain.advance(by: count)
        wet.advance(by: count)
        if wasFading, wet.isLevel, wet.target == 0 { clearHistories() }
        for index in 0..<bandCount {
            let wasActive = !filters[index].isIdle
            filters[index].advance(by: count)
            if wasActive, filters[index].isIdle { clearHistory(of: index) }
        }
    }

    /// Clears the history of a filter that is not used any more.
    @_noLocks @_noAllocation
    private func clearHistory(of band: Int) {
        var index = band
        while index < historyCount {
            histories[index] = FilterHistory()
            index &+= bandCount
        }
    }

    @_noLocks @_noAllocation
    private func load(
        _ first: UnsafeMutablePointer<Float>, _ second: UnsafeMutablePointer<Float>?, _ count: Int
    ) {
        if let second {
            for index in 0..<count {
                chunk[index] = SIMD2(
                    Double(first[index].withoutExtremes), Double(second[index].withoutExtremes))
            }
        } else {
            for index in 0..<count {
                chunk[index] = SIMD2(Double(first[index].withoutExtremes), 0)
            }
        }
    }

    @_noLocks @_noAllocation
    private func filter(
        _ filter: EqualizerFilter, _ history: inout FilterHistory, _ count: Int
    ) {
        var (present, moving) = (history, 0)
        if filter.framesLeft > 0 {
            moving = min(filter.framesLeft, count)
            for index in 0..<moving {
                chunk[index] = filter.filter(at: index).steps.output(chunk[index], &present)
            }
        }
        let steps = filter.target.steps
        for index in moving..<count { chunk[index] = steps.output(chunk[index], &present) }
        history = present
    }

    /// Writes the filtered sound with the gain, cross-faded with the unfiltered one.
    @_noLocks @_noAllocation
    private func store(
        _ first: UnsafeMutablePointer<Float>, _ second: UnsafeMutablePointer<Float>?, _ count: Int
    ) {
        for index in 0..<count {
            let (level, part) = (gain.value(at: index), wet.value(at: index))
            let filtered = chunk[index]
            first[index] = mixed(first[index], filtered[0], level, part)
            if let second { second[index] = mixed(second[index], filtered[1], level, part) }
        }
    }

    @inline(__always) @_noLocks @_noAllocation
    private func mixed(_ dry: Float, _ filtered: Double, _ level: Float, _ part: Float) -> Float {
        // Many filters with high gains in a row may exceed every number.
        let bounded = filtered.magnitude <= 0x1p60 ? Float(filtered) : 0
        let wet = bounded * level
        return part == 1 ? wet : dry.withoutExtremes * (1 - part) + wet * part
    }

    @_noLocks @_noAllocation
    private func flushDenormals() {
        for index in 0..<historyCount { histories[index].flush() }
    }
}
