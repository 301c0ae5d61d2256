public import CAudioToolbox
public import CoreAudioTypes
import Foundation
import SoundClient
import SoundRuntime

// System Sound Services; <AudioToolbox/AudioServices.h> declares and documents them. The functions
// with Core Foundation types are in AudioServicesForSwift.swift and AudioServicesForC.swift.

// MARK: Sounds

@c @implementation
public func AudioServicesDisposeSystemSoundID(_ inSystemSoundID: SystemSoundID) -> OSStatus {
    let existed = currentApp().systemSounds.dispose(inSystemSoundID)
    return existed ? kAudioServicesNoError : kAudioServicesSystemSoundUnspecifiedError
}

@c @implementation
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {
    currentApp().systemSounds.play(inSystemSoundID)
}

@c @implementation
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {
    currentApp().systemSounds.play(inSystemSoundID, asAlert: true)
}

@c @implementation
public func AudioServicesPlaySystemSoundWithCompletion(
    _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@Sendable () -> Void)!
) {
    currentApp().systemSounds.play(inSystemSoundID, completion: inCompletionBlock)
}

@c @implementation
public func AudioServicesPlayAlertSoundWithCompletion(
    _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@Sendable () -> Void)!
) {
    currentApp().systemSounds.play(inSystemSoundID, asAlert: true, completion: inCompletionBlock)
}

@c @implementation
public func AudioServicesRemoveSystemSoundCompletion(_ inSystemSoundID: SystemSoundID) {
    currentApp().systemSounds.unregister(inSystemSoundID)
}

// MARK: Properties

@c @implementation
public func AudioServicesGetProperty(
    _ inPropertyID: AudioServicesPropertyID,
    _ inSpecifierSize: UInt32,
    _ inSpecifier: UnsafeRawPointer!,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>!,
    _ outPropertyData: UnsafeMutableRawPointer!
) -> OSStatus {
    status { () throws(ServicesError) in
        let property = try property(inPropertyID)
        let id = try specifiedSound(inSpecifierSize, inSpecifier)
        guard let ioPropertyDataSize else { throw .missingPointer }
        if outPropertyData != nil, ioPropertyDataSize.pointee < propertyByteCount {
            throw .wrongDataSize
        }
        let value = try value(of: property, ofSound: id)
        outPropertyData?.storeBytes(of: value ? 1 : 0, as: UInt32.self)
        ioPropertyDataSize.pointee = propertyByteCount
    }
}

@c @implementation
public func AudioServicesSetProperty(
    _ inPropertyID: AudioServicesPropertyID,
    _ inSpecifierSize: UInt32,
    _ inSpecifier: UnsafeRawPointer!,
    _ inPropertyDataSize: UInt32,
    _ inPropertyData: UnsafeRawPointer!
) -> OSStatus {
    status { () throws(ServicesError) in
        let property = try property(inPropertyID)
        let id = try specifiedSound(inSpecifierSize, inSpecifier)
        guard let inPropertyData else { throw .missingPointer }
        guard inPropertyDataSize == propertyByteCount else { throw .wrongDataSize }
        let value = inPropertyData.loadUnaligned(as: UInt32.self) != 0
        guard currentApp().systemSounds.set(property, to: value, ofSound: id) else {
            throw .unknownSound
        }
    }
}

/// Implements `AudioServicesGetPropertyInfo` for Swift and C.
func propertyInfo(
    _ propertyID: AudioServicesPropertyID,
    _ specifierSize: UInt32,
    _ specifier: UnsafeRawPointer?
) throws(ServicesError) -> (byteCount: UInt32, isWritable: Bool) {
    let property = try property(propertyID)
    let id = try specifiedSound(specifierSize, specifier)
    _ = try value(of: property, ofSound: id)
    return (propertyByteCount, true)
}

/// Every known property is a `UInt32`.
private let propertyByteCount = UInt32(MemoryLayout<UInt32>.size)

private func property(
    _ id: AudioServicesPropertyID
) throws(ServicesError) -> SystemSoundProperty {
    switch id {
    case kAudioServicesPropertyIsUISound: return .isUISound
    case kAudioServicesPropertyCompletePlaybackIfAppDies: return .completesPlaybackIfAppDies
    default: throw .unknownProperty
    }
}

private func specifiedSound(
    _ size: UInt32, _ specifier: UnsafeRawPointer?
) throws(ServicesError) -> SystemSoundID {
    guard size == UInt32(MemoryLayout<SystemSoundID>.size) else { throw .wrongSpecifierSize }
    guard let specifier else { throw .missingPointer }
    return specifier.loadUnaligned(as: SystemSoundID.self)
}

private func value(
    of property: SystemSoundProperty, ofSound id: SystemSoundID
) throws(ServicesError) -> Bool {
    guard let value = currentApp().systemSounds.value(of: property, ofSound: id) else {
        throw .unknownSound
    }
    return value
}
