/// The package traits that this build has, for the conditions of tests.
package enum BuildTraits {
    #if FFmpeg
        package static let hasFFmpeg = true
    #else
        package static let hasFFmpeg = false
    #endif
    #if SoundTouch
        package static let hasSoundTouch = true
    #else
        package static let hasSoundTouch = false
    #endif
    #if Speech
        package static let hasSpeech = true
    #else
        package static let hasSpeech = false
    #endif
    #if MIDI
        package static let hasMIDI = true
    #else
        package static let hasMIDI = false
    #endif
    #if OpenALSoft
        package static let hasOpenAL = true
    #else
        package static let hasOpenAL = false
    #endif
    #if HTTP
        package static let hasHTTP = true
    #else
        package static let hasHTTP = false
    #endif
    #if MediaLibrary
        package static let hasMediaLibrary = true
    #else
        package static let hasMediaLibrary = false
    #endif
}
