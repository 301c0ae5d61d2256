// The names of errors.

#include <CarbonCore/MacErrors.h>

#include "../check.h"

static const char *name(OSStatus status)
{
    switch (status) {
    case noErr: return "none";
    case paramErr: return "parameter";
    case fnfErr: return "no such file";
    case memFullErr: return "no memory";
    case unimpErr: return "not implemented";
    default: return "other";
    }
}

int main(void)
{
    CHECK(name(-50)[0] == 'p' && name(-43)[3] == 's' && name(-108)[3] == 'm');
    CHECK(name(eofErr)[0] == 'o' && permErr == -54 && userCanceledErr == -128 && ioErr == -36);
    CHECK(badComponentInstance < 0 && invalidComponentID == -3000);
    return 0;
}
