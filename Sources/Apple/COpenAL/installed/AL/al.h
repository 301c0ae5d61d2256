#pragma once

#include <OpenAL/al.h>
