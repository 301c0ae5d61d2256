// Apple's CoreVideo, as far as cameras need it.
@_exported public import PixelBuffers
