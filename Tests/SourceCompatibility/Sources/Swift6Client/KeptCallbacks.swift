import AVFAudio
import AudioToolbox
import UIKit

/// A class of the main actor that keeps its callbacks in variables. In this language mode they may
/// touch its state only where that is not the actor's.
@MainActor
final class KeptCallbacks {
    nonisolated let arrival = Arrival()

    static let bufferDone: AudioQueueOutputCallback = { userData, _, _ in
        Unmanaged<KeptCallbacks>.fromOpaque(userData!).takeUnretainedValue().arrival.signal()
    }

    let listener: AudioQueuePropertyListenerProc = { _, _, _ in }
}

@MainActor
func tryKeptCallbacks() {
    let kept = KeptCallbacks()
    let userData = Unmanaged.passUnretained(kept).toOpaque()
    playSilence(KeptCallbacks.bufferDone, kept.listener, userData) {
        kept.arrival.wait(for: "a buffer for a callback that is kept")
    }
}

@MainActor
func tryAsync() async {
    let isGranted = await AVAudioApplication.requestRecordPermission()
    expect(
        isGranted == (AVAudioApplication.shared.recordPermission == .granted),
        "the permission is another one")
    if let url = URL(string: UIApplication.openSettingsURLString) {
        let isOpened = await UIApplication.shared.open(url)
        expect(!isOpened, "a program without a phone has opened Settings")
    }
}
