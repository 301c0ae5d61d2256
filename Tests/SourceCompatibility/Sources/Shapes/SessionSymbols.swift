import AVFAudio

/// The symbols of AVAudioSession that public projects use most, each as they use it.
@MainActor
func trySessionSymbols() {
    let session = AVAudioSession.sharedInstance()
    do {
        try session.setCategory(
            .playAndRecord, mode: .measurement,
            options: [
                .defaultToSpeaker, .allowBluetooth, .allowBluetoothA2DP, .allowAirPlay, .duckOthers,
            ])
        try session.setCategory(.multiRoute)
        try session.setCategory(AVAudioSession.Category.playback)
        try session.setMode(.default)
        try session.setPreferredIOBufferDuration(0.005)
        try session.setPreferredSampleRate(48_000)
        try session.setPreferredInput(session.availableInputs?.first)
        try session.setAllowHapticsAndSystemSoundsDuringRecording(true)
        try session.setActive(true)
        try session.setActive(false, options: .notifyOthersOnDeactivation)
    } catch {
        expect(false, "the session refuses: \(error)")
    }
    var numbers: [Double] = [
        session.ioBufferDuration, session.preferredIOBufferDuration, session.preferredSampleRate,
        session.inputLatency, session.outputLatency, Double(session.inputNumberOfChannels),
    ]
    numbers.append(session.categoryOptions.contains(.duckOthers) ? 1 : 0)
    expect(numbers.allSatisfy(\.isFinite), "a number of the session is none")
    expect(session.availableCategories.contains(.playback), "there is no playback")
    expect(!session.secondaryAudioShouldBeSilencedHint, "another app plays")
    let route: AVAudioSessionRouteDescription = session.currentRoute
    let ports: [AVAudioSessionPortDescription] = route.inputs + route.outputs
    for port in ports {
        let known: [AVAudioSession.Port] = [
            .headphones, .bluetoothA2DP, .bluetoothHFP, .bluetoothLE, .builtInSpeaker,
        ]
        let sources: [AVAudioSessionDataSourceDescription] = port.dataSources ?? []
        let what = "\(port.portName) \(port.uid) \(known.contains(port.portType)) \(sources.count)"
        expect(!what.isEmpty && port.selectedDataSource == nil || !sources.isEmpty, what)
    }
    if let input = session.preferredInput, let source = input.dataSources?.first {
        try? session.setInputDataSource(source)
    }
    expect(
        AVAudioSession.RecordPermission.undetermined != .granted, "permissions are all the same")
    observeSession()
}

/// Observes the session as most apps do.
private func observeSession() {
    let center = NotificationCenter.default
    let names: [Notification.Name] = [
        AVAudioSession.interruptionNotification, AVAudioSession.routeChangeNotification,
        AVAudioSession.mediaServicesWereLostNotification,
        AVAudioSession.mediaServicesWereResetNotification,
        AVAudioSession.silenceSecondaryAudioHintNotification,
    ]
    for name in names {
        let token = center.addObserver(forName: name, object: nil, queue: .main) { note in
            guard let info = note.userInfo else { return }
            if let value = info[AVAudioSessionInterruptionTypeKey] as? UInt,
                let type = AVAudioSession.InterruptionType(rawValue: value), type == .began
            {
                return
            }
            if let value = info[AVAudioSessionInterruptionOptionKey] as? UInt {
                let options = AVAudioSession.InterruptionOptions(rawValue: value)
                if options.contains(.shouldResume) { return }
            }
            if let value = info[AVAudioSessionRouteChangeReasonKey] as? UInt,
                AVAudioSession.RouteChangeReason(rawValue: value) == .oldDeviceUnavailable
            {
                return
            }
            _ = info[AVAudioSessionSilenceSecondaryAudioHintTypeKey]
        }
        center.removeObserver(token)
    }
}
