// Sound code that was written for the whole of AVFoundation finds its part here.
@_exported public import AVFAudio
@_exported public import CoreMedia
