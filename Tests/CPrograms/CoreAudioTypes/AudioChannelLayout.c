// The layout of two channels.

#include <CoreAudioTypes/AudioChannelLayout.h>

#include "../check.h"

int main(void)
{
    AudioChannelLayout layout;

    memset(&layout, 0, sizeof layout);
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo;
    CHECK(AudioChannelLayoutTag_GetNumberOfChannels(layout.mChannelLayoutTag) == 2);
    layout.mChannelBitmap = kAudioChannelBit_Left;
    layout.mChannelDescriptions[0].mChannelLabel = kAudioChannelLabel_Left;
    CHECK(layout.mChannelBitmap == 1 && layout.mChannelDescriptions[0].mChannelLabel == 1);
    return 0;
}
