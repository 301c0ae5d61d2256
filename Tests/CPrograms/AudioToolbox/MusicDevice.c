// Notes of instruments.

#ifndef HAS_HEADER
#include <AudioToolbox/MusicDevice.h>
#endif

#include "../check.h"

int main(void)
{
    MusicDeviceNoteParams note;
    MusicDeviceStdNoteParams plain;
    MusicDeviceGroupID group = 15;
    MusicDeviceInstrumentID instrument = kMusicNoteEvent_UseGroupInstrument;

    memset(&note, 0, sizeof note);
    note.argCount = 3;
    note.mControls[0].mID = kMusicNoteEvent_Unused;
    CHECK(sizeof note == 20 && sizeof plain == 12 && group == 15);
    CHECK(note.mControls[0].mID == 0xFFFFFFFFU && instrument == 0xFFFFFFFFU);
    CHECK(kMusicDeviceMIDIEventSelect == 0x101 && kMusicDeviceSysExSelect == 0x102);
    CHECK(kMusicDeviceStartNoteSelect == 0x105 && kMusicDeviceStopNoteSelect == 0x106);
    return 0;
}
