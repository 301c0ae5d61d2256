#include "CPipeWireShim.h"
