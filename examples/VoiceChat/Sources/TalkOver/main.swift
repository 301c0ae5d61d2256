import Foundation
import VoiceCall

// swift run TalkOver                talk to yourself: your voice comes back after a third of a second
// swift run TalkOver PORT PEER      talk to another TalkOver of this machine, by UDP
// swift run TalkOver … --raw        keep the echo of the speaker and the noise
var words = Array(CommandLine.arguments.dropFirst())
let isRaw = words.contains("--raw")
words.removeAll { $0 == "--raw" }

do {
    let network: any VoiceNetwork
    if words.isEmpty {
        network = EchoNetwork(delay: 0.3)
    } else if words.count == 2, let port = UInt16(words[0]), let peer = UInt16(words[1]) {
        network = try LocalNetwork(port: port, peer: peer)
    } else {
        FileHandle.standardError.write(Data("usage: TalkOver [PORT PEER] [--raw]\n".utf8))
        exit(2)
    }
    #if canImport(CallKit)
        // The system knows of the call: it interrupts other sound, and activates the session.
        let call = try SystemCall(network: network)
        call.isBypassed = isRaw
        call.ended = { exit(0) }
        call.start(to: words.last ?? "yourself")
    #else
        let call = try VoiceCall(network: network)
        call.isBypassed = isRaw
        try call.start()
    #endif
    print("Talk; Return ends.")
    // The end of the input ends the call as well.
    Thread.detachNewThread {
        _ = readLine()
        DispatchQueue.main.async {
            MainActor.assumeIsolated { call.hangUp() }
            #if !canImport(CallKit)
                exit(0)
            #endif
        }
    }
    RunLoop.main.run()
} catch {
    FileHandle.standardError.write(Data("TalkOver: \(error)\n".utf8))
    exit(1)
}
