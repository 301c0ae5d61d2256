import DeviceIdentifier
import Foundation
import Security

// Prints the identifier of this device: the same in every run, until it is forgotten.

let words = Array(CommandLine.arguments.dropFirst())
guard words.isEmpty || words == ["--forget"] else {
    FileHandle.standardError.write(Data("usage: ShowDeviceID [--forget]\n".utf8))
    exit(2)
}
nonisolated(unsafe) var lastStatus = errSecSuccess
let identifier = DeviceIdentifier { function, status in
    lastStatus = status
    let reason = SecCopyErrorMessageString(status, nil) as String? ?? ""
    FileHandle.standardError.write(Data("\(function): \(reason)\n".utf8))
}
if words.isEmpty, lastStatus == errSecSuccess {
    let text = identifier.text
    if lastStatus == errSecSuccess { print(text) }
} else if lastStatus == errSecSuccess {
    identifier.forget()
}
exit(lastStatus == errSecSuccess ? 0 : 1)
