import AudioModel
import AudioUnits
public import CAudioToolbox
public import Foundation
import Synchronization

/// An input or output of an audio unit.
///
/// Ownership: a lock guards all. Any thread.
open class AUAudioUnitBus: NSObject, @unchecked Sendable {
    private let values: Mutex<Values>

    private struct Values {
        var format: AVAudioFormat
        var isEnabled = true
        var name: String?
        var allocatesBuffer = true
        var supportedChannelCounts: [NSNumber]?
        var maximumChannelCount: AUAudioChannelCount = 0
        var latency: TimeInterval = 0
        var index = 0
        var type = AUAudioUnitBusType.input
        weak var owner: AUAudioUnit?
        /// The unit of Apple's that the bus is one of.
        var core: UnitCore?
    }

    /// Makes a bus of an app's own unit.
    ///
    /// - Throws: The status −10868 for a format that is no linear PCM.
    public init(format: AVAudioFormat) throws {
        guard Self.isUsable(format) else { throw UnitError.formatNotSupported.forApps }
        values = Mutex(Values(format: format))
    }

    init(_ core: UnitCore) {
        values = Mutex(Values(format: AVAudioFormat(), core: core))
    }

    func join(_ owner: AUAudioUnit?, _ type: AUAudioUnitBusType, index: Int) {
        values.withLock { values in
            values.owner = owner
            values.type = type
            values.index = index
        }
    }

    private static func isUsable(_ format: AVAudioFormat) -> Bool {
        BufferListSamples(format.streamFormat) != nil && format.sampleRate > 0
    }

    private var present: Values { values.withLock { $0 } }
    private var scope: UnitScope { present.type == .input ? .input : .output }

    // MARK: The format

    /// The format of the bus; the empty format for a bus of hardware that is not there.
    open var format: AVAudioFormat {
        let present = present
        guard let core = present.core else { return present.format }
        let format = try? core.format(scope, present.index)
        guard let format, format.channelCount > 0 else { return AVAudioFormat() }
        return AVAudioFormat(format)
    }

    /// Changes the format.
    ///
    /// - Throws: The status −10849 while the unit's resources are allocated; −10868 for a format
    ///   that it does not take; −10865 for a side that is the hardware's.
    open func setFormat(_ format: AVAudioFormat) throws {
        let present = present
        if let core = present.core {
            do throws(UnitError) {
                try core.setFormat(format.streamFormat, scope, present.index)
            } catch { throw error.forApps }
            return
        }
        if present.owner?.renderResourcesAllocated == true { throw UnitError.initialized.forApps }
        let counts = present.supportedChannelCounts ?? []
        let isCountUsable =
            (counts.isEmpty || counts.contains { $0.uint32Value == format.channelCount })
            && (present.maximumChannelCount == 0
                || format.channelCount <= present.maximumChannelCount)
        guard Self.isUsable(format), isCountUsable,
            present.owner?.shouldChange(to: format, for: self) ?? true
        else { throw UnitError.formatNotSupported.forApps }
        values.withLock { $0.format = format }
    }

    // MARK: Properties

    /// Whether the bus is used; `true` at first.
    open var isEnabled: Bool {
        get {
            let present = present
            guard let output = present.core as? OutputUnit else { return present.isEnabled }
            return (try? output.isEnabled(scope, present.index)) ?? false
        }
        set {
            let present = present
            guard let output = present.core as? OutputUnit else {
                return values.withLock { $0.isEnabled = newValue }
            }
            // The sides of the hardware, by which an element is switched.
            try? output.enable(newValue, present.index == 0 ? .output : .input, present.index)
        }
    }

    /// The name, for people.
    open var name: String? {
        get { present.name }
        set { values.withLock { $0.name = newValue } }
    }

    /// The place among the buses.
    open var index: Int { present.index }

    /// The direction.
    open var busType: AUAudioUnitBusType { present.type }

    /// The unit that the bus is one of. Ends the program for a bus that no unit has.
    open var ownerAudioUnit: AUAudioUnit {
        guard let owner = present.owner else { fatalError("The bus is of no audio unit.") }
        return owner
    }

