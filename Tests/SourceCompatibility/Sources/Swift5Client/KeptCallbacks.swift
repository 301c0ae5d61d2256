import AudioToolbox

/// A class of the main actor that keeps its callbacks in variables, and touches its state in them.
@MainActor
final class KeptCallbacks {
    var count = 0
    let arrival = Arrival()

    static let bufferDone: AudioQueueOutputCallback = { userData, _, _ in
        let kept = Unmanaged<KeptCallbacks>.fromOpaque(userData!).takeUnretainedValue()
        kept.count += 1
        kept.arrival.signal()
    }

    let listener: AudioQueuePropertyListenerProc = { userData, _, _ in
        Unmanaged<KeptCallbacks>.fromOpaque(userData!).takeUnretainedValue().count += 0
    }
}

@MainActor
func tryKeptCallbacks() {
    let kept = KeptCallbacks()
    let userData = Unmanaged.passUnretained(kept).toOpaque()
    playSilence(KeptCallbacks.bufferDone, kept.listener, userData) {
        kept.arrival.wait(for: "a buffer for a callback that is kept")
    }
    expect(kept.count == 1, "\(kept.count) buffers came back")
}
