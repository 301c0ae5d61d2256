// A dictionary of numbers.

#include <CoreFoundation/CFDictionary.h>

#include "../check.h"

static void sum(const void *key, const void *value, void *context)
{
    *(long *)context += (long)key * (long)value;
}

int main(void)
{
    long total = 0;
    const void *found = NULL;
    CFMutableDictionaryRef changed = CFDictionaryCreateMutable(NULL, 0, NULL, NULL);
    CFDictionaryRef copy;

    CFDictionarySetValue(changed, (const void *)2, (const void *)10);
    CFDictionaryAddValue(changed, (const void *)3, (const void *)100);
    CFDictionaryAddValue(changed, (const void *)3, (const void *)7);
    CFDictionaryReplaceValue(changed, (const void *)4, (const void *)7);
    CFDictionaryApplyFunction(changed, sum, &total);
    CHECK(total == 320 && CFDictionaryGetCount(changed) == 2);
    copy = CFDictionaryCreateCopy(NULL, changed);
    CFDictionaryRemoveAllValues(changed);
    CHECK(CFDictionaryGetValueIfPresent(copy, (const void *)2, &found));
    CHECK(found == (const void *)10);
    CHECK(CFDictionaryContainsKey(copy, (const void *)3) && CFDictionaryGetCount(changed) == 0);
    CHECK(CFDictionaryContainsValue(copy, (const void *)100));
    CHECK(CFDictionaryGetValue(changed, (const void *)2) == NULL);
    CHECK(CFGetTypeID(copy) == CFDictionaryGetTypeID());
    CFRelease(copy);
    CFRelease(changed);
    return 0;
}
