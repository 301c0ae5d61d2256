#pragma once

// Component types and manufacturers of encoders and decoders.

#include <CoreAudioTypes/CoreAudioTypes.h>

SORI_BEGIN_DECLARATIONS

SORI_CONSTANTS(uint32_t) {
    /// The component type of decoders.
    kAudioDecoderComponentType = 0x61646563,  // 'adec'
    /// The component type of encoders.
    kAudioEncoderComponentType = 0x61656E63,  // 'aenc'
};

SORI_CONSTANTS(uint32_t) {
    /// The manufacturer of software codecs.
    kAppleSoftwareAudioCodecManufacturer = 0x6170706C,  // 'appl'
    /// The manufacturer of hardware codecs; there are none here.
    kAppleHardwareAudioCodecManufacturer = 0x61706877,  // 'aphw'
};

SORI_END_DECLARATIONS
