import AudioToolbox

/// A class of the main actor with a callback in a property that calls back to the main actor.
@MainActor
final class CallbackToMain {
    var count = 0
    var done: CheckedContinuation<Void, Never>?

    var bufferDone: AudioQueueOutputCallback = { userData, _, _ in
        let player = Unmanaged<CallbackToMain>.fromOpaque(userData!).takeUnretainedValue()
        DispatchQueue.main.async { player.bufferCame() }
    }
    let listener: AudioQueuePropertyListenerProc = { _, _, _ in }

    func bufferCame() {
        count += 1
        done?.resume()
        done = nil
    }
}

@MainActor
func tryCallbackToMain() async {
    let player = CallbackToMain()
    let userData = Unmanaged.passUnretained(player).toOpaque()
    var queue: AudioQueueRef?
    await withCheckedContinuation {
        player.done = $0
        queue = startSilence(player.bufferDone, player.listener, userData)
    }
    if let queue { AudioQueueDispose(queue, true) }
    expect(player.count == 1, "\(player.count) buffers came to the main actor")
}
