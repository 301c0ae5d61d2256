import AudioToolbox.AudioCodec
import AudioToolbox.AudioConverter
import AudioToolbox.AudioFile
import AudioToolbox.AudioFileStream
import AudioToolbox.AudioFormat
import AudioToolbox.AudioQueue
import AudioToolbox.AudioServices
import AudioToolbox.ExtendedAudioFile

/// What a submodule brings: all of AudioToolbox, functions of Swift's and constants of C's.
func trySubmodules(_ url: URL) {
    var file: AudioFileID?
    expect(
        AudioFileOpenURL(url as CFURL, .readPermission, kAudioFileWAVEType, &file) == noErr,
        "a submodule's function opens nothing")
    var extended: ExtAudioFileRef?
    expect(ExtAudioFileWrapAudioFileID(file!, false, &extended) == noErr, "nothing is wrapped")
    ExtAudioFileDispose(extended!)
    AudioFileClose(file!)
}
