// A resource that is not there.

#include <CoreFoundation/CFBundle.h>

#include <stddef.h>

#include "../check.h"

int main(void)
{
    CFBundleRef bundle = CFBundleGetMainBundle();
    CFURLRef folder;
    CFURLRef none;

    CHECK(bundle != NULL && CFGetTypeID(bundle) == CFBundleGetTypeID());
    folder = CFBundleCopyResourcesDirectoryURL(bundle);
    none = CFBundleCopyResourceURL(bundle, CFSTR("no such sound"), CFSTR("wav"), NULL);
    CHECK(folder != NULL && none == NULL);
    CFRelease(folder);
    return 0;
}
