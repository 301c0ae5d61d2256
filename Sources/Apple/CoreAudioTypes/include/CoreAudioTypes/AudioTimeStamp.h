#pragma once

#include <CoreAudioTypes/SoriDeclarations.h>

SORI_BEGIN_DECLARATIONS

/// The frame rate of an SMPTE time code.
SORI_ENUMERATION(uint32_t, SMPTETimeType) {
    kSMPTETimeType24 = 0,
    kSMPTETimeType25 = 1,
    kSMPTETimeType30Drop = 2,
    kSMPTETimeType30 = 3,
    kSMPTETimeType2997 = 4,
    kSMPTETimeType2997Drop = 5,
    kSMPTETimeType60 = 6,
    kSMPTETimeType5994 = 7,
    kSMPTETimeType60Drop = 8,
    kSMPTETimeType5994Drop = 9,
    kSMPTETimeType50 = 10,
    kSMPTETimeType2398 = 11,
};

/// The state of an SMPTE time code.
SORI_OPTIONS(uint32_t, SMPTETimeFlags) {
    kSMPTETimeUnknown = 0,
    kSMPTETimeValid = 1U << 0,
    kSMPTETimeRunning = 1U << 1,
};

/// An SMPTE time code.
struct SMPTETime {
    int16_t mSubframes;
    int16_t mSubframeDivisor;
    uint32_t mCounter;
    SMPTETimeType mType;
    SMPTETimeFlags mFlags;
    int16_t mHours;
    int16_t mMinutes;
    int16_t mSeconds;
    int16_t mFrames;
};
typedef struct SMPTETime SMPTETime;

/// The valid fields of a time stamp.
SORI_OPTIONS(uint32_t, AudioTimeStampFlags) {
    kAudioTimeStampNothingValid = 0,
    kAudioTimeStampSampleTimeValid = 1U << 0,
    kAudioTimeStampHostTimeValid = 1U << 1,
    kAudioTimeStampRateScalarValid = 1U << 2,
    kAudioTimeStampWordClockTimeValid = 1U << 3,
    kAudioTimeStampSMPTETimeValid = 1U << 4,
    kAudioTimeStampSampleHostTimeValid = 1U << 0 | 1U << 1,
};

/// One moment on several clocks.
struct AudioTimeStamp {
    /// Time in frames.
    double mSampleTime;
    /// Host time: nanoseconds of the machine's monotonic clock.
    uint64_t mHostTime;
    /// Ratio of measured to nominal host ticks per frame.
    double mRateScalar;
    uint64_t mWordClockTime;
    SMPTETime mSMPTETime;
    AudioTimeStampFlags mFlags;
    uint32_t mReserved;
};
typedef struct AudioTimeStamp AudioTimeStamp;

SORI_END_DECLARATIONS
