import Synchronization

// What the functions of C are made of: they are in COpenAL, or in the library libsori-openal, and
// call these by name. `@usableFromInline` keeps the symbols in a shared library.

private func address(_ pointer: UnsafeMutableRawPointer?) -> UInt { UInt(bitPattern: pointer) }

private func pointer(_ address: UInt) -> UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: address)
}

private func text(_ name: UnsafePointer<CChar>?) -> String? { name.map { String(cString: $0) } }

private func numbers(_ count: Int32, _ first: UnsafePointer<UInt32>?) -> [UInt32] {
    guard let first, count > 0 else { return [] }
    return Array(UnsafeBufferPointer(start: first, count: Int(count)))
}

// MARK: Contexts

@c(sori_openal_current_context) @usableFromInline
func currentContextForC() -> UnsafeMutableRawPointer? { pointer(OpenALApp.currentContext) }

@c(sori_openal_make_current) @usableFromInline
func makeCurrentForC(_ context: UnsafeMutableRawPointer?) -> CChar {
    OpenALApp.current.makeCurrent(address(context)) ? 1 : 0
}

@c(sori_openal_create_context) @usableFromInline
func createContextForC(
    _ device: UnsafeMutableRawPointer?, _ attributes: UnsafePointer<Int32>?
) -> UnsafeMutableRawPointer? {
    pointer(OpenALApp.current.createContext(on: address(device), attributes))
}

@c(sori_openal_destroy_context) @usableFromInline
func destroyContextForC(_ context: UnsafeMutableRawPointer?) {
    OpenALApp.current.destroyContext(address(context))
}

@c(sori_openal_set_suspended) @usableFromInline
func setSuspendedForC(_ context: UnsafeMutableRawPointer?, _ isSuspended: CChar) {
    let app = OpenALApp.current
    guard let output = app.output(ofContext: address(context)) else {
        return app.setError(OpenALError.invalidContext, of: 0)
    }
    output.setSuspended(address(context), isSuspended != 0)
}

@c(sori_openal_device_of) @usableFromInline
func deviceForC(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    let app = OpenALApp.current
    guard let output = app.output(ofContext: address(context)) else {
        app.setError(OpenALError.invalidContext, of: 0)
        return nil
    }
    return pointer(output.address)
}

// MARK: Devices

@c(sori_openal_open_device) @usableFromInline
func openDeviceForC(_ name: UnsafePointer<CChar>?) -> UnsafeMutableRawPointer? {
    pointer(OpenALApp.current.openDevice(named: text(name)))
}

@c(sori_openal_close_device) @usableFromInline
func closeDeviceForC(_ device: UnsafeMutableRawPointer?) -> CChar {
    OpenALApp.current.closeDevice(address(device)) ? 1 : 0
}

/// Returns one for an output of the app, two for its microphone, zero for anything else.
@c(sori_openal_kind) @usableFromInline
func kindForC(_ device: UnsafeMutableRawPointer?) -> Int32 {
    guard let device else { return 0 }
    let app = OpenALApp.current
    if app.output(address(device)) != nil { return 1 }
    return app.capture(address(device)) != nil ? 2 : 0
}

@c(sori_openal_is_connected) @usableFromInline
func isConnectedForC(_ device: UnsafeMutableRawPointer?) -> CChar {
    OpenALApp.current.output(address(device))?.isConnected ?? true ? 1 : 0
}

@c(sori_openal_take_error) @usableFromInline
func takeErrorForC(_ device: UnsafeMutableRawPointer?) -> Int32 {
    OpenALApp.current.takeError(of: address(device))
}

@c(sori_openal_set_error) @usableFromInline
func setErrorForC(_ device: UnsafeMutableRawPointer?, _ error: Int32) {
    OpenALApp.current.setError(error, of: address(device))
}

/// Lets the session of this process's app be activated after an interruption, for a program that knows
/// nothing of sessions.
@c(sori_openal_activate_for_program) @usableFromInline
func activateForProgramForC() {
    OpenALApp.isActivatedForProgram.store(true, ordering: .relaxed)
}

