#pragma once

// Core Foundation for C programs: the types and functions that a program of AudioToolbox needs.
//
// libSoriAudioToolbox exports the functions, and only these. The objects are reference counted:
// what a function with "Create" or "Copy" in its name returns belongs to the caller, who releases
// it with `CFRelease`. Any thread may use an object that nobody changes.
//
// The Swift toolchain's own header declares more, but it needs clang and blocks.

#define __COREFOUNDATION__ 1

#include <CoreAudioTypes/SoriCLibrary.h>

#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFAvailability.h>
#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFBundle.h>
#include <CoreFoundation/CFByteOrder.h>
#include <CoreFoundation/CFData.h>
#include <CoreFoundation/CFDate.h>
#include <CoreFoundation/CFDictionary.h>
#include <CoreFoundation/CFError.h>
#include <CoreFoundation/CFNumber.h>
#include <CoreFoundation/CFPropertyList.h>
#include <CoreFoundation/CFRunLoop.h>
#include <CoreFoundation/CFSet.h>
#include <CoreFoundation/CFString.h>
#include <CoreFoundation/CFURL.h>
#include <CoreFoundation/CFUUID.h>
