public import CoreFoundation
public import Foundation

// Core Foundation's names as Apple's importer shows them to Swift. Linux has Core Foundation, but
// no Swift bridging to it: `url as CFURL` does not compile with its `CFURL`, but does with the
// class that Apple bridges it to, from `URL` and from `NSURL`. A file that imports CoreFoundation
// as well must say which one it means (`AudioToolbox.CFURL`); all other names are re-exported
// declarations of Core Foundation and never ambiguous.

@_exported public import class CoreFoundation.CFRunLoop
@_exported public import func CoreFoundation.CFRunLoopGetCurrent
@_exported public import func CoreFoundation.CFRunLoopGetMain
@_exported public import func CoreFoundation.CFRunLoopPerformBlock
@_exported public import func CoreFoundation.CFRunLoopRun
@_exported public import func CoreFoundation.CFRunLoopStop
@_exported public import func CoreFoundation.CFRunLoopWakeUp

/// Apple's bridged name of `NSArray`.
public typealias CFArray = NSArray
/// Apple's bridged name of `NSData`.
public typealias CFData = NSData
/// Apple's bridged name of `NSDictionary`.
public typealias CFDictionary = NSDictionary
/// Apple's bridged name of `NSNumber`.
public typealias CFNumber = NSNumber
/// Apple's bridged name of `NSString`.
public typealias CFString = NSString
/// Apple's bridged name of `NSURL`.
public typealias CFURL = NSURL

/// A run loop mode; its raw value is the mode's name.
///
/// Ownership: immutable; `init` copies the name.
public struct CFRunLoopMode: RawRepresentable, Hashable, @unchecked Sendable {
    public let rawValue: CFString

    /// Makes a mode from its name.
    public init(rawValue: CFString) {
        // Copied: the caller's string may be mutable.
        self.rawValue = NSString(string: rawValue as String)
    }

    /// Makes a mode from its name.
    public init(_ rawValue: CFString) {
        self.init(rawValue: rawValue)
    }

    /// The default mode.
    public static let defaultMode = CFRunLoopMode("kCFRunLoopDefaultMode" as CFString)
    /// All modes that are registered as common.
    public static let commonModes = CFRunLoopMode("kCFRunLoopCommonModes" as CFString)
}

/// Runs the current thread's run loop in one mode.
///
/// - Parameters:
///   - seconds: Longest duration; zero for a single pass.
///   - returnAfterSourceHandled: Whether to return after one source.
/// - Returns: Why it returned.
@discardableResult
public func CFRunLoopRunInMode(
    _ mode: CFRunLoopMode, _ seconds: CFTimeInterval, _ returnAfterSourceHandled: Bool
) -> CFRunLoopRunResult {
    let units = Array((mode.rawValue as String).utf16)
    // Limited, since the run loop does not accept infinite durations.
    return CoreFoundation.CFRunLoopRunInMode(
        CFStringCreateWithCharacters(nil, units, units.count), min(seconds, 1e9),
        returnAfterSourceHandled)
}

/// A one-byte Boolean, like C's `Boolean`.
public struct DarwinBoolean: ExpressibleByBooleanLiteral, Hashable, Sendable {
    /// The value as a `Bool`.
    public var boolValue: Bool

    /// Makes a Boolean.
    public init(_ value: Bool) {
        boolValue = value
    }

    /// Makes a Boolean from a literal.
    public init(booleanLiteral value: Bool) {
        boolValue = value
    }
}

extension DarwinBoolean: CustomStringConvertible, CustomReflectable {
    /// "true" or "false".
    public var description: String { boolValue.description }
    /// The mirror of the `Bool`.
    public var customMirror: Mirror { Mirror(reflecting: boolValue) }
}
