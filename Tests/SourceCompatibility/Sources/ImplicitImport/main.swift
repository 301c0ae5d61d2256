import Foundation

struct AudioError: Error {
    let status: OSStatus
}

func check(_ status: OSStatus) throws {
    if status != noErr { throw AudioError(status: status) }
}

try check(noErr)
print("ImplicitImport: OSStatus is \(OSStatus.self)")
