#pragma once

// What the system's encoders and decoders are called.

#include <CoreAudioTypes/CoreAudioTypes.h>

SORI_BEGIN_DECLARATIONS

SORI_CONSTANTS(uint32_t) {
    kAudioDecoderComponentType = 0x61646563,  // 'adec'
    kAudioEncoderComponentType = 0x61656E63,  // 'aenc'
};

SORI_CONSTANTS(uint32_t) {
    kAppleSoftwareAudioCodecManufacturer = 0x6170706C,  // 'appl'
    /// There are none of these here.
    kAppleHardwareAudioCodecManufacturer = 0x61706877,  // 'aphw'
};

SORI_END_DECLARATIONS
