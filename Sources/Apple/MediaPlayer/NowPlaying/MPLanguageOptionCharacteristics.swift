// The characteristics of a language option. The strings are those of media characteristics.

/// The main content of the programme.
public let MPLanguageOptionCharacteristicIsMainProgramContent = "public.main-program-content"

/// Content beside the programme, as a commentary.
public let MPLanguageOptionCharacteristicIsAuxiliaryContent = "public.auxiliary-content"

/// Only the subtitles that everybody needs.
public let MPLanguageOptionCharacteristicContainsOnlyForcedSubtitles =
    "public.subtitles.forced-only"

/// A transcript of the dialogue.
public let MPLanguageOptionCharacteristicTranscribesSpokenDialog =
    "public.accessibility.transcribes-spoken-dialog"

/// Descriptions of music and sounds.
public let MPLanguageOptionCharacteristicDescribesMusicAndSound =
    "public.accessibility.describes-music-and-sound"

/// Text that is easy to read.
public let MPLanguageOptionCharacteristicEasyToRead = "public.easy-to-read"

/// Spoken descriptions of the picture.
public let MPLanguageOptionCharacteristicDescribesVideo = "public.accessibility.describes-video"

/// A translation.
public let MPLanguageOptionCharacteristicLanguageTranslation = "public.translation"

/// A translation that is dubbed.
public let MPLanguageOptionCharacteristicDubbedTranslation = "public.translation.dubbed"

/// A translation by a voice over the original.
public let MPLanguageOptionCharacteristicVoiceOverTranslation = "public.translation.voice-over"
