import CoreFoundation
import Foundation

// Core Foundation's names, as Apple's importer shows them to Swift. Linux has the real Core
// Foundation, but none of Swift's bridging to it: with the real `CFURL`, `url as CFURL` does not
// compile. With the class that Apple bridges it to, it does, from `URL` and from `NSURL`. A file
// that imports CoreFoundation as well must say which one it means (`AudioToolbox.CFURL`); all other
// names are Core Foundation's own declarations, exported here again, and never ambiguous.

@_exported import class CoreFoundation.CFRunLoop
@_exported import func CoreFoundation.CFRunLoopGetCurrent
@_exported import func CoreFoundation.CFRunLoopGetMain
@_exported import func CoreFoundation.CFRunLoopPerformBlock
@_exported import func CoreFoundation.CFRunLoopRun
@_exported import func CoreFoundation.CFRunLoopStop
@_exported import func CoreFoundation.CFRunLoopWakeUp

public typealias CFArray = NSArray
public typealias CFData = NSData
public typealias CFDictionary = NSDictionary
public typealias CFNumber = NSNumber
public typealias CFString = NSString
public typealias CFURL = NSURL

/// A run loop's mode. Its raw value is what functions take.
public struct CFRunLoopMode: RawRepresentable, Hashable, @unchecked Sendable {
    public let rawValue: CFString

    public init(rawValue: CFString) {
        // A copy: the caller's may be a mutable string.
        self.rawValue = NSString(string: rawValue as String)
    }

    public init(_ rawValue: CFString) {
        self.init(rawValue: rawValue)
    }

    /// What a run loop runs in unless it is told otherwise.
    public static let defaultMode = CFRunLoopMode("kCFRunLoopDefaultMode" as CFString)
    /// Every mode that counts itself among the common ones.
    public static let commonModes = CFRunLoopMode("kCFRunLoopCommonModes" as CFString)
}

/// Runs the thread's run loop in one mode.
///
/// - Parameters:
///   - seconds: How long at most; zero for one round.
///   - returnAfterSourceHandled: Whether to come back after one source.
/// - Returns: Why it came back.
@discardableResult
public func CFRunLoopRunInMode(
    _ mode: CFRunLoopMode, _ seconds: CFTimeInterval, _ returnAfterSourceHandled: Bool
) -> CFRunLoopRunResult {
    let units = Array((mode.rawValue as String).utf16)
    // Longer than a program runs is as good as for ever, which the run loop does not take.
    return CoreFoundation.CFRunLoopRunInMode(
        CFStringCreateWithCharacters(nil, units, units.count), min(seconds, 1e9),
        returnAfterSourceHandled)
}

/// A truth value of one byte, as C's `Boolean`.
public struct DarwinBoolean: ExpressibleByBooleanLiteral, Hashable, Sendable {
    public var boolValue: Bool

    public init(_ value: Bool) {
        boolValue = value
    }

    public init(booleanLiteral value: Bool) {
        boolValue = value
    }
}

extension DarwinBoolean: CustomStringConvertible, CustomReflectable {
    public var description: String { boolValue.description }
    public var customMirror: Mirror { Mirror(reflecting: boolValue) }
}
