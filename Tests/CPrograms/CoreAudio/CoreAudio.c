// A time stamp and a list of buffers.

#include <CoreAudio/CoreAudio.h>

#include "../check.h"

int main(void)
{
    AudioTimeStamp stamp;
    AudioBufferList list;

    memset(&stamp, 0, sizeof stamp);
    stamp.mHostTime = AudioGetCurrentHostTime();
    stamp.mFlags = kAudioTimeStampHostTimeValid;
    list.mNumberBuffers = 1;
    list.mBuffers[0].mNumberChannels = 2;
    list.mBuffers[0].mDataByteSize = 0;
    list.mBuffers[0].mData = NULL;
    CHECK(stamp.mHostTime > 0 && stamp.mFlags == 2 && list.mNumberBuffers == 1);
    return 0;
}
