#pragma once

// The errors of old calls that sources of audio name.

#include <MacTypes.h>

enum {
    qErr = -1,
    vTypErr = -2,
    corErr = -3,
    unimpErr = -4,
    dskFulErr = -34,
    nsvErr = -35,
    ioErr = -36,
    bdNamErr = -37,
    fnOpnErr = -38,
    eofErr = -39,
    posErr = -40,
    tmfoErr = -42,
    fnfErr = -43,
    wPrErr = -44,
    fLckdErr = -45,
    vLckdErr = -46,
    fBsyErr = -47,
    dupFNErr = -48,
    opWrErr = -49,
    paramErr = -50,
    rfNumErr = -51,
    permErr = -54,
    wrPermErr = -61,
    memFullErr = -108,
    nilHandleErr = -109,
    memWZErr = -111,
    dirNFErr = -120,
    userCanceledErr = -128,
    resNotFound = -192,
    noHardwareErr = -200,
    notEnoughHardwareErr = -201,
    queueFull = -203,
    resProblem = -204,
    badChannel = -205,
    badFormat = -206,
    notEnoughBufferSpace = -207,
    badFileFormat = -208,
    channelBusy = -209,
    buffersTooSmall = -210,
    siInvalidCompression = -223,
    invalidComponentID = -3000,
    validInstancesExist = -3001,
    componentNotCaptured = -3002,
    componentDontRegister = -3003
};

#define badComponentInstance ((SInt32)0x80008001)
#define badComponentSelector ((SInt32)0x80008002)
