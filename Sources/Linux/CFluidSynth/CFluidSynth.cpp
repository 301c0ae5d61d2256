#ifdef SORI_MIDI

#include "CFluidSynth.h"
#include "LibraryLoader.h"

#if FLUIDSYNTH_VERSION_MAJOR != 2 || FLUIDSYNTH_VERSION_MINOR < 2
#error "libfluidsynth.so.3 is FluidSynth 2.2 and newer"
#endif

// Pointers to FluidSynth's own functions, valid once the library is loaded.
static struct {
    SORI_FLUIDSYNTH_FUNCTIONS(SORI_POINTER)
} functions;

static const sori_symbol symbols[] = {SORI_FLUIDSYNTH_FUNCTIONS(SORI_SYMBOL)};

static sori_library fluidsynth = {
    .file_name = "libfluidsynth.so.3", .project = "FluidSynth", .package = "libfluidsynth3",
    .symbols = symbols, .symbol_count = sizeof symbols / sizeof *symbols,
};

#define DEFINE(...) SORI_WRAP(fluidsynth, __VA_ARGS__)
SORI_FLUIDSYNTH_FUNCTIONS(DEFINE)

#endif