/// Opens a device that the program renders by itself, as the drop-in has it.
@c(sori_openal_open_loopback) @usableFromInline
func openLoopbackForC() -> UnsafeMutableRawPointer? { pointer(OpenALApp.current.openLoopback()) }

@c(sori_openal_set_paused) @usableFromInline
func setPausedForC(_ device: UnsafeMutableRawPointer?, _ isPaused: CChar) {
    let app = OpenALApp.current
    guard let output = app.output(address(device)) else {
        return app.setError(OpenALError.invalidDevice, of: 0)
    }
    output.setPaused(isPaused != 0)
}

// MARK: Sources

@c(sori_openal_note_played) @usableFromInline
func notePlayedForC(
    _ context: UnsafeMutableRawPointer?, _ count: Int32, _ sources: UnsafePointer<UInt32>?
) {
    OpenALApp.current.output(ofContext: address(context))?
        .notePlayed(numbers(count, sources), in: address(context))
}

@c(sori_openal_note_changed) @usableFromInline
func noteChangedForC(_ context: UnsafeMutableRawPointer?) {
    OpenALApp.current.output(ofContext: address(context))?.noteChanged()
}

@c(sori_openal_forget_sources) @usableFromInline
func forgetSourcesForC(
    _ context: UnsafeMutableRawPointer?, _ count: Int32, _ sources: UnsafePointer<UInt32>?
) {
    OpenALApp.current.output(ofContext: address(context))?.sources
        .forget(numbers(count, sources), in: address(context))
}

/// A function that receives a notification of a source.
@usableFromInline
typealias NotificationForC = @convention(c) (UInt32, UInt32, UnsafeMutableRawPointer?) -> Void

@c(sori_openal_add_notification) @usableFromInline
func addNotificationForC(
    _ context: UnsafeMutableRawPointer?, _ source: UInt32, _ id: UInt32,
    _ proc: NotificationForC?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
    guard let output = OpenALApp.current.output(ofContext: address(context)) else {
        return OpenALError.invalidOperation
    }
    return output.sources.addNotification(
        id, of: source, in: address(context), proc: unsafeBitCast(proc, to: UInt.self),
        data: address(data))
}

@c(sori_openal_remove_notification) @usableFromInline
func removeNotificationForC(
    _ context: UnsafeMutableRawPointer?, _ source: UInt32, _ id: UInt32,
    _ proc: NotificationForC?, _ data: UnsafeMutableRawPointer?
) {
    OpenALApp.current.output(ofContext: address(context))?.sources
        .removeNotification(
            id, of: source, in: address(context), proc: unsafeBitCast(proc, to: UInt.self),
            data: address(data))
}

// MARK: Properties

/// The quality of a source, beside the properties of sound in space.
private let qualityCode: UInt32 = 0x7271_6869

@c(sori_openal_set_property) @usableFromInline
func setPropertyForC(
    _ context: UnsafeMutableRawPointer?, _ property: UInt32, _ source: UInt32,
    _ data: UnsafeRawPointer?, _ size: UInt32
) -> Int32 {
    guard let output = OpenALApp.current.output(ofContext: address(context)) else {
        return OpenALError.invalidOperation
    }
    // A truth value may have one byte.
    guard let data, size == 4 || size == 1 else { return OpenALError.invalidSourceValue }
    let bits =
        size == 1 ? UInt32(data.load(as: UInt8.self)) : data.loadUnaligned(as: UInt32.self)
    if property == qualityCode {
        return output.sources.setQuality(
            Int32(bitPattern: bits), of: source, in: address(context))
    }
    return output.sources.withSpace(of: address(context)) { space, functions in
        space.set(property, of: source, to: bits, functions)
    }
}

