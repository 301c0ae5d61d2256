// FFmpeg's headers, with functions that open its libraries when they are first called.
//
// A program is not linked to FFmpeg: each function in CFFmpegFunctions.h gets a symbol of our own,
// which is defined in CFFmpeg.cpp and calls FFmpeg's. Without the library it returns an error. The
// libraries must have the major versions of the headers, because the layout of structures differs.
#pragma once

#if !__has_include(<libavcodec/avcodec.h>) || !__has_include(<libavformat/avformat.h>)
#error "no FFmpeg headers: install libavcodec-dev, libavformat-dev, or switch trait FFmpeg off"
#endif

#include "CFFmpegFunctions.h"

#define SORI_PRAGMA(text) _Pragma(#text)
#define SORI_RENAME(name, parameter_count, failure) SORI_PRAGMA(redefine_extname name sori_##name)
SORI_AVFORMAT_FUNCTIONS(SORI_RENAME)
SORI_AVCODEC_FUNCTIONS(SORI_RENAME)
SORI_AVUTIL_FUNCTIONS(SORI_RENAME)
#undef SORI_RENAME
#undef SORI_PRAGMA

#ifdef __cplusplus
extern "C" {
#endif

#include <libavcodec/avcodec.h>
#include <libavcodec/vorbis_parser.h>
#include <libavformat/avformat.h>
#include <libavutil/aes.h>
#include <libavutil/channel_layout.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>

// Opens the libraries that code: libavcodec and libavutil. Not for the render thread.
//
// Returns NULL when they are there, or else what is missing, as the end of a sentence:
// "FFmpeg's libavcodec.so.59, which is missing: install libavcodec59".
const char *_Nullable sori_avcodec_load(void);

// Opens libavformat too. Returns the same as `sori_avcodec_load`.
const char *_Nullable sori_avformat_load(void);

#ifdef __cplusplus
}
#endif
