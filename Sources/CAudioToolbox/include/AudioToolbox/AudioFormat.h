#pragma once

// What codings there are, and what is to be known of each.

#include <CoreAudioTypes/CoreAudioTypes.h>

SORI_BEGIN_DECLARATIONS

/// One of the ways to hear a stream: those of High-Efficiency AAC can also be decoded as the plain
/// AAC that they hold.
struct AudioFormatListItem {
    AudioStreamBasicDescription mASBD;
    AudioChannelLayoutTag mChannelLayoutTag;
};
typedef struct AudioFormatListItem AudioFormatListItem;

SORI_END_DECLARATIONS
