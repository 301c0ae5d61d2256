#ifndef __TARGETCONDITIONALS__
#define __TARGETCONDITIONALS__

// What Apple's sources are compiled for: an iPhone, since this is an iPhone's sound. The interfaces
// that a Mac has besides, such as the devices of Core Audio, are missing. `__linux__` is defined
// too.
//
// A compiler's option such as `-DTARGET_OS_IPHONE=0` takes precedence.

// The Swift toolchain's Core Foundation, if it is found first, asks here and is compiled for Linux.
#if defined(__COREFOUNDATION_CFBASE__) && !defined(CF_EXPORT)
#define TARGET_OS_IPHONE 0
#define TARGET_OS_MAC 0
#define TARGET_OS_LINUX 1
#else
#define TARGET_OS_LINUX 0
#endif

#if !defined(TARGET_OS_IPHONE)
#define TARGET_OS_IPHONE 1
#endif
#if !defined(TARGET_OS_IOS)
#define TARGET_OS_IOS TARGET_OS_IPHONE
#endif
#if !defined(TARGET_OS_OSX)
#define TARGET_OS_OSX 0
#endif
/// Any of Apple's systems.
#if !defined(TARGET_OS_MAC)
#define TARGET_OS_MAC 1
#endif

#define TARGET_OS_EMBEDDED 0
#define TARGET_OS_SIMULATOR 0
#define TARGET_IPHONE_SIMULATOR 0
#define TARGET_OS_MACCATALYST 0
#define TARGET_OS_UIKITFORMAC 0
#define TARGET_OS_WATCH 0
#define TARGET_OS_TV 0
#define TARGET_OS_VISION 0
#define TARGET_OS_BRIDGE 0
#define TARGET_OS_DRIVERKIT 0
#define TARGET_OS_UNIX 0
#define TARGET_OS_WIN32 0
#define TARGET_OS_WINDOWS 0
#define TARGET_OS_NANO 0

#if defined(__x86_64__)
#define TARGET_CPU_X86_64 1
#else
#define TARGET_CPU_X86_64 0
#endif
#if defined(__aarch64__)
#define TARGET_CPU_ARM64 1
#else
#define TARGET_CPU_ARM64 0
#endif
#if defined(__i386__)
#define TARGET_CPU_X86 1
#else
#define TARGET_CPU_X86 0
#endif
#if defined(__arm__)
#define TARGET_CPU_ARM 1
#else
#define TARGET_CPU_ARM 0
#endif
#define TARGET_CPU_PPC 0
#define TARGET_CPU_PPC64 0
#define TARGET_CPU_68K 0

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define TARGET_RT_LITTLE_ENDIAN 0
#define TARGET_RT_BIG_ENDIAN 1
#else
#define TARGET_RT_LITTLE_ENDIAN 1
#define TARGET_RT_BIG_ENDIAN 0
#endif
#if defined(__LP64__)
#define TARGET_RT_64_BIT 1
#else
#define TARGET_RT_64_BIT 0
#endif
#define TARGET_RT_MAC_CFM 0
#define TARGET_RT_MAC_MACHO 0

#endif
