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
}
