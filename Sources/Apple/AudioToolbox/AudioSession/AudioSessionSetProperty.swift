import AudioModel
import CAudioToolbox
import SoundClient
import SoundServer

// Setting properties of Audio Session Services.

/// Sets a property of type `UInt32`.
///
/// - Throws: `unsupportedProperty` for an invalid value, `incompatibleCategory` for one that the
///   category does not allow, or the server's refusal.
func setSessionNumber(
    _ id: AudioSessionPropertyID, _ number: UInt32, _ app: AppSound
) throws(SessionCallError) {
    if let option = sessionOption(of: id) {
        return try setOverride(option, isOn: number != 0, app)
    }
    switch id {
    case kAudioSessionProperty_AudioCategory:
        let named = SessionCategory.allCases.first { $0.sessionServicesNumber == number }
        guard let named else { throw .unsupportedProperty }
        try app.ask(.setCategory(named, .default, [], .default))
    case kAudioSessionProperty_Mode:
        let named = SessionMode.allCases.first { $0.sessionServicesNumber == number }
        guard let named else { throw .unsupportedProperty }
        try askOfCategory(.setMode(named), app)
    case kAudioSessionProperty_OverrideAudioRoute:
        switch number {
        case kAudioSessionOverrideAudioRoute_None: try askOfCategory(.overrideOutput(.none), app)
        case kAudioSessionOverrideAudioRoute_Speaker:
            try askOfCategory(.overrideOutput(.speaker), app)
        default: throw .unsupportedProperty
        }
    default: throw .unsupportedProperty
    }
}

/// Stores a preferred sample rate (Hz) or I/O buffer duration (seconds).
func setSessionPreference(
    _ id: AudioSessionPropertyID, _ value: Double, _ app: AppSound
) throws(SessionCallError) {
    guard value.isFinite, value >= 0 else { throw .unsupportedProperty }
    let hardware = SessionHardware.of(app)
    switch id {
    case kAudioSessionProperty_PreferredHardwareSampleRate:
        hardware.setPreferences { $0.sampleRate = value }
    case kAudioSessionProperty_PreferredHardwareIOBufferDuration:
        hardware.setPreferences { $0.ioBufferDuration = value }
    // No microphone here has a settable gain.
    default: throw .unsupportedProperty
    }
}

/// Sets an override, which is an option of the category.
private func setOverride(
    _ option: SessionOptions, isOn: Bool, _ app: AppSound
) throws(SessionCallError) {
    let session = app.connection.session
    var options = session.options
    if isOn {
        options.insert(option)
    } else {
        options.remove(option)
    }
    guard options != session.options else { return }
    try askOfCategory(
        .setCategory(session.category, session.mode, options, session.routeSharingPolicy), app)
}

/// Sends a request; `badParam` of the newer interface means a wrong category here.
private func askOfCategory(_ request: AppRequest, _ app: AppSound) throws(SessionCallError) {
    do throws(SessionError) {
        try app.request(request)
    } catch .badParam {
        throw .incompatibleCategory
    } catch {
        throw .refused(error)
    }
}
