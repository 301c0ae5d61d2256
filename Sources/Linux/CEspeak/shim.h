// The types of eSpeak NG's functions; `EspeakLibrary` loads the library itself at run time.
#include <espeak-ng/espeak_ng.h>
#include <espeak-ng/speak_lib.h>
