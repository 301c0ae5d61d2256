#ifdef SORI_MIDI

#include "CFluidSynth.h"
#include "CLibraryLoader.h"

#if FLUIDSYNTH_VERSION_MAJOR != 2 || FLUIDSYNTH_VERSION_MINOR < 2
#error "libfluidsynth.so.3 is FluidSynth 2.2 and newer"
#endif

// Pointers to FluidSynth's own functions, valid once the library is loaded.
#define DECLARE(result, failure, name, parameters, arguments) __typeof__(name) *name;
static struct {
    SORI_FLUIDSYNTH_FUNCTIONS(DECLARE)
} functions;

#define SYMBOL(result, failure, name, parameters, arguments) {#name, (void **)&functions.name},
static const sori_symbol symbols[] = {SORI_FLUIDSYNTH_FUNCTIONS(SYMBOL)};

static sori_library fluidsynth = {
    .file_name = "libfluidsynth.so.3", .project = "FluidSynth", .package = "libfluidsynth3",
    .symbols = symbols, .symbol_count = sizeof symbols / sizeof *symbols,
};

#define DEFINE(result, failure, name, parameters, arguments)     \
    result name parameters {                                     \
        if (!sori_library_is_there(&fluidsynth)) return failure; \
        return functions.name arguments;                         \
    }
SORI_FLUIDSYNTH_FUNCTIONS(DEFINE)

#endif
