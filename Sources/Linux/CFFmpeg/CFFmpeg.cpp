#ifdef SORI_FFMPEG

#include "CFFmpeg.h"
#include "LibraryLoader.h"

#include <cerrno>

// Pointers to FFmpeg's own functions, valid once their library is loaded.
static struct {
    SORI_AVFORMAT_FUNCTIONS(SORI_POINTER)
    SORI_AVCODEC_FUNCTIONS(SORI_POINTER)
    SORI_AVUTIL_FUNCTIONS(SORI_POINTER)
} functions;

static const sori_symbol avformat_symbols[] = {SORI_AVFORMAT_FUNCTIONS(SORI_SYMBOL)};
static const sori_symbol avcodec_symbols[] = {SORI_AVCODEC_FUNCTIONS(SORI_SYMBOL)};
static const sori_symbol avutil_symbols[] = {SORI_AVUTIL_FUNCTIONS(SORI_SYMBOL)};

#define TEXT(number) #number
#define LIBRARY(library, major, version)                                       \
    {                                                                          \
        .file_name = "lib" #library ".so." TEXT(major), .project = "FFmpeg",   \
        .package = "lib" #library TEXT(major), .symbols = library##_symbols,   \
        .symbol_count = sizeof library##_symbols / sizeof *library##_symbols,  \
        .version_symbol = #library "_version", .oldest_version = version,      \
    }
static sori_library avformat =
    LIBRARY(avformat, LIBAVFORMAT_VERSION_MAJOR, LIBAVFORMAT_VERSION_INT);
static sori_library avcodec = LIBRARY(avcodec, LIBAVCODEC_VERSION_MAJOR, LIBAVCODEC_VERSION_INT);
static sori_library avutil = LIBRARY(avutil, LIBAVUTIL_VERSION_MAJOR, LIBAVUTIL_VERSION_INT);

#define DEFINE_AVFORMAT(...) SORI_WRAP(avformat, __VA_ARGS__)
#define DEFINE_AVCODEC(...) SORI_WRAP(avcodec, __VA_ARGS__)
#define DEFINE_AVUTIL(...) SORI_WRAP(avutil, __VA_ARGS__)
SORI_AVFORMAT_FUNCTIONS(DEFINE_AVFORMAT)
SORI_AVCODEC_FUNCTIONS(DEFINE_AVCODEC)
SORI_AVUTIL_FUNCTIONS(DEFINE_AVUTIL)

const char *sori_avcodec_load(void) {
    // The others need libavutil, so that its absence is named first.
    if (!sori_library_is_there(&avutil)) return sori_library_error(&avutil);
    return sori_library_is_there(&avcodec) ? NULL : sori_library_error(&avcodec);
}

const char *sori_avformat_load(void) {
    const char *error = sori_avcodec_load();
    if (error != NULL) return error;
    return sori_library_is_there(&avformat) ? NULL : sori_library_error(&avformat);
}

#endif
