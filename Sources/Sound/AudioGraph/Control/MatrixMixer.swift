import AudioEffects
import Synchronization

/// A mixer of channels: each output channel is a sum of all input channels, each with the gain of
/// their cross point.
///
/// output[o] = master × output volume[o] × Σ input volume[i] × cross point[i][o] × input[i]
///
/// All volumes are 0 at first, and keep what they are set to, whatever the formats. Channels are
/// numbered through all buses. Any thread sets volumes; the render thread follows with a ramp of one
/// block. The control side prepares and resets the mixer while nothing renders it.
///
/// Ownership: `init` allocates the cells and `deinit` frees them; each is atomic. `render` is that of
/// the thread that renders.
public final class MatrixMixer: @unchecked Sendable {
    /// A volume, with Apple's number of it.
    public enum Cell: Equatable, Sendable, BitwiseCopyable {
        case crossPoint(input: Int, output: Int)
        case input(Int)
        case output(Int)
        case master

        /// Creates the cell with Apple's element number: input × 65,536 + output, where 65,535 stands
        /// for all.
        public init(element: UInt32) {
            let (input, output) = (Int(element >> 16), Int(element & 0xFFFF))
            switch (input, output) {
            case (0xFFFF, 0xFFFF): self = .master
            case (0xFFFF, _): self = .output(output)
            case (_, 0xFFFF): self = .input(input)
            default: self = .crossPoint(input: input, output: output)
            }
        }

        /// Apple's element number.
        public var element: UInt32 {
            switch self {
            case .crossPoint(let input, let output): UInt32(input) << 16 | UInt32(output)
            case .input(let input): UInt32(input) << 16 | 0xFFFF
            case .output(let output): 0xFFFF_0000 | UInt32(output)
            case .master: 0xFFFF_FFFF
            }
        }
    }

    /// The largest number of input and of output channels.
    public static let channelCountMax = GraphFormat.channelCountMax

    private static let rowLength = channelCountMax + 1
    /// A row for each input and one for the output volumes; the last column has the input volumes.
    private let volumes: UnsafeMutablePointer<AtomicFloat>
    /// Whether a bus is enabled: the inputs, then the outputs.
    private let enables: UnsafeMutablePointer<AtomicFloat>
    private let layout = Mutex(MatrixLayout())
    /// The meters of each input bus: channels count from the bus's first.
    public let inputMeters: [ChannelMeters]
    /// The meters of each output bus.
    public let outputMeters: [ChannelMeters]
    let render = MatrixRenderState()

    public init() {
        volumes = .allocate(capacity: Self.rowLength * Self.rowLength)
        for index in 0..<Self.rowLength * Self.rowLength {
            (volumes + index).initialize(to: AtomicFloat(0))
        }
        enables = .allocate(capacity: 2 * Self.channelCountMax)
        for index in 0..<2 * Self.channelCountMax {
            (enables + index).initialize(to: AtomicFloat(1))
        }
        inputMeters = (0..<Self.channelCountMax).map { _ in ChannelMeters() }
        outputMeters = (0..<Self.channelCountMax).map { _ in ChannelMeters() }
    }

    deinit {
        volumes.deinitialize(count: Self.rowLength * Self.rowLength)
        volumes.deallocate()
        enables.deinitialize(count: 2 * Self.channelCountMax)
        enables.deallocate()
    }

    // MARK: Volumes

    /// A volume, a linear gain; 0 for channels beyond the largest number.
    public subscript(cell: Cell) -> Float {
        get { index(of: cell).map { volumes[$0].value } ?? 0 }
        set { if let index = index(of: cell) { volumes[index].value = newValue } }
    }

    private func index(of cell: Cell) -> Int? {
        let last = Self.channelCountMax
        let (row, column) =
            switch cell {
            case .crossPoint(let input, let output): (input, output)
            case .input(let input): (input, last)
            case .output(let output): (last, output)
            case .master: (last, last)
            }
        // A channel may not be mistaken for the volumes behind the last.
        let valid = 0..<last
        switch cell {
        case .crossPoint where !valid.contains(row) || !valid.contains(column): return nil
        case .input where !valid.contains(row): return nil
        case .output where !valid.contains(column): return nil
        case .crossPoint, .input, .output, .master: return row * Self.rowLength + column
        }
    }

