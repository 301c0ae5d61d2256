#pragma once

// The marks of availability: `API_AVAILABLE` and the rest.

#include <Availability.h>
