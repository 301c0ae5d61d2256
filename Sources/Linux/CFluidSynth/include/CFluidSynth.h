// FluidSynth's header, with functions that open its library when they are first called.
//
// A program is not linked to FluidSynth and to the sixty libraries that it needs for output of its
// own: each function in CFluidSynthFunctions.h gets a symbol of our own, which is defined in
// CFluidSynth.cpp and calls FluidSynth's. Without the library it returns an error.
//
// `new_fluid_settings` comes first and opens the library; the others can then be called from the
// render thread.
#pragma once

#if !__has_include(<fluidsynth.h>)
#error "no FluidSynth headers: install libfluidsynth-dev, or switch trait MIDI off"
#endif

#include "CFluidSynthFunctions.h"

#define SORI_PRAGMA(text) _Pragma(#text)
#define SORI_RENAME(name, parameter_count, failure) SORI_PRAGMA(redefine_extname name sori_##name)
SORI_FLUIDSYNTH_FUNCTIONS(SORI_RENAME)
#undef SORI_RENAME
#undef SORI_PRAGMA

#ifdef __cplusplus
extern "C" {
#endif

#include <fluidsynth.h>

#ifdef __cplusplus
}
#endif