    /// Whether an input bus sounds; a disabled one is not rendered. True at first.
    public func isInputEnabled(bus: Int) -> Bool {
        (0..<Self.channelCountMax).contains(bus) && enables[bus].value != 0
    }

    public func setInputEnabled(_ isEnabled: Bool, bus: Int) {
        guard (0..<Self.channelCountMax).contains(bus) else { return }
        enables[bus].value = isEnabled ? 1 : 0
    }

    /// Whether an output bus sounds. True at first.
    public func isOutputEnabled(bus: Int) -> Bool {
        (0..<Self.channelCountMax).contains(bus)
            && enables[Self.channelCountMax &+ bus].value != 0
    }

    public func setOutputEnabled(_ isEnabled: Bool, bus: Int) {
        guard (0..<Self.channelCountMax).contains(bus) else { return }
        enables[Self.channelCountMax + bus].value = isEnabled ? 1 : 0
    }

    // MARK: Layout

    /// Sets the number of channels of an input bus, by which the channels of later buses are
    /// numbered; without it a bus has the channels of its connection. For the next plan.
    public func setInputChannelCount(_ count: Int, bus: Int) {
        guard (0..<Self.channelCountMax).contains(bus) else { return }
        layout.withLock { $0.inputCounts[bus] = max(count, 0) }
    }

    /// Sets the numbers of channels of all input buses, as `setInputChannelCount` does for one.
    public func setInputChannelCounts(_ counts: [Int]) {
        let numbered = counts.prefix(Self.channelCountMax).enumerated()
        layout.withLock { layout in
            layout.inputCounts = Dictionary(
                uniqueKeysWithValues: numbered.map { ($0.offset, max($0.element, 0)) })
        }
    }

    /// The channels of each output bus: together they are those of the node's output. Empty at
    /// first, for one bus of all of them. For the next plan.
    public var outputChannelCounts: [Int] {
        get { layout.withLock { $0.outputCounts } }
        set { layout.withLock { $0.outputCounts = newValue.map { max($0, 0) } } }
    }

    /// The numbers of input and output channels of the last plan.
    public var dimensions: (inputCount: Int, outputCount: Int) {
        layout.withLock { $0.dimensions }
    }

    /// The volumes of the last plan's channels, in rows: a row for each input channel, which ends
    /// with its volume, and one of the output volumes, which ends with the master volume.
    public var levels: [Float] {
        let (inputCount, outputCount) = dimensions
        var levels: [Float] = []
        for input in 0..<inputCount {
            for output in 0..<outputCount {
                levels.append(self[.crossPoint(input: input, output: output)])
            }
            levels.append(self[.input(input)])
        }
        for output in 0..<outputCount { levels.append(self[.output(output)]) }
        return levels + [self[.master]]
    }

    /// Returns the first channel of each input bus, and the bus of each output channel, for a plan.
    ///
    /// - Parameter connected: The channels of connected buses.
    func plan(
        connected: [Int: Int], outputCount: Int
    ) -> (firstChannels: [Int], outputBuses: [Int]) {
        layout.withLock { layout in
            let busCount = (Array(connected.keys) + Array(layout.inputCounts.keys)).max() ?? -1
            var (first, firstChannels) = (0, [Int]())
            for bus in 0...max(busCount, 0) {
                firstChannels.append(min(first, Self.channelCountMax))
                first += layout.inputCounts[bus] ?? connected[bus] ?? 0
            }
            firstChannels.append(min(first, Self.channelCountMax))
            var buses: [Int] = []
            for (bus, count) in layout.outputCounts.enumerated() {
                buses += repeatElement(bus, count: min(count, Self.channelCountMax))
            }
            let missing = max(outputCount - buses.count, 0)
            buses += repeatElement(layout.outputCounts.count, count: missing)
            layout.dimensions = (min(first, Self.channelCountMax), outputCount)
            return (firstChannels, Array(buses.prefix(outputCount)))
        }
    }

