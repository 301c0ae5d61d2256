import AVFAudio

/// The types of what public projects use most of players and recorders.
func checkPlayerSignatures() {
    _ = AVAudioPlayer.play as (AVAudioPlayer) -> () -> Bool
    _ = AVAudioPlayer.play(atTime:) as (AVAudioPlayer) -> (TimeInterval) -> Bool
    _ = AVAudioPlayer.self
    _ = AVAudioPlayer.init(contentsOf:) as (URL) throws -> AVAudioPlayer
    _ = AVAudioPlayer.stop as (AVAudioPlayer) -> () -> Void
    settable(\AVAudioPlayer.delegate, (any AVAudioPlayerDelegate)?.self)
    _ = (any AVAudioPlayerDelegate).self
    _ = AVAudioPlayer.pause as (AVAudioPlayer) -> () -> Void
    settable(\AVAudioPlayer.volume, Float.self)
    readable(\AVAudioPlayer.duration, TimeInterval.self)
    _ =
        AVAudioPlayerDelegate.audioPlayerDidFinishPlaying(_:successfully:)
        as (any AVAudioPlayerDelegate) -> (AVAudioPlayer, Bool) -> Void
    readable(\AVAudioPlayer.isPlaying, Bool.self)
    _ = AVAudioPlayer.prepareToPlay as (AVAudioPlayer) -> () -> Bool
    readable(\AVAudioPlayer.url, URL?.self)
    settable(\AVAudioPlayer.numberOfLoops, Int.self)
    settable(\AVAudioPlayer.pan, Float.self)
    settable(\AVAudioPlayer.currentTime, TimeInterval.self)
    _ = AVAudioRecorder.self
    _ =
        AVAudioPlayerDelegate.audioPlayerDecodeErrorDidOccur(_:error:)
        as (any AVAudioPlayerDelegate) -> (AVAudioPlayer, (any Error)?) -> Void
    _ = AVAudioRecorder.record as (AVAudioRecorder) -> () -> Bool
    _ = AVAudioRecorder.record(atTime:) as (AVAudioRecorder) -> (TimeInterval) -> Bool
    _ = AVAudioRecorder.record(forDuration:) as (AVAudioRecorder) -> (TimeInterval) -> Bool
    _ =
        AVAudioRecorder.record(atTime:forDuration:)
        as (AVAudioRecorder) -> (TimeInterval, TimeInterval) -> Bool
    _ = AVAudioQuality.self
    _ =
        AVAudioPlayerDelegate.audioPlayerBeginInterruption(_:)
        as (any AVAudioPlayerDelegate) -> (AVAudioPlayer) -> Void
    _ = AVAudioRecorder.init(url:settings:) as (URL, [String: Any]) throws -> AVAudioRecorder
    _ = AVAudioRecorder.stop as (AVAudioRecorder) -> () -> Void
    readable(\AVAudioPlayer.format, AVAudioFormat.self)
    readable(\AVAudioPlayer.deviceCurrentTime, TimeInterval.self)
    _ = AVAudioPlayer.init(contentsOf:fileTypeHint:) as (URL, String?) throws -> AVAudioPlayer
    readable(\AVAudioPlayer.numberOfChannels, Int.self)
    _ = AVAudioPlayer.init(data:) as (Data) throws -> AVAudioPlayer
    settable(\AVAudioPlayer.rate, Float.self)
    _ = AVAudioPlayer.setVolume(_:fadeDuration:) as (AVAudioPlayer) -> (Float, TimeInterval) -> Void
    readable(\AVAudioPlayer.data, Data?.self)
    settable(\AVAudioPlayer.isMeteringEnabled, Bool.self)
    _ = AVAudioPlayer.updateMeters as (AVAudioPlayer) -> () -> Void
    _ =
        AVAudioPlayerDelegate.audioPlayerEndInterruption(_:withOptions:)
        as (any AVAudioPlayerDelegate) -> (AVAudioPlayer, Int) -> Void
    _ =
        AVAudioPlayerDelegate.audioPlayerEndInterruption(_:withFlags:)
        as (any AVAudioPlayerDelegate) -> (AVAudioPlayer, Int) -> Void
    _ =
        AVAudioPlayerDelegate.audioPlayerEndInterruption(_:)
        as (any AVAudioPlayerDelegate) -> (AVAudioPlayer) -> Void
    settable(\AVAudioRecorder.delegate, (any AVAudioRecorderDelegate)?.self)
    _ =
        AVAudioRecorderDelegate.audioRecorderDidFinishRecording(_:successfully:)
        as (any AVAudioRecorderDelegate) -> (AVAudioRecorder, Bool) -> Void
    _ = (any AVAudioRecorderDelegate).self
    _ = AVAudioPlayer.averagePower(forChannel:) as (AVAudioPlayer) -> (Int) -> Float
    _ = AVAudioPlayer.peakPower(forChannel:) as (AVAudioPlayer) -> (Int) -> Float
    readable(\AVAudioRecorder.format, AVAudioFormat.self)
    _ = AVAudioRecorder.init(url:format:) as (URL, AVAudioFormat) throws -> AVAudioRecorder
}