    /// Whether the unit has memory of its own for the bus; `true` at first.
    open var shouldAllocateBuffer: Bool {
        get { present.allocatesBuffer }
        set { values.withLock { $0.allocatesBuffer = newValue } }
    }

    /// The numbers of channels that the bus can have; `nil` for any.
    open var supportedChannelCounts: [NSNumber]? {
        get { present.supportedChannelCounts }
        set { values.withLock { $0.supportedChannelCounts = newValue } }
    }

    /// The channel layouts that the bus can have; `nil` for any.
    open var supportedChannelLayoutTags: [NSNumber]? { nil }

    /// The largest number of channels; 0 for any.
    open var maximumChannelCount: AUAudioChannelCount {
        get { present.maximumChannelCount }
        set { values.withLock { $0.maximumChannelCount = newValue } }
    }

    /// The delay between the bus and the hardware, in seconds, which a host tells.
    open var contextPresentationLatency: TimeInterval {
        get { present.latency }
        set { values.withLock { $0.latency = newValue } }
    }
}

/// The inputs or the outputs of an audio unit.
///
/// Ownership: a lock guards the buses. Any thread.
open class AUAudioUnitBusArray: NSObject, @unchecked Sendable {
    private let busses = Mutex<[AUAudioUnitBus]>([])
    private weak var owner: AUAudioUnit?
    private let core: UnitCore?
    /// The direction of the buses.
    public let busType: AUAudioUnitBusType

    /// Makes an array of an app's own unit.
    public init(
        audioUnit owner: AUAudioUnit, busType: AUAudioUnitBusType, busses busArray: [AUAudioUnitBus]
    ) {
        self.owner = owner
        self.busType = busType
        core = nil
        super.init()
        replaceBusses(busArray)
    }

    /// Makes an array without buses.
    public convenience init(audioUnit owner: AUAudioUnit, busType: AUAudioUnitBusType) {
        self.init(audioUnit: owner, busType: busType, busses: [])
    }

    init(_ core: UnitCore, of owner: AUAudioUnit, _ type: AUAudioUnitBusType) {
        self.owner = owner
        busType = type
        self.core = core
        super.init()
    }

    private var scope: UnitScope { busType == .input ? .input : .output }

    /// The number of buses.
    open var count: Int { core?.elementCount(scope) ?? busses.withLock { $0.count } }

    /// Returns a bus. Ends the program for an index out of range.
    open subscript(index: Int) -> AUAudioUnitBus {
        guard let core else { return busses.withLock { $0[index] } }
        precondition(index >= 0 && index < count, "The unit has no bus \(index).")
        return busses.withLock { busses in
            while busses.count <= index {
                let bus = AUAudioUnitBus(core)
                bus.join(owner, busType, index: busses.count)
                busses.append(bus)
            }
            return busses[index]
        }
    }

    /// Whether the number of buses can be changed.
    open var isCountChangeable: Bool { core?.isElementCountWritable(scope) ?? false }

    /// Changes the number of buses.
    ///
    /// - Throws: The status −10865 where it cannot be changed, −10851 for one out of range.
    open func setBusCount(_ count: Int) throws {
        guard let core else { throw UnitError.notWritable.forApps }
        do throws(UnitError) {
            try core.setElementCount(count, scope)
        } catch { throw error.forApps }
        busses.withLock { $0.removeLast(max($0.count - count, 0)) }
    }

    /// The unit. Ends the program when it is gone.
    open var ownerAudioUnit: AUAudioUnit {
        guard let owner else { fatalError("The audio unit of the buses is gone.") }
        return owner
    }

    /// Puts an app's own buses into the array.
    open func replaceBusses(_ busArray: [AUAudioUnitBus]) {
        guard core == nil else { return }
        for (index, bus) in busArray.enumerated() { bus.join(owner, busType, index: index) }
        busses.withLock { $0 = busArray }
    }
}
