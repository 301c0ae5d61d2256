// Sound code that was written for the whole of AVFoundation finds its part here.
@_exported import AVFAudio
@_exported import CoreMedia
