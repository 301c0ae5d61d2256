// The URL of a file, and of others beside it.

#include <CoreFoundation/CFURL.h>

#include <string.h>

#include "../check.h"

int main(void)
{
    static const char path[] = "/sounds/a song.wav";
    UInt8 buffer[64];
    CFURLRef url = CFURLCreateFromFileSystemRepresentation(
        NULL, (const UInt8 *)path, (CFIndex)strlen(path), false);
    CFURLRef folder = CFURLCreateCopyDeletingLastPathComponent(NULL, url);
    CFURLRef other = CFURLCreateCopyAppendingPathComponent(NULL, folder, CFSTR("b"), false);
    CFURLRef longer = CFURLCreateCopyAppendingPathExtension(NULL, other, CFSTR("caf"));
    CFStringRef name = CFURLCopyLastPathComponent(url);
    CFStringRef kind = CFURLCopyPathExtension(longer);
    CFStringRef scheme = CFURLCopyScheme(url);

    CHECK(CFURLGetFileSystemRepresentation(longer, true, buffer, sizeof buffer));
    CHECK(strcmp((const char *)buffer, "/sounds/b.caf") == 0 && CFURLHasDirectoryPath(folder));
    CHECK(CFEqual(name, CFSTR("a song.wav")) && CFEqual(kind, CFSTR("caf")));
    CHECK(CFEqual(scheme, CFSTR("file")));
    CHECK(CFEqual(CFURLGetString(url), CFSTR("file:///sounds/a%20song.wav")));
    CFRelease(scheme);
    CFRelease(kind);
    CFRelease(name);
    CFRelease(longer);
    CFRelease(other);
    CFRelease(folder);
    CFRelease(url);
    return 0;
}
