// The name of a component.

#include <AudioUnit/AudioComponent.h>

#include "../check.h"

int main(void)
{
    AudioComponentDescription description = {0, 0, 0, 0, 0};

    description.componentType = 0x61756F75;
    description.componentFlags = kAudioComponentFlag_SandboxSafe;
    CHECK(sizeof description == 20 && description.componentFlags == 2);
    return 0;
}