@c(sori_openal_property) @usableFromInline
func propertyForC(
    _ context: UnsafeMutableRawPointer?, _ property: UInt32, _ source: UInt32,
    _ data: UnsafeMutableRawPointer?, _ size: UnsafeMutablePointer<UInt32>?
) -> Int32 {
    guard let output = OpenALApp.current.output(ofContext: address(context)) else {
        return OpenALError.invalidOperation
    }
    guard let data, let size, size.pointee >= 4 else { return OpenALError.invalidSourceValue }
    var bits: UInt32?
    if property == qualityCode {
        let quality = output.sources.quality(of: source, in: address(context))
        bits = UInt32(bitPattern: quality ?? OpenALSettings().quality)
    } else {
        _ = output.sources.withSpace(of: address(context)) { space, _ in
            bits = space.value(property, of: source)
            return 0
        }
    }
    guard let bits else { return OpenALError.invalidEnum }
    data.storeBytes(of: bits, as: UInt32.self)
    size.pointee = 4
    return 0
}

/// The settings of rendering, by their numbers in C.
private enum Setting: Int32 {
    case rate
    case quality
    case channels
    case busses
}

@c(sori_openal_set_setting) @usableFromInline
func setSettingForC(_ setting: Int32, _ value: Double) {
    let app = OpenALApp.current
    let number = Int32(clamping: Int(exactly: value.rounded()) ?? 0)
    switch Setting(rawValue: setting) {
    case .rate: if value.isFinite, value >= 1 { app.settings.outputRate = value }
    case .quality: app.settings.quality = number
    case .channels: app.settings.channelCount = number
    case .busses: app.settings.busses = number
    case nil: break
    }
}

@c(sori_openal_setting) @usableFromInline
func settingForC(_ setting: Int32) -> Double {
    let app = OpenALApp.current
    return switch Setting(rawValue: setting) {
    case .rate: app.outputRate
    case .quality: Double(app.settings.quality)
    case .channels: Double(app.settings.channelCount)
    case .busses: Double(app.settings.busses)
    case nil: 0
    }
}

// MARK: Capture

@c(sori_openal_capture_open) @usableFromInline
func openCaptureForC(
    _ name: UnsafePointer<CChar>?, _ rate: UInt32, _ format: Int32, _ frames: Int32
) -> UnsafeMutableRawPointer? {
    pointer(
        OpenALApp.current.openCapture(
            named: text(name), rate: rate, format: format, frames: frames))
}

@c(sori_openal_capture_close) @usableFromInline
func closeCaptureForC(_ device: UnsafeMutableRawPointer?) -> CChar {
    OpenALApp.current.closeCapture(address(device)) ? 1 : 0
}

/// The microphone with a handle; sets an error for another one.
private func capture(_ device: UnsafeMutableRawPointer?) -> OpenALCapture? {
    let app = OpenALApp.current
    guard let capture = app.capture(address(device)) else {
        app.setError(OpenALError.invalidDevice, of: 0)
        return nil
    }
    return capture
}

@c(sori_openal_capture_start) @usableFromInline
func startCaptureForC(_ device: UnsafeMutableRawPointer?) {
    do {
        try capture(device)?.start()
    } catch {
        OpenALApp.current.setError(OpenALError.invalidValue, of: address(device))
    }
}

@c(sori_openal_capture_stop) @usableFromInline
func stopCaptureForC(_ device: UnsafeMutableRawPointer?) { capture(device)?.stop() }

@c(sori_openal_capture_waiting) @usableFromInline
func captureWaitingForC(_ device: UnsafeMutableRawPointer?) -> Int32 {
    Int32(clamping: capture(device)?.waitingFrames ?? 0)
}

@c(sori_openal_capture_take) @usableFromInline
func takeCaptureForC(
    _ device: UnsafeMutableRawPointer?, _ buffer: UnsafeMutableRawPointer?, _ frames: Int32
) {
    guard let capture = capture(device), frames != 0 else { return }
    guard let buffer, frames > 0, capture.take(Int(frames), into: buffer) else {
        return OpenALApp.current.setError(OpenALError.invalidValue, of: address(device))
    }
}
