import AudioToolbox
import Synchronization
import Testing

/// A graph of units of an app on a virtual phone.
final class UnitsOfAGraph {
    let phone = VirtualPhone()
    let app: VirtualApp
    let graph: AUGraph

    /// Makes an open graph, without nodes.
    init() throws {
        let app = phone.open("Graph")
        graph = try app.run {
            var graph: AUGraph?
            try #require(NewAUGraph(&graph) == noErr)
            try #require(AUGraphOpen(graph) == noErr)
            return try #require(graph)
        }
        self.app = app
    }

    deinit { _ = app.run { DisposeAUGraph(graph) } }

    /// Adds a node of one of Apple's units.
    func add(_ type: UInt32, _ subType: UInt32) throws -> AUNode {
        var description = Self.description(type, subType)
        var node: AUNode = 0
        try #require(app.run { AUGraphAddNode(graph, &description, &node) } == noErr)
        return node
    }

    static func description(_ type: UInt32, _ subType: UInt32) -> AudioComponentDescription {
        AudioComponentDescription(
            componentType: type, componentSubType: subType,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
            componentFlagsMask: 0)
    }

    func unit(_ node: AUNode) throws -> AudioUnit {
        var unit: AudioUnit?
        try #require(AUGraphNodeInfo(graph, node, nil, &unit) == noErr)
        return try #require(unit)
    }

    /// Whether the largest sample of a stretch of seconds, or the lowest, is a level of the graph's.
    func hears(_ level: Float, _ seconds: ClosedRange<Double>, lowest: Bool = false) -> Bool {
        let sample = lowest ? app.lowest(seconds) : app.peak(seconds)
        return abs(sample - Self.volume * level) < 0.001
    }

    /// The phone's volume.
    private static let volume: Float = 0.8

    var interactionCount: UInt32 {
        var count: UInt32 = .max
        return AUGraphGetNumberOfInteractions(graph, &count) == noErr ? count : .max
    }
}

/// A source of a constant, and a count of its calls.
///
/// Ownership: the test keeps it as long as a unit may call it.
final class ConstantSource: Sendable {
    let level: Float
    private let count = Atomic<Int>(0)

    init(_ level: Float) { self.level = level }

    var calls: Int { count.load(ordering: .relaxed) }

    var callback: AURenderCallbackStruct {
        AURenderCallbackStruct(
            inputProc: { source, _, _, _, frameCount, list in
                let source = Unmanaged<ConstantSource>.fromOpaque(source).takeUnretainedValue()
                source.count.add(1, ordering: .relaxed)
                guard let list else { return -50 }
                for buffer in UnsafeMutableAudioBufferListPointer(list) {
                    let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                    samples?.update(repeating: source.level, count: Int(frameCount))
                }
                return noErr
            }, inputProcRefCon: Unmanaged.passUnretained(self).toOpaque())
    }
}

/// Pulls the slices of a unit that renders planar stereo.
final class UnitPull {
    private let unit: AudioUnit
    private(set) var sampleTime = 0.0

    init(_ unit: AudioUnit) { self.unit = unit }

    /// Renders the next slice.
    ///
    /// - Returns: The frames of the left channel.
    func render(_ frameCount: Int) throws -> [Float] {
        let (status, frames) = attempt(frameCount)
        try #require(status == noErr)
        return frames
    }

    /// Renders the next slice, or fails.
    func attempt(_ frameCount: Int) -> (status: OSStatus, frames: [Float]) {
        var time = AudioTimeStamp()
        time.mSampleTime = sampleTime
        time.mFlags = .sampleTimeValid
        sampleTime += Double(frameCount)
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(list.unsafeMutablePointer) }
        for index in 0..<2 {
            list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil)
        }
        var flags: AudioUnitRenderActionFlags = []
        let status = AudioUnitRender(
            unit, &flags, &time, 0, UInt32(frameCount), list.unsafeMutablePointer)
        guard status == noErr, let left = list[0].mData?.assumingMemoryBound(to: Float.self) else {
            return (status, [])
        }
        return (status, Array(UnsafeBufferPointer(start: left, count: frameCount)))
    }
}
