import AVFAudio

/// The types of what public projects use most of AVAudioSession.
func checkSessionSignatures() {
    _ = AVAudioSession.self
    _ = AVAudioSession.sharedInstance as () -> AVAudioSession
    _ =
        AVAudioSession.setCategory(_:)
        as (AVAudioSession) -> (AVAudioSession.Category) throws -> Void
    _ =
        AVAudioSession.setCategory(_:options:)
        as (AVAudioSession) -> (AVAudioSession.Category, AVAudioSession.CategoryOptions) throws ->
        Void
    _ =
        AVAudioSession.setCategory(_:mode:options:)
        as (AVAudioSession) -> (
            AVAudioSession.Category, AVAudioSession.Mode, AVAudioSession.CategoryOptions
        ) throws -> Void
    _ =
        AVAudioSession.setCategory(_:mode:policy:options:)
        as (AVAudioSession) -> (
            AVAudioSession.Category, AVAudioSession.Mode, AVAudioSession.RouteSharingPolicy,
            AVAudioSession.CategoryOptions
        ) throws -> Void
    _ =
        AVAudioSession.setActive(_:options:)
        as (AVAudioSession) -> (Bool, AVAudioSession.SetActiveOptions) throws -> Void
    let _: AVAudioSession.Category = AVAudioSession.Category.playback
    let _: AVAudioSession.Category = AVAudioSession.Category.playAndRecord
    let _: String = AVAudioSessionInterruptionTypeKey
    let _: AVAudioSession.InterruptionType = AVAudioSession.InterruptionType.began
    let _: AVAudioSession.InterruptionType = AVAudioSession.InterruptionType.ended
    let _: String = AVAudioSessionInterruptionOptionKey
    let _: AVAudioSession.Category = AVAudioSession.Category.ambient
    readable(\AVAudioSession.currentRoute, AVAudioSessionRouteDescription.self)
    let _: Notification.Name = AVAudioSession.interruptionNotification
    readable(\AVAudioSession.category, AVAudioSession.Category.self)
    let _: AVAudioSession.Category = AVAudioSession.Category.record
    let _: AVAudioSession.InterruptionOptions = AVAudioSession.InterruptionOptions.shouldResume
    readable(\AVAudioSession.mode, AVAudioSession.Mode.self)
    readable(\AVAudioSessionRouteDescription.outputs, [AVAudioSessionPortDescription].self)
    let _: AVAudioSession.Category = AVAudioSession.Category.soloAmbient
    _ =
        AVAudioSession.setPreferredIOBufferDuration(_:)
        as (AVAudioSession) -> (TimeInterval) throws -> Void
    let _: AVAudioSession.SetActiveOptions = AVAudioSession.SetActiveOptions
        .notifyOthersOnDeactivation
    let _: AVAudioSession.CategoryOptions = AVAudioSession.CategoryOptions.defaultToSpeaker
    _ = AVAudioSessionPortDescription.self
    _ =
        AVAudioSession.requestRecordPermission(_:)
        as (AVAudioSession) -> (@escaping @Sendable (Bool) -> Void) -> Void
    let _: AVAudioSession.Port = AVAudioSession.Port.headphones
    readable(\AVAudioSessionPortDescription.portType, AVAudioSession.Port.self)
    let _: AVAudioSession.CategoryOptions = AVAudioSession.CategoryOptions.allowBluetooth
    readable(\AVAudioSession.sampleRate, Double.self)
    readable(\AVAudioSession.preferredIOBufferDuration, TimeInterval.self)
    readable(\AVAudioSessionRouteDescription.inputs, [AVAudioSessionPortDescription].self)
    readable(\AVAudioSession.isOtherAudioPlaying, Bool.self)
    let _: Notification.Name = AVAudioSession.routeChangeNotification
    let _: AVAudioSession.Port = AVAudioSession.Port.bluetoothA2DP
    let _: AVAudioSession.Port = AVAudioSession.Port.bluetoothHFP
    readable(\AVAudioSession.preferredSampleRate, Double.self)
    let _: AVAudioSession.CategoryOptions = AVAudioSession.CategoryOptions.allowAirPlay
    let _: AVAudioSession.CategoryOptions = AVAudioSession.CategoryOptions.allowBluetoothA2DP
    readable(\AVAudioSessionPortDescription.portName, String.self)
    readable(\AVAudioSessionPortDescription.uid, String.self)
    readable(\AVAudioSession.preferredInput, AVAudioSessionPortDescription?.self)
    _ =
        AVAudioSession.setPreferredInput(_:)
        as (AVAudioSession) -> (AVAudioSessionPortDescription?) throws -> Void
    _ = AVAudioSession.setPreferredSampleRate(_:) as (AVAudioSession) -> (Double) throws -> Void
    _ = (any AVAudioSessionDelegate).self
    let _: String = AVAudioSessionRouteChangeReasonKey
    let _: Notification.Name = AVAudioSession.mediaServicesWereResetNotification
    let _: AVAudioSession.Category = AVAudioSession.Category.audioProcessing
    let _: AVAudioSession.Category = AVAudioSession.Category.multiRoute
    let _: AVAudioSession.CategoryOptions = AVAudioSession.CategoryOptions.duckOthers
    let _: AVAudioSession.RouteChangeReason = AVAudioSession.RouteChangeReason.oldDeviceUnavailable
    readable(\AVAudioSession.categoryOptions, AVAudioSession.CategoryOptions.self)
    readable(\AVAudioSession.isInputAvailable, Bool.self)
    let _: AVAudioSession.Mode = AVAudioSession.Mode.measurement
    let _: AVAudioSession.Port = AVAudioSession.Port.bluetoothLE
    readable(\AVAudioSessionPortDescription.channels, [AVAudioSessionChannelDescription]?.self)
    readable(\AVAudioSession.availableInputs, [AVAudioSessionPortDescription]?.self)
    readable(
        \AVAudioSessionPortDescription.dataSources, [AVAudioSessionDataSourceDescription]?.self)
    _ = AVAudioSessionDataSourceDescription.self
    readable(\AVAudioSession.ioBufferDuration, TimeInterval.self)
    readable(\AVAudioSession.secondaryAudioShouldBeSilencedHint, Bool.self)
    _ =
        AVAudioSession.setInputDataSource(_:)
        as (AVAudioSession) -> (AVAudioSessionDataSourceDescription?) throws -> Void
    let _: Notification.Name = AVAudioSession.mediaServicesWereLostNotification
    readable(\AVAudioSession.recordPermission, AVAudioSession.RecordPermission.self)
    _ =
        AVAudioSession.setAllowHapticsAndSystemSoundsDuringRecording(_:)
        as (AVAudioSession) -> (Bool) throws -> Void
    _ = AVAudioSession.setMode(_:) as (AVAudioSession) -> (AVAudioSession.Mode) throws -> Void
    let _: AVAudioSession.RecordPermission = AVAudioSession.RecordPermission.granted
    let _: AVAudioSession.RecordPermission = AVAudioSession.RecordPermission.undetermined
    readable(
        \AVAudioSessionPortDescription.selectedDataSource, AVAudioSessionDataSourceDescription?.self
    )
    _ = AVAudioSessionRouteDescription.self
    let _: String = AVAudioSessionSilenceSecondaryAudioHintTypeKey
    readable(\AVAudioSession.availableCategories, [AVAudioSession.Category].self)
    readable(\AVAudioSession.inputLatency, TimeInterval.self)
    readable(\AVAudioSession.inputNumberOfChannels, Int.self)
    readable(\AVAudioSession.outputLatency, TimeInterval.self)
    readable(\AVAudioSession.outputNumberOfChannels, Int.self)
    readable(\AVAudioSession.outputVolume, Float.self)
    readable(\AVAudioSession.promptStyle, AVAudioSession.PromptStyle.self)
    _ =
        AVAudioSession.setOutputDataSource(_:)
        as (AVAudioSession) -> (AVAudioSessionDataSourceDescription?) throws -> Void
    let _: Notification.Name = AVAudioSession.silenceSecondaryAudioHintNotification
    let _: AVAudioSession.CategoryOptions = AVAudioSession.CategoryOptions.mixWithOthers
    let _: AVAudioSession.Mode = AVAudioSession.Mode.moviePlayback
    let _: AVAudioSession.Mode = AVAudioSession.Mode.spokenAudio
    let _: AVAudioSession.Mode = AVAudioSession.Mode.voiceChat
    let _: AVAudioSession.Port = AVAudioSession.Port.airPlay
    let _: AVAudioSession.Port = AVAudioSession.Port.carAudio
    let _: AVAudioSession.Port = AVAudioSession.Port.headsetMic
    let _: AVAudioSession.Port = AVAudioSession.Port.usbAudio
    let _: AVAudioSession.RecordPermission = AVAudioSession.RecordPermission.denied
    let _: AVAudioSession.RouteChangeReason = AVAudioSession.RouteChangeReason.categoryChange
    let _: AVAudioSession.RouteChangeReason = AVAudioSession.RouteChangeReason.newDeviceAvailable
    let _: AVAudioSession.RouteChangeReason = AVAudioSession.RouteChangeReason
        .noSuitableRouteForCategory
    let _: AVAudioSession.RouteChangeReason = AVAudioSession.RouteChangeReason.override
    let _: AVAudioSession.RouteChangeReason = AVAudioSession.RouteChangeReason.wakeFromSleep
}
