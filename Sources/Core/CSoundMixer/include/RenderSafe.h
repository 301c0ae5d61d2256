// The attributes of a function that the render thread may call.

#pragma once

#define SORI_RENDER_SAFE \
    __attribute__((swift_attr("@_noAllocation"))) __attribute__((swift_attr("@_noLocks")))
