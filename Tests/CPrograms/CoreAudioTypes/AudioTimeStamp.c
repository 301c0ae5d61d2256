// The time of a frame.

#include <CoreAudioTypes/AudioTimeStamp.h>

#include "../check.h"

int main(void)
{
    AudioTimeStamp stamp;

    memset(&stamp, 0, sizeof stamp);
    stamp.mSampleTime = 512;
    stamp.mFlags = kAudioTimeStampSampleTimeValid;
    stamp.mSMPTETime.mType = kSMPTETimeType25;
    CHECK(sizeof stamp == 64 && stamp.mSMPTETime.mType == 1);
    return 0;
}
