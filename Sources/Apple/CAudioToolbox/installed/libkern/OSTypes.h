#pragma once

// The integers of Apple's C interfaces.

#include <MacTypes.h>
