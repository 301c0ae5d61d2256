package import AudioModel

/// What the act for a request needs and the request does not say: names of streams and tasks,
/// sounds, and a volume as a story writes it.
package protocol RequestNames {
    func name(ofStream number: Int) -> String
    func name(of task: BackgroundTaskID) -> String
    /// The sound that a stream plays: one without an end, or for system sounds one with an end.
    func sound(ofStream number: Int, isSystemSound: Bool) -> SoundSpec
    /// What the microphone picks up for a stream; `nil` leaves that to the phone.
    func input(ofStream number: Int) -> SoundSpec?
    func volume(_ volume: Float) -> Double
}

extension AppAct {
    /// The act with which a story says a request; `nil` for a request without words.
    ///
    /// The media volume is set by an act of the phone. Whether a second start or an option has
    /// words depends on the phone, which the caller knows.
    package init?(_ request: AppRequest, _ names: some RequestNames) {
        switch request {
        case .setCategory(let category, let mode, let options, let policy):
            self = .setsCategory(category, mode: mode, options: options, policy: policy)
        case .setMode(let mode): self = .setsMode(mode)
        case .activate: self = .activates
        case .deactivate(let notifying): self = .deactivates(notifying: notifying)
        case .startStream(let number, let kind, let volume):
            self.init(start: number, kind, volume: volume, names)
        case .prepareStream(let number, _, _):
            self = .prepares(
                names.sound(ofStream: number, isSystemSound: false),
                stream: names.name(ofStream: number))
        case .pauseStream(let number): self = .pauses(stream: names.name(ofStream: number))
        case .resumeStream(let number): self = .resumes(stream: names.name(ofStream: number))
        case .stopStream(let number), .streamEnded(let number):
            self = .stops(stream: names.name(ofStream: number))
        case .setStreamVolume(let number, let volume):
            self = .setsVolume(stream: names.name(ofStream: number), names.volume(volume))
        case .vibrate: self = .vibrates
        case .overrideOutput(let port): self = .overrides(port)
        case .prefer(let preference, let isOn): self = .prefers(preference, isOn)
        case .enableRemoteCommands(let commands): self = .setsCommands(commands)
        case .beginBackgroundTask(let task): self = .beginsTask(names.name(of: task))
        case .endBackgroundTask(let task): self = .endsTask(names.name(of: task))
        case .openURL: self = .leaves
        case .call(let event): self = .call(event)
        case .setMediaVolume, .letStreamOutliveApp, .returned, .setPreferredInput,
            .allowHapticsAndSystemSoundsDuringRecording, .startPlayer, .openPlayer,
            .prepareCall:
            return nil
        }
    }

    private init?(
        start number: Int, _ kind: StreamKind, volume: Float, _ names: some RequestNames
    ) {
        let name = names.name(ofStream: number)
        switch kind {
        case .player, .queue, .unit:
            let player = PlayerKind.allCases.first { $0.streamKind == kind }
            self = .plays(
                StreamStart(
                    names.sound(ofStream: number, isSystemSound: false), as: name,
                    volume: names.volume(volume), player: player == .player ? nil : player))
        case .recorder: self = .records(stream: name, from: names.input(ofStream: number))
        case .systemSound:
            self = .sounds(names.sound(ofStream: number, isSystemSound: true), stream: name)
        case .alertSound:
            self = .alerts(names.sound(ofStream: number, isSystemSound: true), stream: name)
        case .ringtone, .alarm, .timer, .callAudio, .emergencyAlert, .messageTone, .keyClick:
            return nil
        }
    }
}
