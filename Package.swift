// swift-tools-version: 6.3
import PackageDescription

// The arrows of the house: a target lists what it may import, and the build refuses the rest
// (`--explicit-target-dependency-import-check error`). ARCHITECTURE.md has the picture.

let package = Package(
    name: "sori",
    products: [
        // Apple's modules, one product each.
        .library(name: "AudioToolbox", targets: ["AudioToolbox"]),
        .library(name: "AVFAudio", targets: ["AVFAudio"]),
        .library(name: "AVFoundation", targets: ["AVFoundation"]),
        .library(name: "CoreAudio", targets: ["CoreAudio"]),
        .library(name: "CoreAudioKit", targets: ["CoreAudioKit"]),
        .library(name: "CoreAudioTypes", targets: ["CoreAudioTypes"]),
        .library(name: "CoreMedia", targets: ["CoreMedia"]),
        .library(name: "os", targets: ["os"]),
        .library(name: "OSLog", targets: ["OSLog"]),
        .library(name: "MediaPlayer", targets: ["MediaPlayer"]),
        .library(name: "UIKit", targets: ["UIKit"]),
        // The same AudioToolbox as a shared library, for C programs.
        .library(name: "SoriAudioToolbox", type: .dynamic, targets: ["AudioToolbox"]),
        // Sori's own.
        .library(name: "Simulation", targets: ["Simulation"]),
        .library(name: "AudioFormats", targets: ["AudioFormats", "AudioCodecs", "ChannelLayouts"]),
        // For fuzzing.
        .library(name: "DeviceConfiguration", targets: ["DeviceConfiguration"]),
        .library(name: "DeviceProtocol", targets: ["DeviceProtocol"]),
        .library(name: "MIDISynthesis", targets: ["MIDISynthesis"]),
        .library(name: "MusicLibrary", targets: ["MusicLibrary"]),
        .executable(name: "sori", targets: ["sori"]),
    ],
    traits: [
        .trait(name: "PipeWire", description: "Play through PipeWire (needs libpipewire-0.3-dev)."),
        .trait(
            name: "FFmpeg",
            description:
                "Decode AAC, ALAC, MP3, FLAC and Opus (needs libavcodec-dev, libavformat-dev)."),
        .trait(
            name: "SoundTouch",
            description: "Change speed and pitch (needs libsoundtouch-dev)."),
        .trait(name: "Speech", description: "Speak text (needs libespeak-ng-dev)."),
        .trait(
            name: "MIDI", description: "Play MIDI with sound fonts (needs libfluidsynth-dev)."),
        .trait(
            name: "DBus", description: "Talk to desktops over D-Bus (needs libsystemd-dev)."),
        .trait(
            name: "MediaLibrary", description: "Keep the music library (needs libsqlite3-dev)."),
        .trait(
            name: "Wayland",
            description: "Know the active window of a Wayland compositor (needs libwayland-dev)."),
        .trait(
            name: "X11",
            description: "Know the active window of an X server (needs libxcb-res0-dev)."),
        .default(enabledTraits: [
            "PipeWire", "FFmpeg", "SoundTouch", "Speech", "MIDI", "DBus", "MediaLibrary",
            "Wayland", "X11",
        ]),
    ],
    targets: [
        // The core: only computes.
        .target(name: "AudioModel"),
        .target(name: "Realtime"),
        .target(name: "HostClock"),
        .target(name: "SoundPolicy", dependencies: ["AudioModel"]),
        // Opens shared libraries when they are first needed.
        .target(name: "CLibraryLoader"),
        .target(
            name: "CFFmpeg", dependencies: ["CLibraryLoader"],
            cSettings: [.define("SORI_FFMPEG", .when(traits: ["FFmpeg"]))]),
        .target(name: "ChannelLayouts"),
        // Packets to PCM and back. What codecs and containers both need is here, too: errors, and the
        // names of formats.
        .target(
            name: "AudioCodecs",
            dependencies: [
                "AudioModel", "ChannelLayouts", "CSoundMixer",
                .target(name: "CFFmpeg", condition: .when(traits: ["FFmpeg"])),
            ]),
        // Containers: bytes to packets and back, and readers and writers of files.
        .target(
            name: "AudioFormats",
            dependencies: [
                "AudioCodecs", "AudioModel", "ChannelLayouts",
                .target(name: "CFFmpeg", condition: .when(traits: ["FFmpeg"])),
            ]),
        .target(name: "CSoundMixer"),
        .target(name: "SoundMixer", dependencies: ["AudioModel", "Realtime", "CSoundMixer"]),

        .target(
            name: "AudioConversion",
            dependencies: [
                "AudioModel", "AudioCodecs", "ChannelLayouts", "SoundMixer", "CSoundMixer",
            ]),
        .target(
            name: "CTimePitchShim", dependencies: ["CLibraryLoader"],
            cxxSettings: [.define("SORI_SOUNDTOUCH", .when(traits: ["SoundTouch"]))]),
        .target(name: "TimePitch", dependencies: ["CTimePitchShim"]),
        // Kernels: equaliser, delay, reverb, distortion, changes of speed, panning in space.
        .target(
            name: "AudioEffects",
            dependencies: ["AudioModel", "Realtime", "SoundMixer", "TimePitch"]),
        // Nodes and connections, rendered as plans; below AVAudioEngine.
        .target(
            name: "AudioGraph",
            dependencies: [
                "AudioModel", "Realtime", "SoundMixer", "AudioFormats", "AudioConversion",
                "ChannelLayouts", "AudioEffects",
            ]),
        // Headers alone: the library is loaded anew for each piece of speech (EspeakLibrary).
        .systemLibrary(name: "CEspeak", providers: [.apt(["libespeak-ng-dev"])]),
        .target(
            name: "SpeechSynthesis",
            dependencies: [
                "AudioModel", .target(name: "CEspeak", condition: .when(traits: ["Speech"])),
            ]
        ),
        .target(
            name: "CFluidSynth", dependencies: ["CLibraryLoader"],
            cSettings: [.define("SORI_MIDI", .when(traits: ["MIDI"]))]),
        .target(
            name: "MIDISynthesis",
            dependencies: [
                "AudioModel", "Realtime",
                .target(name: "CFluidSynth", condition: .when(traits: ["MIDI"])),
            ]
        ),

        // The music library: names as people sort and search them, and the database
        // with its scan and its queries.
        .target(name: "TextFolding"),
        .target(
            name: "CSQLite", dependencies: ["CLibraryLoader"],
            cSettings: [.define("SORI_MEDIA_LIBRARY", .when(traits: ["MediaLibrary"]))]),
        .target(
            name: "MusicLibrary",
            dependencies: [
                "AudioModel", "AudioCodecs", "AudioFormats", "HostClock", "Pictures", "TextFolding",
                .target(name: "CSQLite", condition: .when(traits: ["MediaLibrary"])),
            ]),
        // Pictures of any size: their pixels, made smaller, cropped, encoded.
        .target(
            name: "Pictures",
            dependencies: [.target(name: "CFFmpeg", condition: .when(traits: ["FFmpeg"]))]),

        // The shell: acts.
        .target(name: "SoundServer", dependencies: ["AudioModel", "SoundPolicy"]),
        // What travels between the server and an app that is a process of its own.
        .target(name: "DeviceProtocol", dependencies: ["AudioModel", "SoundServer"]),
        .target(
            name: "SoundClient",
            dependencies: [
                "AudioModel", "Realtime", "SoundServer", "SoundMixer", "AudioCodecs",
                "AudioFormats",
            ]),

        .target(
            name: "AudioFiles",
            dependencies: [
                "AudioModel", "AudioCodecs", "AudioFormats", "AudioConversion", "ChannelLayouts",
                "Realtime",
            ]),

        .target(
            name: "AudioQueues",
            dependencies: [
                "AudioModel", "AudioCodecs", "AudioConversion", "ChannelLayouts", "SoundMixer",
                "SoundClient", "SoundServer",
            ]),

        // Players and recorders of files; below AVAudioPlayer and AVAudioRecorder.
        .target(
            name: "FilePlayback",
            dependencies: [
                "AudioModel", "AudioCodecs", "AudioFormats", "AudioConversion", "AudioFiles",
                "ChannelLayouts", "SoundMixer", "SoundClient", "SoundServer", "TimePitch",
            ]),

        // The player of a queue of tracks; below MPMusicPlayerController.
        .target(
            name: "MusicPlayback",
            dependencies: [
                "AudioModel", "AudioCodecs", "AudioFormats", "AudioConversion", "AudioFiles",
                "ChannelLayouts", "FilePlayback", "SeededRandomness", "SoundMixer", "SoundClient",
                "TimePitch",
            ]),

        // Foundation's and Dispatch's functions, for apps that share a process.
        .target(
            name: "SimulatedTime",
            dependencies: ["AudioModel", "HostClock", "SoundClient", "SoundRuntime"]),

        // Apple's surface.
        .target(name: "CoreAudioTypes"),
        .target(name: "CAudioToolbox", dependencies: ["CoreAudioTypes"]),
        // The types of its callbacks, for clients in either language mode.
        .target(name: "AudioCallbacks", dependencies: ["CAudioToolbox", "CoreAudioTypes"]),
        .target(name: "AudioCallbacksSwift5", dependencies: ["CAudioToolbox", "CoreAudioTypes"]),
        .target(
            name: "AudioToolbox",
            dependencies: [
                "AudioModel", "SoundServer", "SoundClient", "SoundRuntime", "SimulatedTime",
                "AudioCallbacks", "AudioCallbacksSwift5", "CAudioToolbox", "CoreAudioTypes",
                "AudioCodecs", "AudioFormats", "AudioFiles", "AudioConversion", "AudioQueues",
                "ChannelLayouts", "TimePitch",
            ],
            swiftSettings: [.enableExperimentalFeature("CImplementation")]),

        .target(
            name: "AVFAudio",
            dependencies: [
                "AudioModel", "SoundServer", "SoundClient", "SoundRuntime", "SimulatedTime",
                "AudioToolbox", "CAudioToolbox", "CoreAudioTypes", "CoreMedia", "AudioCodecs",
                "AudioFormats", "AudioFiles", "AudioConversion", "ChannelLayouts", "SoundMixer",
                "FilePlayback", "Realtime", "AudioGraph", "AudioEffects", "SpeechSynthesis",
                "MIDISynthesis",
            ]),
        .target(name: "AVFoundation", dependencies: ["AVFAudio", "CoreMedia"]),
        // Modules that programs import beside those above.
        .target(name: "CoreAudio", dependencies: ["AudioToolbox", "CoreAudioTypes"]),
        .target(name: "CoreAudioKit", dependencies: ["AudioToolbox"]),
        .target(
            name: "CoreMedia", dependencies: ["HostClock", "CAudioToolbox", "CoreAudioTypes"]),
        .target(name: "COS"),
        .target(name: "os", dependencies: ["COS"]),
        .target(name: "OSLog", dependencies: ["os"]),
        .target(name: "_Testing_UIKit"),
        .target(
            name: "UIKit",
            dependencies: [
                "AudioModel", "SoundServer", "SoundClient", "SoundRuntime", "SimulatedTime",
                "Pictures", "_Testing_UIKit",
            ]),
        .target(
            name: "MediaPlayer",
            dependencies: [
                "AudioModel", "SoundServer", "SoundClient", "SoundRuntime", "SimulatedTime",
                "UIKit", "MusicLibrary", "MusicPlayback", "MusicService", "MediaControls",
                "Pictures", "Terminal", "TextFolding",
            ]),

        // The machine, and the parts put together for a program that has no `main` of ours.
        // PipeWire's headers are outside the compiler's search path, and what its pkg-config file says
        // of them makes SwiftPM warn in the build of every package that uses Sori.
        .target(
            name: "CPipeWireShim",
            cSettings: [
                .headerSearchPath("../SystemHeaders", .when(traits: ["PipeWire"])),
                .define("SORI_PIPEWIRE", .when(traits: ["PipeWire"])),
            ],
            linkerSettings: [.linkedLibrary("pipewire-0.3", .when(traits: ["PipeWire"]))]),
        .target(name: "CLinuxShim"),
        // A terminal: its keys, its raw mode, the columns of a text.
        .target(name: "Terminal"),
        .target(
            name: "CSystemd", dependencies: ["CLibraryLoader"],
            cSettings: [.define("SORI_DBUS", .when(traits: ["DBus"]))]),
        // The message bus: calls, signals, objects, names.
        .target(
            name: "DBus",
            dependencies: [
                "CLinuxShim", .target(name: "CSystemd", condition: .when(traits: ["DBus"])),
            ]),
        // Media players on the message bus (MPRIS): what desktops and media keys control.
        .target(name: "MediaControls", dependencies: ["DBus", "HostClock"]),
        .target(
            name: "HostLinux",
            dependencies: [
                "AudioModel", "SoundServer", "SoundClient", "DeviceProtocol", "CLinuxShim",
                .target(name: "CPipeWireShim", condition: .when(traits: ["PipeWire"])),
            ]),
        // The streams of other programs on PipeWire, and the ports: observed, held, attenuated.
        .target(
            name: "ProgramStreams",
            dependencies: [
                "DesktopEntries",
                .target(name: "CPipeWireShim", condition: .when(traits: ["PipeWire"])),
            ]),
        .target(
            name: "SoundRuntime",
            dependencies: [
                "AudioModel", "SoundMixer", "SoundServer", "SoundPolicy", "SoundClient",
                "DeviceProtocol", "HostLinux",
            ]),
        // The system's music player: a service on the message bus, and its clients.
        .target(
            name: "MusicService",
            dependencies: [
                "AudioFiles", "AudioModel", "DBus", "HostClock", "HostLinux", "MediaControls",
                "MusicLibrary", "MusicPlayback", "SoundClient", "SoundPolicy", "SoundRuntime",
            ]),

        // The phone in virtual time.
        // Puts libc, libdispatch, Core Foundation and Swift's tasks on a simulated phone's clock.
        .target(name: "CVirtualTime"),
        .target(name: "ScenarioLanguage", dependencies: ["AudioModel"]),
        .target(
            name: "SimulationReports",
            dependencies: ["AudioModel", "SoundPolicy", "ScenarioLanguage", "Terminal"]),
        .target(
            name: "SimulatedDevice",
            dependencies: [
                "AudioModel", "CVirtualTime", "HostClock", "SoundPolicy", "SoundServer",
                "SoundClient", "SoundMixer", "AudioCodecs", "AudioFormats", "ChannelLayouts",
                "TimePitch", "ScenarioLanguage", "SimulationReports",
            ]),
        .target(
            name: "Simulation",
            dependencies: [
                "AudioModel", "SoundPolicy", "SoundServer", "SoundClient", "SoundMixer",
                "ScenarioLanguage", "SimulatedDevice", "SimulationReports", "MusicLibrary",
                "AudioCodecs", "AudioFormats",
            ]),

        // The players of a scripted phone's apps, by Apple's surface.
        .target(
            name: "FrameworkPlayers",
            dependencies: [
                "AVFAudio", "MediaPlayer", "MusicPlayback", "FilePlayback", "AudioFiles",
                "SoundClient", "SoundMixer", "AudioCodecs", "AudioFormats", "AudioModel",
                "ScenarioLanguage", "SimulatedDevice", "Simulation",
            ]),

        // Random phones and what must always hold of them.
        .target(name: "SeededRandomness"),
        .target(
            name: "RandomPhones",
            dependencies: ["AudioModel", "SoundPolicy", "Simulation", "SeededRandomness"]),

        // Examples that are packages of their own, built here too for the tests.
        .executableTarget(
            name: "QueuePlayer", dependencies: ["AudioToolbox"],
            path: "examples/QueuePlayer/Sources/QueuePlayer"),
        .executableTarget(
            name: "QueueRecorder", dependencies: ["AudioToolbox"],
            path: "examples/QueueRecorder/Sources/QueueRecorder"),
        .executableTarget(
            name: "SectionRepeat", dependencies: ["AudioToolbox"],
            path: "examples/SectionRepeat/Sources/SectionRepeat"),

        .executableTarget(
            name: "Blog", dependencies: ["UIKit", "AudioToolbox"],
            path: "examples/Blog/Sources/Blog"),
        .executableTarget(
            name: "LanguageCourse", dependencies: ["UIKit", "AVFAudio", "AudioToolbox"],
            path: "examples/LanguageCourse/Sources/LanguageCourse"),
        .executableTarget(
            name: "Game", dependencies: ["UIKit", "AVFAudio", "AudioToolbox"],
            path: "examples/Game/Sources/Game"),

        .target(
            name: "SongPlayer", dependencies: ["AVFAudio"],
            path: "examples/TestingYourApp/Sources/SongPlayer"),
        .target(
            name: "Drums", dependencies: ["AVFAudio"], path: "examples/DrumMachine/Sources/Drums"),
        .executableTarget(
            name: "PlayDrums", dependencies: ["Drums"],
            path: "examples/DrumMachine/Sources/PlayDrums"),
        .target(
            name: "SleepSounds", dependencies: ["AVFAudio"],
            path: "examples/TestingYourApp/Sources/SleepSounds"),
        .target(
            name: "Soundscape", dependencies: ["AVFAudio"],
            path: "examples/TestingYourApp/Sources/Soundscape"),
        .target(
            name: "DatedFolders", path: "examples/VoiceMemo/Sources/DatedFolders"),
        .executableTarget(
            name: "VoiceMemo", dependencies: ["DatedFolders", "AVFAudio"],
            path: "examples/VoiceMemo/Sources/VoiceMemo"),
        .executableTarget(
            name: "MusicBrowser", dependencies: ["MediaPlayer"],
            path: "examples/MusicLibrary/Sources/MusicBrowser"),

        // What the programs share: arguments, messages, signals, files.
        .target(name: "CommandLineTool", dependencies: ["Simulation", "Terminal"]),
        .executableTarget(
            name: "sori",
            dependencies: [
                "AudioToolbox", "CAudioToolbox", "CoreAudioTypes", "AudioModel", "AudioCodecs",
                "AudioFormats", "SoundMixer", "SoundPolicy", "SoundServer", "SoundClient",
                "SoundRuntime", "HostLinux", "Simulation", "AudioFiles", "AudioConversion",
                "ChannelLayouts", "RandomPhones", "DeviceProtocol", "FrameworkPlayers",
                "CommandLineTool", "MusicLibrary", "MusicPlayback", "MusicService",
                "MediaControls", "Pictures", "Terminal", "TextFolding", "DBus", "CLinuxShim",
                "DeviceConfiguration", "DeviceService", "ForegroundWindows", "HostClock",
                "InputDevices", "SeededRandomness", "TimePitch",
            ]),

        // What services of the machine say over D-Bus, as actions of a phone: calls, lock, sleep.
        .target(
            name: "DeviceEvents",
            dependencies: ["AudioModel", "DBus", "DeviceConfiguration", "ScenarioLanguage"]),
        // Keys, switches, jacks and sliders of the machine (evdev), as actions of its user.
        .target(
            name: "InputDevices", dependencies: ["AudioModel", "ScenarioLanguage", "CLinuxShim"]),
        // The motor of the machine: the feedback daemon's, or one with force feedback (evdev).
        .target(name: "Haptics", dependencies: ["AudioModel", "DBus", "CLinuxShim"]),
        // The apps that are installed, as the desktop's files describe them.
        .target(name: "DesktopEntries"),
        // The app in front, as the window system knows it.
        .target(
            name: "CWindowSystemShim", dependencies: ["CLibraryLoader"],
            cSettings: [
                .define("SORI_WAYLAND", .when(traits: ["Wayland"])),
                .define("SORI_X11", .when(traits: ["X11"])),
            ]),
        .target(
            name: "ForegroundWindows",
            dependencies: ["CLinuxShim", "CWindowSystemShim", "DesktopEntries"]),

        // The device service: one policy for all programs of a machine.
        .target(
            name: "DeviceConfiguration",
            dependencies: ["AudioModel", "ScenarioLanguage", "SoundPolicy"]),
        .target(
            name: "DeviceService",
            dependencies: [
                "AudioModel", "DBus", "DesktopEntries", "DeviceConfiguration", "DeviceEvents",
                "DeviceProtocol", "ForegroundWindows", "Haptics", "HostClock", "HostLinux",
                "InputDevices", "ProgramStreams", "ScenarioLanguage", "SimulatedDevice",
                "SimulationReports", "SoundClient", "SoundPolicy", "SoundServer",
            ]),

        // What `make bench` runs; in no product, so that it is never built for a client.
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CommandLineTool", "AudioToolbox", "AVFAudio", "CoreAudioTypes", "AudioModel",
                "AudioCodecs", "AudioFormats", "AudioGraph", "AudioEffects", "SoundMixer",
                "SoundPolicy", "SoundServer", "SoundClient", "SoundRuntime", "SimulatedTime",
                "HostClock", "HostLinux", "Simulation", "SimulationReports", "MusicLibrary",
                "Terminal", "CMixerLimits", "CPeer",
                .target(name: "CFFmpeg", condition: .when(traits: ["FFmpeg"])),
            ],
            path: "Benchmarks", exclude: ["Mixer/Limits", "Peers"]),
        // Kernels that the mixer is measured against.
        .target(name: "CMixerLimits", path: "Benchmarks/Mixer/Limits"),
        // What other mixers are compared through; `scripts/bench-peers` builds them.
        .systemLibrary(name: "CPeer", path: "Benchmarks/Peers"),

        // For tests only.
        .systemLibrary(
            name: "CXCB", pkgConfig: "xcb-res xcb", providers: [.apt(["libxcb-res0-dev"])]),
        .target(name: "IdleThreads", path: "Tests/IdleThreads"),
        .target(
            name: "TestSupport", dependencies: ["CLinuxShim", "CoreAudioTypes"],
            path: "Tests/TestSupport"),
        // Faults of the policy, each of which a checker of `RandomPhones` must find.
        .target(
            name: "FaultInjection", dependencies: ["RandomPhones", "SoundPolicy", "AudioModel"],
            path: "Tests/FaultInjection"),
        .testTarget(name: "AudioModelTests", dependencies: ["AudioModel"]),
        .testTarget(
            name: "AudioCodecsTests",
            dependencies: ["AudioCodecs", "AudioModel", "SeededRandomness"]),
        .testTarget(
            name: "AudioFormatsTests",
            dependencies: [
                "AudioCodecs", "AudioFormats", "ChannelLayouts", "AudioModel", "SeededRandomness",
                "TestSupport",
            ]),
        .testTarget(name: "LibraryLoaderTests", dependencies: ["CLibraryLoader", "TestSupport"]),
        .testTarget(name: "TerminalTests", dependencies: ["Terminal"]),
        .testTarget(name: "TextFoldingTests", dependencies: ["TextFolding"]),
        .testTarget(
            name: "MusicLibraryTests",
            dependencies: [
                "MusicLibrary", "TextFolding", "AudioFormats", "AudioModel",
                "TestSupport", .target(name: "CSQLite", condition: .when(traits: ["MediaLibrary"])),
            ]),
        .testTarget(
            name: "AudioConversionTests",
            dependencies: [
                "AudioConversion", "AudioCodecs", "AudioFormats", "ChannelLayouts", "AudioModel",
                "SoundMixer", "TestSupport",
            ]),
        .testTarget(
            name: "SoundMixerTests",
            dependencies: [
                "SoundMixer", "CSoundMixer", "Realtime", "AudioModel", "SeededRandomness",
                "TestSupport",
            ]),
        // Run in release by scripts/test-render, with RenderThreadTests of SoundMixerTests.
        .testTarget(
            name: "RenderThreadTests",
            dependencies: [
                "AudioGraph", "AudioEffects", "AudioModel", "AVFAudio", "CoreAudioTypes",
                "SeededRandomness", "TestSupport",
            ]),
        .testTarget(
            name: "SoundClientTests",
            dependencies: [
                "SoundClient", "SoundServer", "SoundPolicy", "SoundMixer", "AudioModel",
            ]),
        // Reads the sources, and so depends on none of them.
        .testTarget(name: "TidyTests"),
        // Reads the public symbols of the modules that it depends on, and imports none of them.
        .testTarget(
            name: "CoverageTests",
            dependencies: ["AVFoundation", "MediaPlayer", "UIKit", "os", "TestSupport"]),
        .testTarget(
            name: "DBusTests", dependencies: ["DBus", "SeededRandomness", "TestSupport"]),
        .testTarget(
            name: "DeviceEventsTests",
            dependencies: [
                "DeviceConfiguration", "DeviceEvents", "DBus", "ScenarioLanguage", "AudioModel",
                "SeededRandomness", "TestSupport",
            ]),
        .testTarget(
            name: "DesktopEntriesTests",
            dependencies: ["DesktopEntries", "SeededRandomness", "TestSupport"]),
        .testTarget(
            name: "ForegroundWindowsTests",
            dependencies: [
                "ForegroundWindows", "DesktopEntries", "SeededRandomness",
                "TestSupport",
                .target(name: "CXCB", condition: .when(traits: ["X11"])),
            ]),
        .testTarget(name: "TimePitchTests", dependencies: ["TimePitch"]),
        .testTarget(
            name: "SoundPolicyTests",
            dependencies: ["SoundPolicy", "AudioModel", "SeededRandomness"]),
        .testTarget(
            name: "AudioToolboxTests",
            dependencies: [
                "QueuePlayer", "QueueRecorder", "SectionRepeat", "TimePitch", "AudioQueues",
                "AudioToolbox", "SoundClient", "SoundRuntime", "SoundServer", "SoundMixer",
                "SoundPolicy", "AudioModel", "AudioCodecs", "AudioFormats", "AudioFiles",
                "AudioConversion", "ChannelLayouts", "Simulation", "SeededRandomness",
                "IdleThreads", "TestSupport",
            ]),
        .testTarget(
            name: "AudioSessionTests",
            dependencies: [
                "IdleThreads", "AudioToolbox", "AVFAudio", "Simulation", "HostLinux", "SoundClient",
                "SoundServer", "SoundPolicy", "SoundMixer", "AudioModel", "TestSupport",
            ]),
        .testTarget(
            name: "AVFAudioTests",
            dependencies: [
                "AVFAudio", "AVFoundation", "CoreMedia", "AudioToolbox", "CoreAudioTypes",
                "Simulation", "SoundClient", "SoundServer", "SoundMixer", "SoundPolicy",
                "AudioGraph", "AudioModel", "AudioCodecs", "AudioFormats", "AudioFiles",
                "SeededRandomness", "TestSupport",
            ]),
        .testTarget(
            name: "AudioEffectsTests",
            dependencies: ["AudioEffects", "AudioModel", "SeededRandomness", "TestSupport"]),
        .testTarget(
            name: "AudioGraphTests",
            dependencies: [
                "AudioGraph", "AudioEffects", "AudioFormats", "AudioModel", "SoundMixer",
                "SeededRandomness", "TestSupport",
            ]),
        .testTarget(
            name: "FilePlaybackTests",
            dependencies: [
                "FilePlayback", "AudioConversion", "AudioFiles", "AudioFormats", "AudioModel",
                "Simulation", "SoundClient", "SoundMixer", "SoundServer", "TestSupport",
            ]),
        .testTarget(
            name: "MusicPlaybackTests",
            dependencies: [
                "MusicPlayback", "AudioModel", "SeededRandomness", "Simulation", "SoundClient",
                "SoundMixer", "SoundPolicy", "SoundServer",
                "TestSupport",
            ]),
        .testTarget(name: "PicturesTests", dependencies: ["Pictures", "TestSupport"]),
        .testTarget(
            name: "MediaControlsTests", dependencies: ["MediaControls", "DBus", "TestSupport"]),
        .testTarget(
            name: "MusicServiceTests",
            dependencies: [
                "MusicService", "MusicPlayback", "MusicLibrary", "MediaControls", "DBus",
                "AudioModel", "SoundClient", "TestSupport", "sori",
            ]),
        .testTarget(
            name: "DeviceServiceTests",
            dependencies: [
                "AudioModel", "DBus", "DesktopEntries", "DeviceConfiguration", "DeviceEvents",
                "DeviceGuest", "DeviceProtocol", "DeviceService", "ForegroundWindows", "HostLinux",
                "InputDevices", "ProgramStreams",
                "ScenarioLanguage", "SimulatedDevice", "SoundClient", "SoundPolicy",
                "SoundServer", "TestSupport", "sori",
            ]),
        // A program for the tests of input devices: it prints what they report.
        .executableTarget(
            name: "InputGuest",
            dependencies: ["Haptics", "InputDevices"],
            path: "Tests/InputGuest"),
        .testTarget(
            name: "InputDevicesTests",
            dependencies: [
                "AudioModel", "InputDevices", "InputGuest", "ScenarioLanguage", "SeededRandomness",
                "TestSupport",
            ]),
        .testTarget(
            name: "HapticsTests",
            dependencies: ["AudioModel", "DBus", "Haptics", "TestSupport"]),
        // An app for the tests of the device service.
        .executableTarget(
            name: "DeviceGuest", dependencies: ["AVFAudio"], path: "Tests/DeviceGuest"),
        // An app for the tests of the desktop's controls.
        .executableTarget(
            name: "NowPlayingGuest", dependencies: ["AVFAudio", "MediaPlayer"],
            path: "Tests/NowPlayingGuest"),
        .testTarget(
            name: "MediaPlayerTests",
            dependencies: [
                "NowPlayingGuest",
                "MediaPlayer", "AVFAudio", "UIKit", "MusicLibrary", "MusicPlayback", "AudioModel",
                "Simulation", "SoundClient", "SoundPolicy", "SoundServer", "DBus",
                "MediaControls", "SeededRandomness", "Terminal", "TestSupport",
            ]),
        .testTarget(
            name: "SpeechAndMIDITests",
            dependencies: [
                "SpeechSynthesis", "MIDISynthesis", "AVFAudio", "Simulation", "SoundClient",
                "SoundMixer", "AudioGraph", "AudioModel", "SeededRandomness", "TestSupport",
            ]),
        .testTarget(
            name: "ScenarioLanguageTests",
            dependencies: ["ScenarioLanguage", "AudioModel", "SeededRandomness"]),
        .testTarget(
            name: "SimulationReportsTests",
            dependencies: ["SimulationReports", "ScenarioLanguage", "AudioModel"]),
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "Simulation", "SimulatedDevice", "SoundPolicy", "SoundServer", "SoundClient",
                "SoundMixer",
                "AudioModel", "AudioFormats", "AVFAudio", "AudioToolbox", "SeededRandomness",
            ]),
        .testTarget(
            name: "FrameworkPlayersTests",
            dependencies: [
                "FrameworkPlayers", "Simulation", "SimulatedDevice", "ScenarioLanguage",
                "SoundClient", "AudioModel",
            ]),
        .testTarget(
            name: "SimulatedPhoneTests",
            dependencies: [
                "Simulation", "AVFAudio", "UIKit", "SoundClient", "SoundPolicy", "AudioModel",
                "SeededRandomness", "TestSupport",
            ]),
        .testTarget(
            name: "UIKitTests",
            dependencies: [
                "UIKit", "AVFAudio", "Simulation", "SongPlayer", "Blog", "LanguageCourse", "Game",
                "Pictures", "TestSupport",
            ]),
        .testTarget(
            name: "CoreMediaTests",
            dependencies: ["CoreMedia", "CoreAudioTypes", "Simulation", "TestSupport"]),
        .testTarget(
            name: "SmallModuleTests",
            dependencies: [
                "os", "COS", "OSLog", "CoreAudio", "CoreAudioKit", "CoreAudioTypes", "AVFoundation",
            ]),
        .testTarget(
            name: "SongPlayerTests", dependencies: ["SongPlayer", "AVFAudio", "Simulation"],
            path: "examples/TestingYourApp/Tests/SongPlayerTests"),
        .testTarget(
            name: "DrumsTests", dependencies: ["Drums", "AVFAudio", "Simulation"],
            path: "examples/DrumMachine/Tests/DrumsTests"),
        .testTarget(
            name: "SleepSoundsTests", dependencies: ["SleepSounds", "AVFAudio", "Simulation"],
            path: "examples/TestingYourApp/Tests/SleepSoundsTests"),
        .testTarget(
            name: "SoundscapeTests", dependencies: ["Soundscape", "AVFAudio", "Simulation"],
            path: "examples/TestingYourApp/Tests/SoundscapeTests"),
        .testTarget(
            name: "DatedFoldersTests", dependencies: ["DatedFolders"],
            path: "examples/VoiceMemo/Tests/DatedFoldersTests"),
        .testTarget(
            name: "VoiceMemoTests",
            dependencies: ["VoiceMemo", "DatedFolders", "AVFAudio", "Simulation"],
            path: "examples/VoiceMemo/Tests/VoiceMemoTests"),
        .testTarget(
            name: "MusicBrowserTests", dependencies: ["MusicBrowser", "MediaPlayer", "Simulation"],
            path: "examples/MusicLibrary/Tests/MusicBrowserTests"),
        .testTarget(
            name: "RandomPhonesTests",
            dependencies: [
                "FaultInjection", "RandomPhones", "Simulation", "SoundPolicy", "AudioModel",
            ]),
        // What the phone does, as hashes, to compare before and after a change of the code.
        .executableTarget(
            name: "BehaviourDigest",
            dependencies: ["RandomPhones", "Simulation", "SoundPolicy", "AudioModel"],
            path: "Tests/BehaviourDigest", exclude: ["baseline.tsv"]),
        .testTarget(
            name: "HostLinuxTests",
            dependencies: [
                "HostLinux", "SoundClient", "SoundServer", "SoundMixer", "SoundPolicy",
                "AudioToolbox", "AVFAudio", "AudioFormats", "AudioModel", "TestSupport",
            ]),
        // Holds streams until it is killed, for the tests of what is left then.
        .executableTarget(
            name: "StreamHolder",
            dependencies: [
                "ProgramStreams",
                .target(name: "CPipeWireShim", condition: .when(traits: ["PipeWire"])),
            ],
            path: "Tests/StreamHolder"),
        .testTarget(
            name: "ProgramStreamsTests",
            dependencies: [
                "DesktopEntries", "ProgramStreams", "StreamHolder", "SeededRandomness",
                "TestSupport",
            ]),
        .testTarget(
            name: "DeviceProtocolTests",
            dependencies: ["DeviceProtocol", "SoundServer", "AudioModel", "SeededRandomness"]),
        // An app for the tests of apps that are processes.
        .executableTarget(
            name: "PhoneGuest",
            dependencies: [
                "UIKit", "AudioToolbox", "AVFAudio", "DeviceProtocol", "AudioModel", "HostLinux",
                "SoundServer", "MediaPlayer", "SoundClient", "SoundRuntime",
            ],
            path: "Tests/PhoneGuest"),
        .testTarget(
            name: "ChildAppTests",
            dependencies: [
                "PhoneGuest", "QueuePlayer", "SectionRepeat", "HostLinux", "SoundServer",
                "SoundPolicy", "DeviceProtocol", "AudioModel", "TestSupport",
            ]),
        .testTarget(
            name: "ProgramTests",
            dependencies: [
                "PhoneGuest", "QueuePlayer", "QueueRecorder", "sori", "AudioModel", "AudioCodecs",
                "AudioFormats", "ChannelLayouts", "Simulation", "RandomPhones", "SeededRandomness",
                "SoundPolicy", "SoundServer", "CommandLineTool", "FaultInjection", "HostLinux",
                "MusicLibrary", "MusicPlayback", "Pictures", "Terminal", "TestSupport",
            ]),
        .testTarget(
            name: "BenchmarksTests",
            dependencies: [
                "Benchmarks", "CommandLineTool", "Simulation", "SoundPolicy", "TestSupport",
            ]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// A build with only some of the test targets, for those who work on one module.
if let kept = Context.environment["SORI_TEST_TARGETS"]?.split(separator: " ").map(String.init) {
    package.targets.removeAll { $0.type == .test && !kept.contains($0.name) }
}

// A protocol as a type is written `any P`; an import is public only where public declarations use its
// types; a member is visible only where its module is imported.
let features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
let swiftTypes: [Target.TargetType] = [.regular, .executable, .test]
for target in package.targets where swiftTypes.contains(target.type) {
    target.swiftSettings =
        (target.swiftSettings ?? []) + features.map { .enableUpcomingFeature($0) }
}

// Optimising the tests takes longer than all else together, and makes them hardly faster: what they
// call is optimised. Those of the render thread have callbacks whose allocations are counted; the one
// of the sources reads all of them.
let optimizedTests = ["RenderThreadTests", "SoundMixerTests", "TidyTests"]
for target in package.targets where target.type == .test && !optimizedTests.contains(target.name) {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}
