import AudioModel
import CAudioToolbox
import SoundClient
import SoundServer

// Setting the properties of Audio Session Services.

/// Sets a property that is a `UInt32`.
///
/// - Throws: `unsupportedProperty` for a value that there is not, `incompatibleCategory` for one
///   that does not go with the category, or the server's refusal.
func setSessionNumber(
    _ id: AudioSessionPropertyID, _ number: UInt32, _ app: AppSound
) throws(SessionCallError) {
    if let option = sessionOption(of: id) {
        return try setOverride(option, isOn: number != 0, app)
    }
    switch id {
    case kAudioSessionProperty_AudioCategory:
        guard let known = sessionCategories.first(where: { $0.number == number }) else {
            throw .unsupportedProperty
        }
        try app.ask(.setCategory(known.category, .default, [], .default))
    case kAudioSessionProperty_Mode:
        guard let known = sessionModes.first(where: { $0.number == number }) else {
            throw .unsupportedProperty
        }
        try askOfCategory(.setMode(known.mode), app)
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

/// Sets one of the two wishes that the hardware is asked.
func setSessionPreference(
    _ id: AudioSessionPropertyID, _ value: Double, _ app: AppSound
) throws(SessionCallError) {
    guard value.isFinite, value >= 0 else { throw .unsupportedProperty }
    let hardware = SessionHardware.of(app)
    switch id {
    case kAudioSessionProperty_PreferredHardwareSampleRate:
        hardware.wish { $0.sampleRate = value }
    case kAudioSessionProperty_PreferredHardwareIOBufferDuration:
        hardware.wish { $0.ioBufferDuration = value }
    // No microphone here lets its gain be set.
    default: throw .unsupportedProperty
    }
}

/// The overrides are options of the category, set here one by one.
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

/// What the newer interface calls a bad parameter is here the wrong category for it.
private func askOfCategory(_ request: AppRequest, _ app: AppSound) throws(SessionCallError) {
    do throws(SessionError) {
        try app.request(request)
    } catch .badParam {
        throw .incompatibleCategory
    } catch {
        throw .refused(error)
    }
}
