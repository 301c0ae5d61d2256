// MIDI events and files to samples by FluidSynth.
