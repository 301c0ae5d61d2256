// Clients that import `AudioFormats` name types of the codecs, too: every error is a `FormatError`.
@_exported public import AudioCodecs
