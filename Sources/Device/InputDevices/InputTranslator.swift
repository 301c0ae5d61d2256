package import AudioModel

/// Translates the events of input devices into actions of the user. Pure: time comes in with the
/// events, and a deadline goes out.
package struct InputTranslator: Sendable {
    private struct Device {
        var description: InputDeviceDescription
        var selection: InputSelection
        var heldKeys: InputBits
        var switches: InputBits
        var soundProfile: Int32?
        var jack: Jack
        /// The position of the ring switch, and of the slider, that was taken last.
        var notedSilent: Bool?
        var notedProfile: Int32?
        /// Whether events were lost, so that those up to the next report are not used.
        var isDropped = false
    }

    private let options: InputOptions
    /// The devices by number, in ascending order.
    private var devices: [(id: Int, device: Device)] = []
    private var now = HostTime.zero
    private var headset = HeadsetButton()
    private var isHoldReported = false
    private var volume = VolumeRepeat()
    private var positions = SwitchPositions()
    private var budget = ActionBudget()
    /// When differences of `positions` are reported that the budget did not allow.
    private var retry: HostTime?
    /// Keys that seek, after the beginning was reported.
    private var seeks: [InputKeyID: Bool] = [:]
    /// The device of the last event, for warnings.
    private var lastName = ""

    /// The actions since the last `takeOutput`.
    private var actions: [InputAction] = []
    private var warnings: [InputWarning] = []

    package init(_ options: InputOptions) {
        self.options = options
    }

    /// Returns the actions and the warnings since the last call, in order.
    package mutating func takeOutput() -> (actions: [InputAction], warnings: [InputWarning]) {
        defer { (actions, warnings) = ([], []) }
        return (actions, warnings)
    }

    /// When `advance` must be called; `nil` while there is nothing to wait for.
    package var nextDeadline: HostTime? {
        let deadlines =
            [headset.deadline, volume.deadline, retry] + devices.map(\.device.jack.deadline)
        return deadlines.compactMap { $0 }.min()
    }

    /// Lets time pass. Times that go back count as the latest so far.
    package mutating func advance(to time: HostTime) {
        while let deadline = nextDeadline, deadline <= time {
            now = max(now, deadline)
            if let gesture = headset.advance(to: deadline) { report(gesture) }
            if let button = volume.advance(to: deadline) { press(button) }
            for index in devices.indices { devices[index].device.jack.advance(to: deadline) }
            retry = nil
            reportDifferences()
        }
        now = max(now, time)
    }

    // MARK: Devices

    /// Adds a device. The positions of its switches are reported; keys that are held are not.
    package mutating func add(
        _ id: Int, _ description: InputDeviceDescription, _ state: InputDeviceState,
        at time: HostTime
    ) {
        remove(id, at: time)
        lastName = description.name
        let device = Device(
            description: description, selection: InputSelection(description, options),
            heldKeys: state.heldKeys, switches: state.switches, soundProfile: state.soundProfile,
            jack: Jack(options.jacks ? state.switches : InputBits(count: InputSwitch.count)))
        let place = devices.firstIndex { $0.id > id } ?? devices.endIndex
        devices.insert((id, device), at: place)
        takePositions(of: place)
    }

    /// Removes a device: its keys are released, and what was plugged into it is unplugged.
    package mutating func remove(_ id: Int, at time: HostTime) {
        advance(to: time)
        guard let index = index(of: id) else { return }
        devices.remove(at: index)
        volume.remove(id)
        if let gesture = headset.remove(id) { report(gesture) }
        for key in seeks.keys.filter({ $0.device == id }).sorted(by: { $0.code < $1.code }) {
            endSeek(key)
        }
        reportDifferences()
    }

    private func index(of id: Int) -> Int? { devices.firstIndex { $0.id == id } }

    // MARK: Events

    /// Takes an event of a device; an unknown device, an unknown code and an impossible value have
    /// no effect.
    ///
    /// - Returns: Whether events were lost, so that the state of the device is to be read and given
    ///   to `resynchronize`.
    package mutating func take(_ event: InputEvent, from id: Int, at time: HostTime) -> Bool {
        advance(to: time)
        guard let index = index(of: id) else { return false }
        if event.type == InputEventType.synchronization {
            return takeSynchronization(event.code, of: index)
        }
        guard !devices[index].device.isDropped else { return false }
        let selection = devices[index].device.selection
        switch event.type {
        case InputEventType.key where selection.keys.contains(event.code):
            // The kernel's repetitions have the value 2.
            if event.value == 0 || event.value == 1 {
                setKey(event.code, isDown: event.value == 1, of: index)
            }
        case InputEventType.switch where selection.switches.contains(event.code):
            if event.value == 0 || event.value == 1 {
                devices[index].device.switches.set(event.code, event.value == 1)
            }
        case InputEventType.absolute where selection.axes.contains(event.code):
            devices[index].device.soundProfile = event.value
        default: break
        }
        return false
    }

    private mutating func takeSynchronization(_ code: UInt16, of index: Int) -> Bool {
        switch code {
        case InputSynchronization.dropped:
            devices[index].device.isDropped = true
            return false
        case InputSynchronization.report where devices[index].device.isDropped:
            devices[index].device.isDropped = false
            return true
        case InputSynchronization.report:
            takePositions(of: index)
            return false
        default: return false
        }
    }

    /// Takes the state of a device after events were lost.
    package mutating func resynchronize(
        _ id: Int, _ state: InputDeviceState, at time: HostTime
    ) {
        advance(to: time)
        guard let index = index(of: id) else { return }
        let device = devices[index].device
        for key in device.selection.keys.codes
        where device.heldKeys.contains(key) != state.heldKeys.contains(key) {
            setKey(key, isDown: state.heldKeys.contains(key), of: index)
        }
        devices[index].device.switches = state.switches
        if let value = state.soundProfile { devices[index].device.soundProfile = value }
        devices[index].device.isDropped = false
        takePositions(of: index)
    }

    /// Takes the positions of a device's switches and its slider, where they have changed.
    private mutating func takePositions(of index: Int) {
        lastName = devices[index].device.description.name
        if options.jacks {
            devices[index].device.jack.update(devices[index].device.switches, at: now)
        }
        let device = devices[index].device
        if device.selection.switches.contains(options.ringSwitchCode) {
            let isSilent = device.switches.contains(options.ringSwitchCode)
            if isSilent != device.notedSilent {
                devices[index].device.notedSilent = isSilent
                positions.ringSwitch = isSilent ? .silent : .ring
            }
        }
        if let value = device.soundProfile, value != device.notedProfile,
            device.selection.axes.contains(InputAxis.soundProfile)
        {
            devices[index].device.notedProfile = value
            positions.takeSlider(value, setsVibration: options.sliderSetsVibration)
        }
        reportDifferences()
    }

    // MARK: Keys

    private mutating func setKey(_ code: UInt16, isDown: Bool, of index: Int) {
        guard devices[index].device.heldKeys.contains(code) != isDown else { return }
        devices[index].device.heldKeys.set(code, isDown)
        let description = devices[index].device.description
        guard let meaning = KeyMeaning(code, of: description, options) else { return }
        lastName = description.name
        let key = InputKeyID(device: devices[index].id, code: code)
        if isDown { press(key, meaning) } else { release(key, meaning) }
    }

    private mutating func press(_ key: InputKeyID, _ meaning: KeyMeaning) {
        switch meaning {
        case .volume(let button):
            press(button)
            volume.begin(key, button, at: now)
        case .headsetButton: headset.press(key, at: now)
        case .remote(let command): report(.perform(.remoteCommand(command)))
        case .seek(let isForward):
            let began: RemoteCommand = isForward ? .seekForward(.begin) : .seekBackward(.begin)
            if report(.perform(.remoteCommand(began))) { seeks[key] = isForward }
        case .ringSwitch: report(.toggleRingSwitch)
        case .answer: report(.perform(.callAnswered))
        case .hangUp: report(.hangUp)
        case .assistant: report(.perform(.assistantBegan))
        }
    }

    private mutating func release(_ key: InputKeyID, _ meaning: KeyMeaning) {
        switch meaning {
        case .volume: volume.end(key)
        case .headsetButton:
            if let gesture = headset.release(key, at: now) { report(gesture) }
        case .seek: endSeek(key)
        case .remote, .ringSwitch, .answer, .hangUp, .assistant: break
        }
    }

    private mutating func press(_ button: VolumeButton) {
        report(.perform(.volumePressed(button)))
    }

    /// Ends a seek. The end of one that was reported is always reported.
    private mutating func endSeek(_ key: InputKeyID) {
        guard let isForward = seeks.removeValue(forKey: key) else { return }
        let ended: RemoteCommand = isForward ? .seekForward(.end) : .seekBackward(.end)
        actions.append(.perform(.remoteCommand(ended)))
    }

    private mutating func report(_ gesture: HeadsetButton.Gesture) {
        switch gesture {
        case .press(let times): report(.perform(.headsetPressed(times: times)))
        case .hold(let presses):
            isHoldReported = report(.perform(.headsetHeld(presses: presses)))
        case .release:
            if isHoldReported { actions.append(.perform(.headsetReleased)) }
            isHoldReported = false
        }
    }

    // MARK: Output

    /// Reports an action, unless there are too many.
    @discardableResult
    private mutating func report(_ action: InputAction) -> Bool {
        guard budget.spend(at: now) else {
            warnOfFlood()
            return false
        }
        actions.append(action)
        return true
    }

    /// Reports the positions that have changed; some of them later, when there are too many.
    private mutating func reportDifferences() {
        var ports: [Port] = []
        for (_, device) in devices {
            if let port = device.jack.port, !ports.contains(port) { ports.append(port) }
        }
        positions.ports = ports
        while let event = positions.difference {
            guard budget.spend(at: now) else {
                retry = budget.nextWindow
                return warnOfFlood()
            }
            positions.noteReported(event)
            actions.append(.perform(event))
        }
        retry = nil
    }

    private mutating func warnOfFlood() {
        if budget.shouldWarn(at: now) { warnings.append(.tooManyActions(device: lastName)) }
    }
}
