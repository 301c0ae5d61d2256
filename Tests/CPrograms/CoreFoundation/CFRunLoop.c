// A timer, a source and an observer of a run loop.

#include <CoreFoundation/CFRunLoop.h>

#include "../check.h"

struct counts {
    int timer;
    int source;
    int observer;
};

static void fired(CFRunLoopTimerRef timer, void *info)
{
    (void)timer;
    ((struct counts *)info)->timer += 1;
    CFRunLoopStop(CFRunLoopGetCurrent());
}

static void performed(void *info)
{
    ((struct counts *)info)->source += 1;
}

static void observed(CFRunLoopObserverRef observer, CFRunLoopActivity activity, void *info)
{
    (void)observer;
    if (activity == kCFRunLoopEntry) ((struct counts *)info)->observer += 1;
}

int main(void)
{
    struct counts counts = {0, 0, 0};
    CFRunLoopRef loop = CFRunLoopGetCurrent();
    CFRunLoopTimerContext timerContext = {0, NULL, NULL, NULL, NULL};
    CFRunLoopObserverContext observerContext = {0, NULL, NULL, NULL, NULL};
    CFRunLoopSourceContext sourceContext = {
        0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, performed};
    CFRunLoopTimerRef timer;
    CFRunLoopSourceRef source;
    CFRunLoopObserverRef observer;

    timerContext.info = observerContext.info = sourceContext.info = &counts;
    timer = CFRunLoopTimerCreate(
        NULL, CFAbsoluteTimeGetCurrent() + 0.01, 60, 0, 0, fired, &timerContext);
    source = CFRunLoopSourceCreate(NULL, 0, &sourceContext);
    observer = CFRunLoopObserverCreate(NULL, kCFRunLoopEntry, true, 0, observed, &observerContext);
    CFRunLoopAddTimer(loop, timer, kCFRunLoopDefaultMode);
    CFRunLoopAddSource(loop, source, kCFRunLoopDefaultMode);
    CFRunLoopAddObserver(loop, observer, kCFRunLoopDefaultMode);
    CFRunLoopSourceSignal(source);
    CHECK(CFRunLoopRunInMode(kCFRunLoopDefaultMode, 60, false) == kCFRunLoopRunStopped);
    CHECK(counts.timer == 1 && counts.source == 1 && counts.observer == 1);
    CHECK(CFRunLoopTimerGetInterval(timer) == 60 && CFRunLoopTimerIsValid(timer));
    CHECK(CFRunLoopCopyCurrentMode(loop) == NULL && CFRunLoopGetMain() == loop);
    CFRunLoopTimerInvalidate(timer);
    CFRunLoopSourceInvalidate(source);
    CFRunLoopObserverInvalidate(observer);
    CHECK(!CFRunLoopTimerIsValid(timer) && !CFRunLoopSourceIsValid(source));
    CFRelease(observer);
    CFRelease(source);
    CFRelease(timer);
    return 0;
}
