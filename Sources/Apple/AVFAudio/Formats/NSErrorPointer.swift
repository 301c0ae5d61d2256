public import Foundation

/// A pointer to a variable for an error; Apple's Foundation has it, and Linux's does not.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
