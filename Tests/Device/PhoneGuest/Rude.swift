import AudioModel
import DeviceProtocol
import Foundation

/// Speaks to the phone without a library, and not as it should.
struct Rude {
    private let manner: String
    private let line: Int32

    init(_ manner: String) {
        self.manner = manner
        line = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0)
        signal(SIGPIPE, SIG_IGN)
        connectToPhone()
    }

    private func connectToPhone() {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = ProcessInfo.processInfo.environment["SORI_PHONE_SOCKET"] ?? ""
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let error = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(line, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        say("connected: \(error)")
    }

    func behave() -> Never {
        switch manner {
        case "garbage": send((0..<200).map { UInt8(truncatingIfNeeded: 0xEE &+ $0 &* 37) })
        case "unasked": send(.readSession(question: 1))
        case "old": send(.hello(ProtocolVersion(layout: 0, vocabulary: 0)))
        default: behaveOnceKnown()
        }
        pauseForEver()
    }

    private func behaveOnceKnown() {
        send(.hello(.current))
        send(.request(question: 1, .startStream(number: 1, .player, appVolume: 1)))
        switch manner {
        case "twice": send(.hello(.current))
        case "empty": send([])
        case "large": send([UInt8](repeating: 1, count: MessageLimits.messageBytesMax + 1))
        case "half":
            let message = try! AppMessage.request(question: 2, .setMediaVolume(0.5)).encoded()
            // And stays: of one that leaves at once, the phone may see that first.
            send(Array(message.dropLast(3)))
        case "answers-unasked": send(.acknowledged(notification: 77))
        case "floods": while true { send(.levels([])) }
        case "deaf":
            var question: UInt32 = 2
            while true {
                send(.readSession(question: question))
                question &+= 1
            }
        case "many":
            for number in 2...2000 {
                let prepared = AppRequest.prepareStream(number: number, .player, appVolume: 1)
                send(.request(question: UInt32(number), prepared))
                var answer = [UInt8](repeating: 0, count: MessageLimits.messageBytesMax)
                _ = recv(line, &answer, answer.count, 0)
                while recv(line, &answer, answer.count, Int32(MSG_DONTWAIT)) > 0 {}
            }
        case "hangs-up": close(line)
        case "escapes":
            // Joins the process group of the parent.
            say("gone: \(setpgid(0, getpgid(getppid())))")
            send([0xEE])
        case "starts-twice":
            for question: UInt32 in 2...40 {
                let number = Int(question)
                send(
                    .request(question: question, .startStream(number: number, .queue, appVolume: 1))
                )
                // A recording is refused in a category without input.
                send(
                    .request(
                        question: question + 100,
                        .startStream(number: number, .recorder, appVolume: 1)))
                var answer = [UInt8](repeating: 0, count: MessageLimits.messageBytesMax)
                _ = recv(line, &answer, answer.count, 0)
                while recv(line, &answer, answer.count, Int32(MSG_DONTWAIT)) > 0 {}
            }
        default: break
        }
    }

    private func send(_ message: AppMessage) {
        send(try! message.encoded())
    }

    private func send(_ bytes: [UInt8]) {
        _ = Glibc.send(line, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    private func pauseForEver() -> Never {
        while true { pause() }
    }
}
