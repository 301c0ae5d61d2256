// SoundTouch speaks C++ alone; CTimePitchShim includes its header. Here is only what it links with.
