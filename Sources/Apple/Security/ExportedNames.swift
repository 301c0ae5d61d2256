// What `import Security` brings besides its own names: those of Core Foundation, the same that
// `AudioToolbox` exports, and the type of a status.
@_exported public import CoreFoundationTypes

@_exported public import typealias CoreAudioTypes.OSStatus
@_exported public import var CoreAudioTypes.noErr
