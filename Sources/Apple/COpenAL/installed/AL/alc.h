#pragma once

#include <OpenAL/alc.h>
