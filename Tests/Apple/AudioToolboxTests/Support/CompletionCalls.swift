import AudioModel
import AudioToolbox
import SoundClient
import Synchronization

/// Client data for `completionProc`: notes each call and reacts as the test wants.
final class CompletionCalls: Sendable {
    struct Call: Equatable {
        var sound: SystemSoundID
        var thread: VirtualThread?
    }

    private let all = Mutex<[Call]>([])
    private let reaction: @Sendable (SystemSoundID) -> Void

    init(_ reaction: @escaping @Sendable (SystemSoundID) -> Void = { _ in }) {
        self.reaction = reaction
    }

    var calls: [Call] { all.withLock { $0 } }
    var count: Int { calls.count }

    /// Valid while this object lives.
    var clientData: UnsafeMutableRawPointer {
        Unmanaged.passUnretained(self).toOpaque()
    }

    fileprivate func note(_ sound: SystemSoundID) {
        all.withLock { $0.append(Call(sound: sound, thread: VirtualThread.current)) }
        reaction(sound)
    }
}

let completionProc: AudioServicesSystemSoundCompletionProc = { sound, clientData in
    Unmanaged<CompletionCalls>.fromOpaque(clientData!).takeUnretainedValue().note(sound)
}

/// Counts the runs of a completion block.
final class BlockRuns: Sendable {
    private let all = Mutex<[VirtualThread?]>([])

    var threads: [VirtualThread?] { all.withLock { $0 } }
    var count: Int { threads.count }

    func note() {
        all.withLock { $0.append(VirtualThread.current) }
    }
}

/// Makes a sound that must be possible to make.
func makeSound(_ url: URL) -> SystemSoundID {
    var sound: SystemSoundID = 0
    let status = AudioServicesCreateSystemSoundID(url as CFURL, &sound)
    precondition(status == kAudioServicesNoError, "the test's own sound is not accepted: \(status)")
    return sound
}