    // MARK: Rendering

    /// Lets the next block begin with the present volumes. Not while another thread renders.
    func reset() { render.isFresh = true }

    /// Reads the gains that apply now.
    ///
    /// - Parameters:
    ///   - inputs: The gains of cross points with the input's volume, in rows of all outputs.
    ///   - outputs: The gains of outputs with the master volume.
    func read(
        inputs: UnsafeMutablePointer<Float>, outputs: UnsafeMutablePointer<Float>,
        _ buses: MatrixBuses
    ) {
        let master = clamped(volumes[Self.rowLength &* Self.rowLength &- 1].value)
        let last = Self.channelCountMax &* Self.rowLength
        for output in 0..<buses.outputCount {
            let isOpen = isOutputEnabled(bus: buses.outputBuses[output])
            outputs[output] = isOpen ? master * clamped(volumes[last &+ output].value) : 0
        }
        for input in 0..<buses.inputCount {
            let row = input &* Self.rowLength
            let isOpen = isInputEnabled(bus: buses.inputBuses[input])
            let volume = isOpen ? clamped(volumes[row &+ Self.channelCountMax].value) : 0
            for output in 0..<buses.outputCount {
                inputs[input &* buses.outputCount &+ output] =
                    volume * clamped(volumes[row &+ output].value)
            }
        }
    }

    /// Returns the volume of an input channel.
    func inputVolume(_ input: Int) -> Float {
        clamped(volumes[input &* Self.rowLength &+ Self.channelCountMax].value)
    }

    private func clamped(_ gain: Float) -> Float { gain > 0 && gain.isFinite ? gain : 0 }
}

/// What a matrix mixer is told about its buses.
private struct MatrixLayout: Sendable {
    var inputCounts: [Int: Int] = [:]
    var outputCounts: [Int] = []
    var dimensions = (inputCount: 0, outputCount: 0)
}

/// What a matrix mixer remembers from block to block, and from plan to plan.
///
/// Ownership: the thread that has the renderer's turn.
final class MatrixRenderState: @unchecked Sendable {
    /// The gains at the end of the last block, in rows of all outputs.
    let inputs: UnsafeMutablePointer<Float>
    let outputs: UnsafeMutablePointer<Float>
    /// Whether an input bus was rendered with a gain in the last block.
    let isOpen: UnsafeMutablePointer<Bool>
    var isFresh = true

    init() {
        let count = MatrixMixer.channelCountMax
        inputs = .allocate(capacity: count * count)
        inputs.initialize(repeating: 0, count: count * count)
        outputs = .allocate(capacity: count)
        outputs.initialize(repeating: 0, count: count)
        isOpen = .allocate(capacity: count)
        isOpen.initialize(repeating: false, count: count)
    }

    deinit {
        inputs.deallocate()
        outputs.deallocate()
        isOpen.deallocate()
    }
}

/// The buses of a plan's channels.
///
/// Ownership: `init` writes and `deinit` frees the memory; nothing else changes it.
final class MatrixBuses: @unchecked Sendable {
    let inputCount: Int
    let outputCount: Int
    let inputBuses: UnsafeMutablePointer<Int>
    let outputBuses: UnsafeMutablePointer<Int>

    /// - Parameters:
    ///   - firstChannels: The first channel of each input bus, and the end of the last.
    ///   - outputs: The bus of each output channel.
    init(firstChannels: [Int], outputs: [Int]) {
        inputCount = firstChannels.last ?? 0
        outputCount = outputs.count
        inputBuses = .allocate(capacity: max(inputCount, 1))
        inputBuses.initialize(repeating: 0, count: max(inputCount, 1))
        for bus in 0..<firstChannels.count - 1 {
            for channel in firstChannels[bus]..<firstChannels[bus + 1] { inputBuses[channel] = bus }
        }
        outputBuses = .allocate(capacity: max(outputCount, 1))
        outputBuses.initialize(from: outputs, count: outputCount)
    }

    deinit {
        inputBuses.deallocate()
        outputBuses.deallocate()
    }
}
