import Foundation
import Glibc
import Keychain

// Adds items to a store, from a process of its own:
//
//     KeychainWriter file PATH PREFIX COUNT [STEP]
//     KeychainWriter service ADDRESS LOCK PREFIX COUNT
//
// With a step, the process is killed there when it writes. Prints the status of the last item.

func add(_ count: Int, _ prefix: String, to store: any KeychainStore) -> Int32 {
    let client = KeychainClient(
        groups: .init(declared: [], identifier: "writer"),
        store: { () throws(KeychainError) in store })
    for number in 0..<count {
        do throws(KeychainError) {
            _ = try client.add(
                .genericPassword, [.account: .text("\(prefix)-\(number)")],
                data: Data("secret \(number)".utf8))
        } catch {
            return error.rawValue
        }
    }
    return 0
}

let words = CommandLine.arguments.dropFirst()
var status: Int32 = -50
switch (words.first, words.count) {
case ("file", 4), ("file", 5):
    let step = words.count == 5 ? Int32(words[5]) : nil
    let store = FileKeychainStore(path: words[2]) { reached in
        // No code of this process runs after it, as when power fails.
        if reached.rawValue == step { kill(getpid(), SIGKILL) }
        return 0
    }
    status = add(Int(words[4]) ?? 0, words[3], to: store)
case ("service", 5):
    let store = SecretServiceStore(
        name: "writers", address: words[2], lockPath: words[3], hasDisplay: { false },
        note: { FileHandle.standardError.write(Data("\($0)\n".utf8)) })
    status = add(Int(words[5]) ?? 0, words[4], to: store)
default: break
}
print(status)
exit(status == 0 ? 0 : 1)
