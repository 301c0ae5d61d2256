public import AudioCallbacks
import AudioQueues
public import CAudioToolbox
public import CoreAudioTypes
public import CoreFoundationTypes
public import Foundation
import SoundClient
import SoundRuntime

// The functions of <AudioToolbox/AudioUnitUtilities.h> that C declares with Core Foundation types or
// callbacks, with the types that Swift sees on Apple's systems.

/// Makes a listener of parameters. The callback runs on the run loop, in the mode, `nil` for the common
/// modes, at most once in an interval of seconds.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AUListenerCreate(
    _ inProc: @escaping AUParameterListenerProc, _ inUserData: UnsafeMutableRawPointer?,
    _ inRunLoop: CFRunLoop?, _ inRunLoopMode: CFString?, _ inNotificationInterval: Float32,
    _ outListener: UnsafeMutablePointer<AUParameterListenerRef?>
) -> OSStatus {
    makeParameterListener(
        inProc, inUserData, inRunLoop, mode: inRunLoopMode as String?, inNotificationInterval,
        outListener)
}

/// Makes a listener of parameters that is called on a dispatch queue.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AUListenerCreateWithDispatchQueue(
    _ outListener: UnsafeMutablePointer<AUParameterListenerRef?>,
    _ inNotificationInterval: Float32, _ inDispatchQueue: DispatchQueue,
    _ inBlock: @escaping AUParameterListenerBlock
) -> OSStatus {
    makeListener(listenerSchedule(inDispatchQueue), inNotificationInterval, outListener) {
        guard case .value(let place) = $0.event else { return }
        var parameter = place.parameter
        inBlock(UnsafeMutableRawPointer(bitPattern: $0.object), &parameter, $0.value)
    }
}

/// Makes a listener of events. The callback runs on the run loop, in the mode, `nil` for the common
/// modes. Values of a parameter that are nearer than the interval, in seconds, come as one.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AUEventListenerCreate(
    _ inProc: @escaping AUEventListenerProc, _ inUserData: UnsafeMutableRawPointer?,
    _ inRunLoop: CFRunLoop?, _ inRunLoopMode: CFString?, _ inNotificationInterval: Float32,
    _ inValueChangeGranularity: Float32,
    _ outListener: UnsafeMutablePointer<AUEventListenerRef?>
) -> OSStatus {
    makeEventListener(
        inProc, inUserData, inRunLoop, mode: inRunLoopMode as String?, inNotificationInterval,
        outListener)
}

/// Makes a listener of events that is called on a dispatch queue.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AUEventListenerCreateWithDispatchQueue(
    _ outListener: UnsafeMutablePointer<AUEventListenerRef?>, _ inNotificationInterval: Float32,
    _ inValueChangeGranularity: Float32, _ inDispatchQueue: DispatchQueue,
    _ inBlock: @escaping AUEventListenerBlock
) -> OSStatus {
    makeListener(listenerSchedule(inDispatchQueue), inNotificationInterval, outListener) {
        var event = $0.event.value
        inBlock(
            UnsafeMutableRawPointer(bitPattern: $0.object), &event, $0.hostTime, $0.value)
    }
}

// MARK: Shared by Swift and C

func makeParameterListener(
    _ inProc: @escaping AUParameterListenerProc, _ inUserData: UnsafeMutableRawPointer?,
    _ runLoop: CFRunLoop?, mode: String?, _ interval: Float32,
    _ outListener: UnsafeMutablePointer<OpaquePointer?>?
) -> OSStatus {
    // Passed back unchanged; its ownership is the app's.
    nonisolated(unsafe) let userData = inUserData
    return makeListener(listenerSchedule(runLoop, mode), interval, outListener) { telling in
        guard case .value(let place) = telling.event else { return }
        var parameter = place.parameter
        inProc(
            userData, UnsafeMutableRawPointer(bitPattern: telling.object), &parameter,
            telling.value)
    }
}

func makeEventListener(
    _ inProc: @escaping AUEventListenerProc, _ inUserData: UnsafeMutableRawPointer?,
    _ runLoop: CFRunLoop?, mode: String?, _ interval: Float32,
    _ outListener: UnsafeMutablePointer<OpaquePointer?>?
) -> OSStatus {
    nonisolated(unsafe) let userData = inUserData
    return makeListener(listenerSchedule(runLoop, mode), interval, outListener) { telling in
        var event = telling.event.value
        inProc(
            userData, UnsafeMutableRawPointer(bitPattern: telling.object), &event,
            telling.hostTime, telling.value)
    }
}

private func makeListener(
    _ schedule: @escaping CallbackSchedule, _ interval: Float32,
    _ outListener: UnsafeMutablePointer<OpaquePointer?>?,
    call: @escaping @Sendable (UnitEventListener.Telling) -> Void
) -> OSStatus {
    guard let outListener else { return kAudio_ParamError }
    outListener.pointee = unitListeners.add(
        UnitEventListener(
            currentApp(isForSound: false), interval: interval, on: schedule, call: call))
    return noErr
}

/// Schedules calls on a run loop; `nil` for the main one.
private func listenerSchedule(_ runLoop: CFRunLoop?, _ mode: String?) -> CallbackSchedule {
    let place = CallbackRunLoop(
        currentApp(isForSound: false), runLoop,
        mode: mode ?? CFRunLoopMode.commonModes.rawValue as String)
    return { block in place.schedule(block) }
}

/// Schedules calls on a dispatch queue; those of a simulated app, which has none, on a queue of its
/// environment.
private func listenerSchedule(_ queue: DispatchQueue) -> CallbackSchedule {
    if let schedule = callbackSchedule(queue) { return schedule }
    let environment = currentApp(isForSound: false).environment
    return { block in environment.onQueue(block) }
}
