import AVFAudio

/// A class of the main actor that observes its session.
@MainActor
final class SessionObserver {
    private var observations: [NSKeyValueObservation] = []
    private(set) var volume: Float = -1
    private(set) var categories: [String] = []
    private(set) var changeCount = 0

    func begin() {
        let session = AVAudioSession.sharedInstance()
        observations.append(
            session.observe(\.outputVolume, options: [.initial, .new]) { _, change in
                self.volume = change.newValue ?? -2
            })
        observations.append(
            session.observe(\.category, options: [.old, .new]) { session, change in
                self.categories.append(change.oldValue?.rawValue ?? "")
                self.categories.append(change.newValue?.rawValue ?? "")
            })
        observations.append(
            session.observe(\.currentRoute) { [weak self] _, _ in self?.changeCount += 1 })
        observations.append(
            session.observe(\.isOtherAudioPlaying) { [weak self] _, _ in self?.changeCount += 1 })
        observations.append(
            session.observe(\.isInputAvailable) { [weak self] _, _ in self?.changeCount += 1 })
    }

    func end() { observations.forEach { $0.invalidate() } }
}

@MainActor
func tryObserving() {
    let observer = SessionObserver()
    observer.begin()
    expect(observer.volume == 1, "the volume is \(observer.volume)")
    let session = AVAudioSession.sharedInstance()
    do {
        try session.setCategory(.playback)
        try session.setCategory(.ambient)
    } catch {
        expect(false, "the category is refused: \(error)")
    }
    observer.end()
    try? session.setCategory(.soloAmbient)
    expect(
        observer.categories == [
            "AVAudioSessionCategorySoloAmbient", "AVAudioSessionCategoryPlayback",
            "AVAudioSessionCategoryPlayback", "AVAudioSessionCategoryAmbient",
        ], "the categories were \(observer.categories)")
}
