import AudioModel
import CLinuxShim
import Glibc

/// An open input device. One thread.
final class EventDevice {
    /// What came of opening a device.
    enum Opening {
        case opened(EventDevice)
        /// Nothing of the device is read.
        case notNeeded
        case denied
        /// It is gone already, or it is no input device.
        case failed
    }

    /// Number of events in a second after which a device is not read for a second.
    static let eventsPerSecondMax = 2_000
    /// The longest time that an event may have waited; older ones count as this old.
    private static let ageMax = HostInterval.seconds(2)
    private static let readsMax = 4

    let descriptor: Int32
    /// The number by which the translator knows it.
    let id: Int
    /// The name of its file: `event3`.
    let file: String
    let description: InputDeviceDescription
    let selection: InputSelection
    let isGrabbed: Bool
    private let hasMonotonicClock: Bool
    /// When it is read again, after too many events; `nil` while it is read.
    private(set) var pausedUntil: HostTime?
    private var windowStart: HostTime?
    private var eventCount = 0
    private var lastWarning: HostTime?

    private init(
        _ descriptor: Int32, id: Int, file: String, _ description: InputDeviceDescription,
        _ selection: InputSelection, _ options: InputOptions
    ) {
        self.descriptor = descriptor
        self.id = id
        self.file = file
        self.description = description
        self.selection = selection
        hasMonotonicClock = sori_input_use_monotonic_clock(descriptor) == 0
        isGrabbed =
            options.grabsVolumeKeys && options.volumeKeys && description.isVolumeKeysOnly
            && sori_input_grab(descriptor, 1) == 0
        maskOtherEvents()
    }

    /// Opens a device, and closes it again when nothing of it is read.
    static func open(
        _ path: String, file: String, id: Int, _ options: InputOptions
    ) -> Opening {
        let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == EACCES || errno == EPERM ? .denied : .failed }
        guard let description = describe(descriptor) else {
            Glibc.close(descriptor)
            return .failed
        }
        let selection = InputSelection(description, options)
        guard !selection.isEmpty else {
            Glibc.close(descriptor)
            return .notNeeded
        }
        return .opened(
            EventDevice(descriptor, id: id, file: file, description, selection, options))
    }

    func close() { Glibc.close(descriptor) }

    /// - Returns: `nil` when it is no input device.
    private static func describe(_ descriptor: Int32) -> InputDeviceDescription? {
        func codes(_ type: UInt16, into bits: inout InputBits) -> Bool {
            bits.withKernelBytes {
                sori_input_codes(descriptor, UInt32(type), $0.baseAddress, UInt($0.count)) == 0
            }
        }
        var types = InputBits(count: 64)
        guard codes(InputEventType.synchronization, into: &types) else { return nil }
        var device = InputDeviceDescription(
            name: name(of: descriptor), bus: Int(sori_input_bus(descriptor)))
        // A type without codes leaves the set empty.
        if types.contains(InputEventType.key) { _ = codes(InputEventType.key, into: &device.keys) }
        if types.contains(InputEventType.switch) {
            _ = codes(InputEventType.switch, into: &device.switches)
        }
        if types.contains(InputEventType.absolute) {
            _ = codes(InputEventType.absolute, into: &device.axes)
        }
        return device
    }

    private static func name(of descriptor: Int32) -> String {
        // The size with which libevdev asks, so that recorded devices have it.
        var bytes = [CChar](repeating: 0, count: 255)
        guard sori_input_name(descriptor, &bytes, UInt(bytes.count)) == 0 else { return "" }
        let name = String(
            decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        // A name that a program chose for a virtual device is shown on a terminal.
        return String(
            name.unicodeScalars.map {
                $0.properties.generalCategory == .control ? "?" : Character($0)
            })
    }

    /// Keeps all events that are not read from waking this process; that letters are typed on a
    /// keyboard with media keys is never seen. Kernels before 4.4 cannot do it.
    private func maskOtherEvents() {
        func mask(_ type: UInt16, _ bits: InputBits) {
            var bits = bits
            _ = bits.withKernelBytes {
                sori_input_set_mask(descriptor, UInt32(type), $0.baseAddress, UInt($0.count))
            }
        }
        var types = InputBits(count: 64)
        for (type, codes) in [
            (InputEventType.key, selection.keys), (InputEventType.switch, selection.switches),
            (InputEventType.absolute, selection.axes),
        ] where !codes.isEmpty {
            types.insert(type)
            mask(type, codes)
        }
        mask(InputEventType.synchronization, types)
    }

    /// The present state of its keys, switches and slider.
    func readState() -> InputDeviceState {
        var state = InputDeviceState()
        _ = state.heldKeys.withKernelBytes {
            sori_input_held_keys(descriptor, $0.baseAddress, UInt($0.count))
        }
        if !selection.switches.isEmpty {
            _ = state.switches.withKernelBytes {
                sori_input_switches(descriptor, $0.baseAddress, UInt($0.count))
            }
        }
        if !selection.axes.isEmpty {
            var value: Int32 = 0
            if sori_input_axis(descriptor, UInt32(InputAxis.soundProfile), &value) == 0 {
                state.soundProfile = value
            }
        }
        return state
    }

    /// What came of reading a device.
    enum Reading {
        case read
        case gone
        /// There were too many events: it is paused. A warning is due at most once a minute.
        case flooded(isWarningDue: Bool)
    }

    /// Reads the events that wait, a bounded number of them.
    func read(now: HostTime, _ body: (InputEvent, HostTime) -> Void) -> Reading {
        let count = Int(SORI_INPUT_EVENTS_MAX)
        return withUnsafeTemporaryAllocation(of: sori_input_event.self, capacity: count) { buffer in
            for _ in 0..<Self.readsMax {
                let found = sori_input_read(descriptor, buffer.baseAddress, count)
                guard found >= 0 else { return .gone }
                for event in buffer.prefix(found) {
                    body(
                        InputEvent(type: event.type, code: event.code, value: event.value),
                        time(of: event, now: now))
                }
                if isFlood(found, now: now) {
                    let isDue = lastWarning.map { now >= $0 + ActionBudget.warningInterval } ?? true
                    if isDue { lastWarning = now }
                    return .flooded(isWarningDue: isDue)
                }
                if found < count { break }
            }
            return .read
        }
    }

    private func time(of event: sori_input_event, now: HostTime) -> HostTime {
        guard hasMonotonicClock else { return now }
        let (nanoseconds, overflow) = event.microseconds.multipliedReportingOverflow(by: 1_000)
        guard !overflow else { return now }
        return min(max(HostTime(nanoseconds: nanoseconds), now - Self.ageMax), now)
    }

    private func isFlood(_ count: Int, now: HostTime) -> Bool {
        if let windowStart, now < windowStart + .seconds(1) {
            eventCount += count
        } else {
            windowStart = now
            eventCount = count
        }
        guard eventCount > Self.eventsPerSecondMax else { return false }
        pausedUntil = now + .seconds(1)
        return true
    }

    /// Reads it again after a pause.
    func resume(now: HostTime) {
        guard let pausedUntil, pausedUntil <= now else { return }
        self.pausedUntil = nil
        windowStart = nil
        eventCount = 0
    }
}
