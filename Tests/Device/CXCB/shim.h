#include <xcb/res.h>
#include <xcb/xcb.h>
