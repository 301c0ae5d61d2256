#pragma once

// Run loops: timers, sources and observers of a thread.

#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFDate.h>
#include <CoreFoundation/CFString.h>

CF_EXTERN_C_BEGIN

typedef struct __CFRunLoop *CFRunLoopRef;
typedef struct __CFRunLoopSource *CFRunLoopSourceRef;
typedef struct __CFRunLoopTimer *CFRunLoopTimerRef;
typedef struct __CFRunLoopObserver *CFRunLoopObserverRef;

typedef CFStringRef CFRunLoopMode;
extern const CFRunLoopMode kCFRunLoopDefaultMode;
extern const CFRunLoopMode kCFRunLoopCommonModes;

/// Why a run of a run loop has ended.
typedef SInt32 CFRunLoopRunResult;
enum {
    kCFRunLoopRunFinished = 1,
    kCFRunLoopRunStopped = 2,
    kCFRunLoopRunTimedOut = 3,
    kCFRunLoopRunHandledSource = 4
};

CFTypeID CFRunLoopGetTypeID(void);
CFRunLoopRef CFRunLoopGetCurrent(void);
CFRunLoopRef CFRunLoopGetMain(void);
void CFRunLoopRun(void);
CFRunLoopRunResult CFRunLoopRunInMode(
    CFRunLoopMode mode, CFTimeInterval seconds, Boolean returnAfterSourceHandled);
void CFRunLoopStop(CFRunLoopRef rl);
void CFRunLoopWakeUp(CFRunLoopRef rl);
Boolean CFRunLoopIsWaiting(CFRunLoopRef rl);
void CFRunLoopAddCommonMode(CFRunLoopRef rl, CFRunLoopMode mode);
/// The mode in which a run loop runs, which the caller releases; `NULL` when it does not run.
CFRunLoopMode CFRunLoopCopyCurrentMode(CFRunLoopRef rl);
#if defined(__BLOCKS__) && __BLOCKS__
/// Runs a block on the next pass of a run loop in a mode, which `CFRunLoopWakeUp` begins.
void CFRunLoopPerformBlock(CFRunLoopRef rl, CFTypeRef mode, void (^block)(void));
#endif

typedef struct {
    CFIndex version;
    void *info;
    const void *(*retain)(const void *info);
    void (*release)(const void *info);
    CFStringRef (*copyDescription)(const void *info);
} CFRunLoopTimerContext;

typedef void (*CFRunLoopTimerCallBack)(CFRunLoopTimerRef timer, void *info);

/// Makes a timer that fires at a time, then at an interval; an interval of 0 means once.
CFRunLoopTimerRef CFRunLoopTimerCreate(
    CFAllocatorRef allocator, CFAbsoluteTime fireDate, CFTimeInterval interval,
    CFOptionFlags flags, CFIndex order, CFRunLoopTimerCallBack callout,
    CFRunLoopTimerContext *context);
void CFRunLoopTimerSetNextFireDate(CFRunLoopTimerRef timer, CFAbsoluteTime fireDate);
CFAbsoluteTime CFRunLoopTimerGetNextFireDate(CFRunLoopTimerRef timer);
CFTimeInterval CFRunLoopTimerGetInterval(CFRunLoopTimerRef timer);
Boolean CFRunLoopTimerIsValid(CFRunLoopTimerRef timer);
void CFRunLoopTimerInvalidate(CFRunLoopTimerRef timer);
void CFRunLoopAddTimer(CFRunLoopRef rl, CFRunLoopTimerRef timer, CFRunLoopMode mode);
void CFRunLoopRemoveTimer(CFRunLoopRef rl, CFRunLoopTimerRef timer, CFRunLoopMode mode);

typedef struct {
    CFIndex version;
    void *info;
    const void *(*retain)(const void *info);
    void (*release)(const void *info);
    CFStringRef (*copyDescription)(const void *info);
    Boolean (*equal)(const void *info1, const void *info2);
    CFHashCode (*hash)(const void *info);
    void (*schedule)(void *info, CFRunLoopRef rl, CFRunLoopMode mode);
    void (*cancel)(void *info, CFRunLoopRef rl, CFRunLoopMode mode);
    void (*perform)(void *info);
} CFRunLoopSourceContext;

/// Makes a source that performs on the run loop after `CFRunLoopSourceSignal`.
CFRunLoopSourceRef CFRunLoopSourceCreate(
    CFAllocatorRef allocator, CFIndex order, CFRunLoopSourceContext *context);
void CFRunLoopSourceSignal(CFRunLoopSourceRef source);
Boolean CFRunLoopSourceIsValid(CFRunLoopSourceRef source);
void CFRunLoopSourceInvalidate(CFRunLoopSourceRef source);
void CFRunLoopAddSource(CFRunLoopRef rl, CFRunLoopSourceRef source, CFRunLoopMode mode);
void CFRunLoopRemoveSource(CFRunLoopRef rl, CFRunLoopSourceRef source, CFRunLoopMode mode);

/// What a run loop does next.
typedef CFOptionFlags CFRunLoopActivity;
enum {
    kCFRunLoopEntry = 1 << 0,
    kCFRunLoopBeforeTimers = 1 << 1,
    kCFRunLoopBeforeSources = 1 << 2,
    kCFRunLoopBeforeWaiting = 1 << 5,
    kCFRunLoopAfterWaiting = 1 << 6,
    kCFRunLoopExit = 1 << 7,
    kCFRunLoopAllActivities = 0x0FFFFFFF
};

typedef struct {
    CFIndex version;
    void *info;
    const void *(*retain)(const void *info);
    void (*release)(const void *info);
    CFStringRef (*copyDescription)(const void *info);
} CFRunLoopObserverContext;

typedef void (*CFRunLoopObserverCallBack)(
    CFRunLoopObserverRef observer, CFRunLoopActivity activity, void *info);

/// Makes an observer that is called before activities of a run loop.
CFRunLoopObserverRef CFRunLoopObserverCreate(
    CFAllocatorRef allocator, CFOptionFlags activities, Boolean repeats, CFIndex order,
    CFRunLoopObserverCallBack callout, CFRunLoopObserverContext *context);
void CFRunLoopObserverInvalidate(CFRunLoopObserverRef observer);
void CFRunLoopAddObserver(
    CFRunLoopRef rl, CFRunLoopObserverRef observer, CFRunLoopMode mode);
void CFRunLoopRemoveObserver(
    CFRunLoopRef rl, CFRunLoopObserverRef observer, CFRunLoopMode mode);

CF_EXTERN_C_END
