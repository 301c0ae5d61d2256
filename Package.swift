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
        .library(name: "OpenAL", targets: ["OpenAL"]),
        .library(name: "Security", targets: ["Security"]),
        .library(name: "CoreVideo", targets: ["CoreVideo"]),
        .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
        .library(name: "AVKit", targets: ["AVKit"]),
        .library(name: "CallKit", targets: ["CallKit"]),
        .library(name: "PushKit", targets: ["PushKit"]),
        .library(name: "Network", targets: ["Network"]),
        // The same AudioToolbox as a shared library, for C programs, and what is behind OpenAL's
        // functions.
        .library(
            name: "SoriAudioToolbox", type: .dynamic,
            targets: ["AudioToolbox", "COS", "OpenALDevices"]),
        // Sori's own.
        .library(name: "Simulation", targets: ["Simulation"]),
        .library(name: "AudioFormats", targets: ["AudioFormats", "AudioCodecs", "ChannelLayouts"]),
        // For fuzzing.
        .library(name: "DeviceEvents", targets: ["DeviceEvents"]),
        .library(name: "DeviceProtocol", targets: ["DeviceProtocol"]),
        .library(name: "MIDISynthesis", targets: ["MIDISynthesis"]),
        .library(name: "MediaPlaylists", targets: ["MediaPlaylists"]),
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
        .trait(name: "OpenALSoft", description: "Play OpenAL (needs libopenal1 when it runs)."),
        .trait(
            name: "HTTP", description: "Play what servers send (needs libcurl4 when it runs)."),
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
            "PipeWire", "FFmpeg", "SoundTouch", "Speech", "MIDI", "OpenALSoft", "HTTP", "DBus",
            "MediaLibrary", "Wayland", "X11",
        ]),
    ],
    targets: [
        // MARK: Core. Only computes: values, the policy, the mixer, the server of one device.
        // Values with units: host time, stream format, gain, category, port, verdict; random
        // numbers that a seed repeats.
        .target(name: "AudioModel", path: "Sources/Core/AudioModel"),
        // Data exchange with the render thread: command queue, latest value, ring buffer;
        // the host clock of media times: the machine's monotonic clock, or the simulated phone's.
        .target(name: "Realtime", path: "Sources/Core/Realtime"),
        // The loops of the mixer, in C, for several processors.
        .target(name: "CSoundMixer", path: "Sources/Core/CSoundMixer"),
        // Voices to samples: gain ramps, resampling, metering.
        .target(
            name: "SoundMixer", dependencies: ["AudioModel", "Realtime", "CSoundMixer"],
            path: "Sources/Core/SoundMixer"),
        // Which streams sound, how loud, on which route, and why; pure.
        .target(
            name: "SoundPolicy", dependencies: ["AudioModel"], path: "Sources/Core/SoundPolicy"),
        // One device: feeds the policy and performs its effects.
        .target(
            name: "SoundServer", dependencies: ["AudioModel", "SoundPolicy"],
            path: "Sources/Core/SoundServer"),

        // MARK: Linux. Libraries and services of the machine that know nothing of sound policy.
        // FFmpeg's codecs and containers, loaded when they are first needed.
        .target(
            name: "CFFmpeg", dependencies: ["CLinuxShim"], path: "Sources/Linux/CFFmpeg",
            cSettings: [.define("SORI_FFMPEG", .when(traits: ["FFmpeg"]))]),
        // SoundTouch, loaded when it is first needed.
        .target(
            name: "CTimePitchShim", dependencies: ["CLinuxShim"],
            path: "Sources/Linux/CTimePitchShim",
            cxxSettings: [.define("SORI_SOUNDTOUCH", .when(traits: ["SoundTouch"]))]),
        // eSpeak NG's headers; the library is loaded once for each piece of speech.
        .systemLibrary(
            name: "CEspeak", path: "Sources/Linux/CEspeak", providers: [.apt(["libespeak-ng-dev"])]),
        // FluidSynth, loaded when it is first needed.
        .target(
            name: "CFluidSynth", dependencies: ["CLinuxShim"],
            path: "Sources/Linux/CFluidSynth",
            cSettings: [.define("SORI_MIDI", .when(traits: ["MIDI"]))]),
        // OpenAL Soft, loaded when it is first needed.
        .target(
            name: "COpenALSoft", dependencies: ["CLinuxShim"], path: "Sources/Linux/COpenALSoft",
            cSettings: [.define("SORI_OPENAL", .when(traits: ["OpenALSoft"]))]),
        // libcurl, loaded when it is first needed.
        .target(
            name: "CCurl", dependencies: ["CLinuxShim"], path: "Sources/Linux/CCurl",
            cSettings: [.define("SORI_HTTP", .when(traits: ["HTTP"]))]),
        // SQLite, loaded when it is first needed.
        .target(
            name: "CSQLite", dependencies: ["CLinuxShim"], path: "Sources/Linux/CSQLite",
            cSettings: [.define("SORI_MEDIA_LIBRARY", .when(traits: ["MediaLibrary"]))]),
        // libsystemd's D-Bus client, loaded when it is first needed.
        .target(
            name: "CSystemd", dependencies: ["CLinuxShim"], path: "Sources/Linux/CSystemd",
            cSettings: [.define("SORI_DBUS", .when(traits: ["DBus"]))]),
        // System calls and structures of Linux that Swift cannot import; opens shared libraries
        // when they are first needed.
        .target(name: "CLinuxShim", path: "Sources/Linux/CLinuxShim"),
        // PipeWire's connections, streams and monitor, behind C functions. Its headers are in
        // `SystemHeaders`: they are outside the compiler's search path, and what PipeWire's
        // pkg-config file says of them makes SwiftPM warn in the build of every package that uses
        // Sori.
        .target(
            name: "CPipeWireShim", path: "Sources/Linux/CPipeWireShim",
            cSettings: [
                .headerSearchPath("../SystemHeaders", .when(traits: ["PipeWire"])),
                .define("SORI_PIPEWIRE", .when(traits: ["PipeWire"])),
            ],
            linkerSettings: [.linkedLibrary("pipewire-0.3", .when(traits: ["PipeWire"]))]),
        // The connection to a Wayland compositor or an X server.
        .target(
            name: "CWindowSystemShim", dependencies: ["CLinuxShim"],
            path: "Sources/Linux/CWindowSystemShim",
            cSettings: [
                .define("SORI_WAYLAND", .when(traits: ["Wayland"])),
                .define("SORI_X11", .when(traits: ["X11"])),
            ]),
        // The message bus: calls, signals, objects, names.
        .target(
            name: "DBus",
            dependencies: [
                "CLinuxShim", .target(name: "CSystemd", condition: .when(traits: ["DBus"])),
            ], path: "Sources/Linux/DBus"),
        // A terminal: its keys, its raw mode, the columns of a text.
        .target(name: "Terminal", path: "Sources/Linux/Terminal"),

        // Items of the keychain: in the desktop's Secret Service, in a file, in memory.
        .target(
            name: "Keychain", dependencies: ["CLinuxShim", "DBus"], path: "Sources/Linux/Keychain"),
        // What servers send, piece by piece, by HTTP: the port, and its body over libcurl.
        .target(
            name: "HTTPTransfers", dependencies: ["CCurl", "CLinuxShim"],
            path: "Sources/Linux/HTTPTransfers"),
        // The machine's ways to the network: its links, addresses and default route.
        .target(
            name: "NetworkPaths", dependencies: ["CLinuxShim"], path: "Sources/Linux/NetworkPaths"),

        // MARK: Formats. Bytes, packets and samples.
        // Channel labels, layouts and the downmix.
        .target(name: "ChannelLayouts", path: "Sources/Formats/ChannelLayouts"),
        // Packets to PCM and back; errors and names of formats, which containers need, too.
        .target(
            name: "AudioCodecs",
            dependencies: [
                "AudioModel", "ChannelLayouts", "CSoundMixer",
                .target(name: "CFFmpeg", condition: .when(traits: ["FFmpeg"])),
            ], path: "Sources/Formats/AudioCodecs"),
        // Containers: bytes to packets and back; readers and writers of files, tags.
        .target(
            name: "AudioFormats",
            dependencies: [
                "AudioCodecs", "AudioModel", "ChannelLayouts",
                .target(name: "CFFmpeg", condition: .when(traits: ["FFmpeg"])),
            ], path: "Sources/Formats/AudioFormats"),
        // Conversion between any two formats, in buffers of any size.
        .target(
            name: "AudioConversion",
            dependencies: [
                "AudioModel", "AudioCodecs", "ChannelLayouts", "SoundMixer", "CSoundMixer",
            ], path: "Sources/Formats/AudioConversion"),
        // Pictures of any size: pixels, scaling, cropping, encoding, display on terminals.
        .target(
            name: "Pictures",
            dependencies: [.target(name: "CFFmpeg", condition: .when(traits: ["FFmpeg"]))],
            path: "Sources/Formats/Pictures"),
        // Types of files: MIME types, uniform type identifiers, endings.
        .target(name: "FileTypes", path: "Sources/Formats/FileTypes"),
        // Playlists of HLS and of radio stations, and titles within a station's stream.
        .target(name: "MediaPlaylists", path: "Sources/Formats/MediaPlaylists"),

        // MARK: Sound. Samples to samples, and from text and notes.
        // Independent changes of speed and pitch.
        .target(
            name: "TimePitch", dependencies: ["CTimePitchShim"], path: "Sources/Sound/TimePitch"),
        // The kernels of effects: equaliser, filters, dynamics, delay, reverb, distortion, speed,
        // space.
        .target(
            name: "AudioEffects",
            dependencies: ["AudioModel", "Realtime", "SoundMixer", "TimePitch"],
            path: "Sources/Sound/AudioEffects"),
        // Nodes and connections, rendered as plans; below `AVAudioEngine`.
        .target(
            name: "AudioGraph",
            dependencies: [
                "AudioModel", "Realtime", "SoundMixer", "AudioFormats", "AudioConversion",
                "ChannelLayouts", "AudioEffects",
            ], path: "Sources/Sound/AudioGraph"),
        // Text to samples, through eSpeak NG.
        .target(
            name: "SpeechSynthesis",
            dependencies: [
                "AudioModel", .target(name: "CEspeak", condition: .when(traits: ["Speech"])),
            ], path: "Sources/Sound/SpeechSynthesis"
        ),
        // MIDI to samples, through FluidSynth.
        .target(
            name: "MIDISynthesis",
            dependencies: [
                "AudioModel", "Realtime",
                .target(name: "CFluidSynth", condition: .when(traits: ["MIDI"])),
            ], path: "Sources/Sound/MIDISynthesis"
        ),

        // MARK: App. One app's side: its connection, its players and files, its device.
        // Messages between a device and an app that is a process of its own.
        .target(
            name: "DeviceProtocol", dependencies: ["AudioModel", "SoundServer"],
            path: "Sources/App/DeviceProtocol"),
        // One app: its connection to a server, its mixer, its output.
        .target(
            name: "SoundClient",
            dependencies: [
                "AudioModel", "Realtime", "SoundServer", "SoundMixer", "AudioCodecs",
                "AudioFormats",
            ], path: "Sources/App/SoundClient"),
        // The state of Audio File Services: handles of open files, their properties.
        .target(
            name: "AudioFiles",
            dependencies: [
                "AudioModel", "AudioCodecs", "AudioFormats", "AudioConversion", "ChannelLayouts",
                "Realtime",
            ], path: "Sources/App/AudioFiles"),
        // The state of Audio Queue Services: buffers, time, parameters, input and output.
        .target(
            name: "AudioQueues",
            dependencies: [
                "AudioModel", "AudioCodecs", "AudioConversion", "ChannelLayouts", "SoundMixer",
                "SoundClient", "SoundServer",
            ], path: "Sources/App/AudioQueues"),
        // Players of files and of a queue of tracks, and recorders to files; below `AVAudioPlayer`,
        // `MPMusicPlayerController` and `AVAudioRecorder`.
        .target(
            name: "Playback",
            dependencies: [
                "AudioModel", "AudioCodecs", "AudioFormats", "AudioConversion", "AudioFiles",
                "ChannelLayouts", "SoundMixer", "SoundClient", "SoundServer", "TimePitch",
            ], path: "Sources/App/Playback"),
        // What players of media play: files, what a server sends, and HLS; buffered, and decoded from
        // any frame.
        .target(
            name: "MediaSources",
            dependencies: [
                "AudioModel", "AudioCodecs", "AudioConversion", "AudioFiles", "AudioFormats",
                "ChannelLayouts", "HTTPTransfers", "MediaPlaylists", "Realtime", "SoundClient",
                "SoundMixer",
                .target(name: "CFFmpeg", condition: .when(traits: ["FFmpeg"])),
            ], path: "Sources/App/MediaSources"),
        // Players of media: their states, buffering, seeking, queues, and calls at times of the
        // media; below `AVPlayer`.
        .target(
            name: "MediaPlayback",
            dependencies: [
                "AudioModel", "AudioCodecs", "AudioConversion", "AudioFiles", "AudioFormats",
                "ChannelLayouts", "MediaSources", "Playback", "Realtime", "SoundClient",
                "SoundMixer", "SoundServer", "TimePitch",
            ], path: "Sources/App/MediaPlayback"),
        // Media read, mixed and written faster than it plays: readers, writers, exports and
        // compositions.
        .target(
            name: "MediaExport",
            dependencies: [
                "AudioModel", "AudioCodecs", "AudioConversion", "AudioFiles", "AudioFormats",
                "ChannelLayouts", "MediaSources", "SoundClient", "SoundMixer", "TimePitch",
            ], path: "Sources/App/MediaExport"),
        // The state of OpenAL: devices that are rendered ahead into streams, their contexts,
        // capture.
        .target(
            name: "OpenALDevices",
            dependencies: [
                "AudioConversion", "AudioModel", "COpenALSoft", "SoundClient", "SoundMixer",
                "SoundRuntime", "SoundServer",
            ], path: "Sources/App/OpenALDevices"),
        // Cameras: a scene in virtual time, PipeWire's video sources, conversion of their pixels.
        .target(
            name: "Cameras",
            dependencies: [
                "AudioModel", "CLinuxShim", "DBus", "Pictures", "Realtime", "SoundClient",
                "SoundServer",
                .target(name: "CFFmpeg", condition: .when(traits: ["FFmpeg"])),
                .target(name: "CPipeWireShim", condition: .when(traits: ["PipeWire"])),
            ], path: "Sources/App/Cameras"),
        // The machine: PipeWire, the null device, the clock, threads.
        .target(
            name: "HostLinux",
            dependencies: [
                "AudioModel", "SoundServer", "SoundClient",
                .target(name: "CPipeWireShim", condition: .when(traits: ["PipeWire"])),
            ], path: "Sources/App/HostLinux"),
        // The connection of an app that is a process of its own to a phone or a device service: the
        // app's end, and the socket, which both ends use.
        .target(
            name: "DeviceConnections",
            dependencies: [
                "AudioModel", "SoundServer", "SoundClient", "DeviceProtocol", "HostLinux",
                "CLinuxShim",
            ], path: "Sources/App/DeviceConnections"),
        // Puts the parts together for a program that links only Apple's modules.
        .target(
            name: "SoundRuntime",
            dependencies: [
                "AudioModel", "SoundMixer", "SoundServer", "SoundPolicy", "SoundClient",
                "DeviceProtocol", "DeviceConnections", "HostLinux",
            ], path: "Sources/App/SoundRuntime"),
        // Foundation's and Dispatch's functions, for apps that share a process.
        .target(
            name: "SimulatedTime",
            dependencies: ["AudioModel", "Realtime", "SoundClient", "SoundRuntime"],
            path: "Sources/App/SimulatedTime"),

        // MARK: Music. The user's music and the system's music player.
        // The user's music in SQLite: scan, watch, query, search; names as people sort them.
        .target(
            name: "MusicLibrary",
            dependencies: [
                "AudioModel", "AudioCodecs", "AudioFormats", "Realtime", "Pictures",
                .target(name: "CSQLite", condition: .when(traits: ["MediaLibrary"])),
            ], path: "Sources/Music/MusicLibrary"),
        // Media players on the message bus by MPRIS: what desktops and media keys control.
        .target(
            name: "MediaControls", dependencies: ["DBus", "Realtime"],
            path: "Sources/Music/MediaControls"),
        // The system's music player: a service on the message bus, and its clients.
        .target(
            name: "MusicService",
            dependencies: [
                "AudioFiles", "AudioModel", "DBus", "Realtime", "HostLinux", "MediaControls",
                "MusicLibrary", "Playback", "SoundClient", "SoundPolicy", "SoundRuntime",
            ], path: "Sources/Music/MusicService"),

        // MARK: Apple. Apple's modules, by their names.
        // Apple's C declarations of formats, layouts and times.
        .target(name: "CoreAudioTypes", path: "Sources/Apple/CoreAudioTypes"),
        // Apple's C declarations of AudioToolbox.
        .target(
            name: "CAudioToolbox", dependencies: ["CoreAudioTypes"],
            path: "Sources/Apple/CAudioToolbox"),
        // The types of AudioToolbox's callbacks, for clients in Swift 6.
        .target(
            name: "AudioCallbacks", dependencies: ["CAudioToolbox", "CoreAudioTypes"],
            path: "Sources/Apple/AudioCallbacks"),
        // The types of AudioToolbox's callbacks, for clients in Swift 5.
        .target(
            name: "AudioCallbacksSwift5", dependencies: ["CAudioToolbox", "CoreAudioTypes"],
            path: "Sources/Apple/AudioCallbacksSwift5"),
        // Audio units: components, parameters, connections, and the devices that they render to.
        .target(
            name: "AudioUnits",
            dependencies: [
                "AudioModel", "Realtime", "SoundServer", "SoundClient", "SoundRuntime",
                "SoundMixer", "CAudioToolbox", "CoreAudioTypes", "AudioConversion",
                "AudioFormats", "AudioGraph", "AudioEffects", "MIDISynthesis",
            ], path: "Sources/Apple/AudioUnits"),
        // System sounds, files, streams, conversion, queues, audio units and the C session.
        .target(
            name: "AudioToolbox",
            dependencies: [
                "AudioModel", "SoundServer", "SoundClient", "SoundRuntime", "SimulatedTime",
                "AudioCallbacks", "AudioCallbacksSwift5", "CAudioToolbox", "CoreAudioTypes",
                "AudioCodecs", "AudioFormats", "AudioFiles", "AudioConversion", "AudioQueues",
                "AudioGraph", "AudioUnits", "ChannelLayouts", "CoreFoundationTypes",
                "MIDISynthesis", "SoundMixer", "TimePitch",
            ], path: "Sources/Apple/AudioToolbox",
            swiftSettings: [.enableExperimentalFeature("CImplementation")]),
        // `CMTime`, clocks, format descriptions, sample buffers.
        .target(
            name: "CoreMedia",
            dependencies: ["Realtime", "CAudioToolbox", "CoreAudioTypes", "PixelBuffers"],
            path: "Sources/Apple/CoreMedia"),
        // The machine's path to the network, or the simulated phone's, over `NetworkPaths`.
        .target(
            name: "Network",
            dependencies: [
                "NetworkPaths", "SimulatedTime", "SoundClient", "SoundRuntime",
            ], path: "Sources/Apple/Network"),
        // The Core Foundation names that clients write in Swift, as Foundation's types.
        .target(name: "CoreFoundationTypes", path: "Sources/Apple/CoreFoundationTypes"),
        // Buffers of pixels; below `CoreVideo` and `CoreMedia`.
        .target(name: "PixelBuffers", path: "Sources/Apple/PixelBuffers"),
        // Exports `PixelBuffers`.
        .target(
            name: "CoreVideo", dependencies: ["PixelBuffers"], path: "Sources/Apple/CoreVideo"),
        // Key-value observing by key paths, for the classes of all modules.
        .target(
            name: "KeyValueObserving", dependencies: ["SoundClient"],
            path: "Sources/Apple/KeyValueObserving"),
        // `CALayer` as a model, without drawing.
        .target(name: "LayerModel", path: "Sources/Apple/LayerModel"),
        // The four functions of the keychain, over `Keychain`.
        .target(
            name: "Security",
            dependencies: ["CoreAudioTypes", "CoreFoundationTypes", "Keychain", "SoundClient"],
            path: "Sources/Apple/Security"),
        // Types of files by their endings, MIME types and identifiers, over `FileTypes`.
        .target(
            name: "UniformTypeIdentifiers", dependencies: ["FileTypes"],
            path: "Sources/Apple/UniformTypeIdentifiers"),
        // The C declarations of `os`.
        .target(name: "COS", path: "Sources/Apple/COS"),
        // Logs, signposts and locks.
        .target(name: "os", dependencies: ["COS"], path: "Sources/Apple/os"),
        // Exports `os`.
        .target(name: "OSLog", dependencies: ["os"], path: "Sources/Apple/OSLog"),
        // Exports the types of `AudioToolbox`.
        .target(
            name: "CoreAudio", dependencies: ["AudioToolbox", "CoreAudioTypes"],
            path: "Sources/Apple/CoreAudio"),
        // Exports `AudioToolbox`.
        .target(
            name: "CoreAudioKit", dependencies: ["AudioToolbox"], path: "Sources/Apple/CoreAudioKit"
        ),
        // Session, players, recorder, files, engine, speech.
        .target(
            name: "AVFAudio",
            dependencies: [
                "AudioModel", "SoundServer", "SoundClient", "SoundRuntime", "SimulatedTime",
                "AudioToolbox", "AudioUnits", "CAudioToolbox", "CoreAudioTypes", "CoreMedia",
                "AudioCodecs", "AudioFormats", "AudioFiles", "AudioConversion", "ChannelLayouts",
                "KeyValueObserving", "SoundMixer",
                "Playback", "Realtime", "AudioGraph", "AudioEffects", "SpeechSynthesis",
                "MIDISynthesis",
            ], path: "Sources/Apple/AVFAudio"),
        // Players, assets and their files, capture sessions and cameras; exports `AVFAudio` and
        // `CoreMedia`.
        .target(
            name: "AVFoundation",
            dependencies: [
                "AudioCodecs", "AudioConversion", "AudioFiles", "AudioFormats", "AudioModel",
                "AudioToolbox", "AVFAudio", "Cameras", "CAudioToolbox", "ChannelLayouts",
                "CoreAudioTypes", "CoreMedia", "HTTPTransfers", "KeyValueObserving", "LayerModel",
                "MediaExport", "MediaPlayback", "MediaPlaylists", "MediaSources", "PixelBuffers",
                "Playback", "Realtime", "SimulatedTime", "SoundClient", "SoundMixer",
                "SoundRuntime", "SoundServer", "TimePitch",
            ],
            path: "Sources/Apple/AVFoundation"),
        // Empty; files that import both `Testing` and `UIKit` need it to compile.
        .target(name: "_Testing_UIKit", path: "Sources/Apple/_Testing_UIKit"),
        // The application life cycle that sound depends on, pictures, and view controllers as a
        // model.
        .target(
            name: "UIKit",
            dependencies: [
                "AudioModel", "HostLinux", "LayerModel", "SoundServer", "SoundClient",
                "SoundRuntime", "SimulatedTime", "Pictures", "_Testing_UIKit",
            ], path: "Sources/Apple/UIKit"),
        // Library, music players, Now Playing, remote commands; exports `AVFoundation` and `UIKit`.
        .target(
            name: "MediaPlayer",
            dependencies: [
                "AudioModel", "SoundServer", "SoundClient", "SoundRuntime", "SimulatedTime",
                "AVFoundation", "UIKit", "MusicLibrary", "Playback", "MusicService",
                "MediaControls", "Pictures", "Terminal",
            ], path: "Sources/Apple/MediaPlayer"),

        // The route picker's button.
        .target(
            name: "AVKit",
            dependencies: ["AudioModel", "SoundClient", "SoundRuntime", "SoundServer", "UIKit"],
            path: "Sources/Apple/AVKit"),
        // Calls of apps, in the order of the system's events, over the policy's VoIP calls.
        .target(
            name: "CallKit",
            dependencies: [
                "AudioModel", "AVFAudio", "SoundClient", "SoundRuntime", "SoundServer",
                "SimulatedTime",
            ], path: "Sources/Apple/CallKit"),
        // The registry of an app's pushes.
        .target(
            name: "PushKit",
            dependencies: [
                "AudioModel", "SoundClient", "SoundRuntime", "SoundServer", "SimulatedTime",
            ], path: "Sources/Apple/PushKit"),
        // Apple's C declarations of OpenAL, and its functions, which call OpenAL Soft's.
        .target(
            name: "COpenAL", dependencies: ["COpenALSoft"], path: "Sources/Apple/COpenAL",
            exclude: ["DropIn"]),
        // Exports the functions of OpenAL.
        .target(
            name: "OpenAL", dependencies: ["COpenAL", "OpenALDevices"], path: "Sources/Apple/OpenAL"
        ),

        // MARK: Device. A machine as a device: its events, keys, programs, and the service that all
        // apps share. The apps that are installed, as the desktop's files describe them; the app of
        // a process, and the one in front, as the window system knows it.
        .target(
            name: "DesktopEntries", dependencies: ["CLinuxShim", "CWindowSystemShim"],
            path: "Sources/Device/DesktopEntries"),
        // Actions of the device's user as a line of text, read and written.
        .target(
            name: "DeviceActions", dependencies: ["AudioModel"],
            path: "Sources/Device/DeviceActions"),
        // The device on a clock of its own: its apps are other processes; what happens, and why.
        .target(
            name: "LiveDevice",
            dependencies: ["AudioModel", "DeviceActions", "SoundPolicy", "SoundServer"],
            path: "Sources/Device/LiveDevice"),
        // Calls, alarms, lock and sleep, as the machine's services report them over D-Bus; what a
        // device service obeys, and its configuration file.
        .target(
            name: "DeviceEvents",
            dependencies: ["AudioModel", "DBus", "DeviceActions", "SoundPolicy"],
            path: "Sources/Device/DeviceEvents"),
        // Keys, switches, jacks and sliders of the machine (evdev), as events of the device; its
        // motor.
        .target(
            name: "InputDevices", dependencies: ["AudioModel", "DBus", "CLinuxShim"],
            path: "Sources/Device/InputDevices"),
        // The streams of all programs on PipeWire, and the ports: observed, held, attenuated.
        .target(
            name: "ProgramStreams",
            dependencies: [
                "DesktopEntries",
                .target(name: "CPipeWireShim", condition: .when(traits: ["PipeWire"])),
            ], path: "Sources/Device/ProgramStreams"),
        // The device's end of the connections of apps that are processes: their server, and the
        // programs that a phone starts.
        .target(
            name: "AppHosting",
            dependencies: [
                "AudioModel", "SoundServer", "SoundClient", "DeviceProtocol", "DeviceConnections",
                "HostLinux", "CLinuxShim",
            ], path: "Sources/Device/AppHosting"),
        // One policy for all programs of a machine: `sori daemon`.
        .target(
            name: "DeviceService",
            dependencies: [
                "AppHosting", "AudioCodecs", "AudioFormats", "AudioModel", "DBus",
                "DesktopEntries", "DeviceActions", "DeviceEvents", "DeviceProtocol", "HostLinux",
                "InputDevices", "LiveDevice", "ProgramStreams", "Realtime", "SoundClient",
                "SoundMixer", "SoundPolicy", "SoundServer",
            ], path: "Sources/Device/DeviceService"),

        // MARK: Phone. The phone in virtual time, its stories, its reports.
        // Puts libc, libdispatch, Core Foundation and Swift's tasks on a simulated phone's clock.
        .target(name: "CVirtualTime", path: "Sources/Phone/CVirtualTime"),
        // The text of a story, read and written; what happens on a live device, as a story.
        .target(
            name: "ScenarioLanguage",
            dependencies: ["AudioModel", "DeviceActions", "LiveDevice", "SoundPolicy"],
            path: "Sources/Phone/ScenarioLanguage"),
        // Reports of a story: text, JSON, JUnit, HTML, SVG, advice.
        .target(
            name: "SimulationReports",
            dependencies: ["AudioModel", "SoundPolicy", "ScenarioLanguage", "Terminal"],
            path: "Sources/Phone/SimulationReports"),
        // The phone in virtual time, and a live one with apps that do what a story says.
        .target(
            name: "SimulatedDevice",
            dependencies: [
                "AudioModel", "CVirtualTime", "Realtime", "SoundPolicy", "SoundServer",
                "SoundClient", "SoundMixer", "AudioCodecs", "AudioFormats", "ChannelLayouts",
                "Cameras", "TimePitch", "DeviceActions", "HTTPTransfers", "LiveDevice",
                "MediaPlaylists", "MediaSources", "NetworkPaths", "ScenarioLanguage",
                "SimulationReports",
            ], path: "Sources/Phone/SimulatedDevice"),
        // `SimulatedPhone`, for tests of apps in Swift.
        .target(
            name: "Simulation",
            dependencies: [
                "AudioModel", "DeviceActions", "SoundPolicy", "SoundServer", "SoundClient",
                "SoundMixer", "SimulatedTime",
                "ScenarioLanguage", "SimulatedDevice", "SimulationReports", "Keychain",
                "HTTPTransfers", "MediaPlaylists", "MediaSources", "MusicLibrary", "NetworkPaths",
                "AudioCodecs", "AudioFormats", "Cameras", "Pictures",
            ], path: "Sources/Phone/Simulation"),
        // Apps of a story that play through Apple's classes.
        .target(
            name: "FrameworkPlayers",
            dependencies: [
                "AVFAudio", "AVFoundation", "AudioToolbox", "AudioUnits", "CoreMedia",
                "MediaPlayback", "MediaPlayer", "MediaSources", "OpenAL", "Playback",
                "AudioFiles",
                "SoundClient", "SoundMixer", "AudioCodecs", "AudioFormats", "AudioModel",
                "ScenarioLanguage", "SimulatedDevice", "Simulation",
            ], path: "Sources/Phone/FrameworkPlayers"),
        // Random phones, and what must always hold of them.
        .target(
            name: "RandomPhones",
            dependencies: [
                "AudioModel", "DeviceActions", "SoundPolicy", "Simulation",
            ], path: "Sources/Phone/RandomPhones"),

        // MARK: Programs. The program, and what programs share.
        // What the programs share: arguments, messages, signals, files.
        .target(
            name: "CommandLineTool",
            dependencies: ["AudioCodecs", "AudioModel", "DeviceActions", "Terminal"],
            path: "Sources/Programs/CommandLineTool"),
        // The commands of the device service: `sori daemon` and those that act on it.
        .target(
            name: "DeviceCommands",
            dependencies: [
                "AppHosting", "AudioModel", "CLinuxShim", "CommandLineTool", "DBus",
                "DeviceActions", "DeviceEvents", "DeviceService", "DesktopEntries",
                "InputDevices", "LiveDevice", "ScenarioLanguage", "SoundRuntime", "Terminal",
            ], path: "Sources/Programs/DeviceCommands"),
        // The commands of the music player and of the library.
        .target(
            name: "MusicCommands",
            dependencies: [
                "AudioCodecs", "AudioFiles", "AudioFormats", "AudioModel", "CLinuxShim",
                "CommandLineTool", "DBus", "Realtime", "HostLinux", "MusicLibrary",
                "MusicService", "Pictures", "Playback", "SoundClient", "SoundRuntime", "Terminal",
            ], path: "Sources/Programs/MusicCommands"),
        // The commands of sound files and of the machine's sound: `play`, `record`, `convert`,
        // `info`.
        .target(
            name: "SoundCommands",
            dependencies: [
                "AudioCodecs", "AudioConversion", "AudioFiles", "AudioFormats", "AudioModel",
                "AudioToolbox", "ChannelLayouts", "CommandLineTool", "CoreAudioTypes", "DBus",
                "FileTypes", "HTTPTransfers", "HostLinux", "MediaControls", "MediaPlayback",
                "MediaPlaylists", "MediaSources", "MusicLibrary", "Playback", "Realtime",
                "SoundClient", "SoundMixer",
                "SoundRuntime", "SoundServer", "Terminal", "TimePitch",
            ], path: "Sources/Programs/SoundCommands"),
        // The commands of stories: `sim`, `advise`, `report`, `fuzz`, `conformance`.
        .target(
            name: "StoryCommands",
            dependencies: [
                "AudioModel", "CommandLineTool", "FrameworkPlayers", "RandomPhones", "Simulation",
                "Terminal",
            ], path: "Sources/Programs/StoryCommands"),
        // The live phone on a terminal, and the commands that it takes: `phone`, `phone ctl`.
        .target(
            name: "PhoneCommands",
            dependencies: [
                "AppHosting", "AudioCodecs", "AudioModel", "CLinuxShim", "CommandLineTool",
                "DeviceActions", "DeviceConnections", "DeviceProtocol", "HostLinux", "LiveDevice",
                "Simulation", "SimulationReports", "SoundClient", "SoundPolicy", "SoundServer",
                "Terminal",
            ], path: "Sources/Programs/PhoneCommands"),
        // The program: the table of all commands.
        .executableTarget(
            name: "sori",
            dependencies: [
                "AudioModel", "CommandLineTool", "DeviceCommands", "MusicCommands",
                "PhoneCommands", "Simulation", "SoundCommands", "StoryCommands", "Terminal",
            ], path: "Sources/Programs/sori"),

        // MARK: Examples that are packages of their own, built here too for the tests.
        .target(
            name: "DeviceIdentifier", dependencies: ["Security"],
            path: "examples/DeviceID/Sources/DeviceIdentifier"),
        .executableTarget(
            name: "ShowDeviceID", dependencies: ["DeviceIdentifier", "Security"],
            path: "examples/DeviceID/Sources/ShowDeviceID"),
        .target(
            name: "Viewfinder", dependencies: ["AVFoundation", "CoreVideo", "UIKit"],
            path: "examples/Camera/Sources/Viewfinder"),
        .executableTarget(
            name: "ShowCamera", dependencies: ["Viewfinder", "AVFoundation", "CoreVideo", "UIKit"],
            path: "examples/Camera/Sources/ShowCamera"),
        .target(
            name: "PodcastPlayer", dependencies: ["AVFoundation", "MediaPlayer"],
            path: "examples/Podcast/Sources/PodcastPlayer"),
        .executableTarget(
            name: "PlayPodcast", dependencies: ["PodcastPlayer", "AVFoundation"],
            path: "examples/Podcast/Sources/PlayPodcast"),
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
            name: "CaveScene", dependencies: ["AVFAudio", "OpenAL"],
            path: "examples/Cave/Sources/CaveScene"),
        .executableTarget(
            name: "WalkCave", dependencies: ["CaveScene"],
            path: "examples/Cave/Sources/WalkCave"),
        .target(
            name: "Clicks", dependencies: ["AVFAudio", "AudioToolbox"],
            path: "examples/Metronome/Sources/Clicks"),
        .executableTarget(
            name: "PlayMetronome", dependencies: ["Clicks"],
            path: "examples/Metronome/Sources/PlayMetronome"),
        .target(
            name: "GraphSynth", dependencies: ["AVFAudio", "AudioToolbox"],
            path: "examples/Synthesizer/Sources/GraphSynth"),
        .executableTarget(
            name: "PlaySynthesizer", dependencies: ["GraphSynth"],
            path: "examples/Synthesizer/Sources/PlaySynthesizer"),
        .target(
            name: "VoiceCall", dependencies: ["AVFAudio", "AudioToolbox", "CallKit"],
            path: "examples/VoiceChat/Sources/VoiceCall"),
        .executableTarget(
            name: "TalkOver", dependencies: ["VoiceCall"],
            path: "examples/VoiceChat/Sources/TalkOver"),
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

        // MARK: Benchmarks, in no product, so that they are never built for a client.
        // What `make bench` runs; in no product, so that it is never built for a client.
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "AVFoundation", "CoreMedia", "HTTPTransfers", "MediaPlayback", "MediaSources",
                "TestHTTPServer",
                "CommandLineTool", "AudioToolbox", "AVFAudio", "CoreAudioTypes", "AudioModel",
                "AudioCodecs", "AudioFormats", "AudioGraph", "AudioEffects", "SoundMixer",
                "SoundPolicy", "SoundServer", "SoundClient", "SoundRuntime", "SimulatedTime",
                "Realtime", "HostLinux", "DeviceConnections", "Simulation", "SimulationReports",
                "MusicLibrary",
                "Terminal", "CMixerLimits", "CPeer",
                .target(name: "CFFmpeg", condition: .when(traits: ["FFmpeg"])),
            ],
            path: "Benchmarks", exclude: ["Mixer/Limits", "Peers"]),
        // Kernels that the mixer is measured against.
        .target(name: "CMixerLimits", path: "Benchmarks/Mixer/Limits"),
        // What other mixers are compared through; `scripts/bench-peers` builds them.
        .systemLibrary(name: "CPeer", path: "Benchmarks/Peers"),

        // MARK: Tests, and what only they use.
        .target(name: "IdleThreads", path: "Tests/IdleThreads"),
        // A server of HTTP on the loopback interface, with faults.
        .target(
            name: "TestHTTPServer", dependencies: ["CLinuxShim"], path: "Tests/TestHTTPServer"),
        .target(
            name: "TestSupport", dependencies: ["CLinuxShim", "CoreAudioTypes"],
            path: "Tests/TestSupport"),
        // Reads the sources instead of importing them.
        .testTarget(name: "TidyTests", dependencies: ["TestSupport"]),

        .testTarget(
            name: "AudioModelTests", dependencies: ["AudioModel"],
            path: "Tests/Core/AudioModelTests"),
        .testTarget(
            name: "SoundMixerTests",
            dependencies: [
                "SoundMixer", "CSoundMixer", "Realtime", "AudioModel", "TestSupport",
            ], path: "Tests/Core/SoundMixerTests"),
        .testTarget(
            name: "SoundPolicyTests",
            dependencies: ["SoundPolicy", "AudioModel"],
            path: "Tests/Core/SoundPolicyTests"),

        .testTarget(
            name: "LibraryLoaderTests", dependencies: ["CLinuxShim", "TestSupport"],
            path: "Tests/Linux/LibraryLoaderTests"),
        .testTarget(
            name: "TerminalTests", dependencies: ["Terminal"], path: "Tests/Linux/TerminalTests"),
        .testTarget(
            name: "DBusTests", dependencies: ["DBus", "AudioModel", "TestSupport"],
            path: "Tests/Linux/DBusTests"),
        // A program for the tests of access: it makes the calls of its standard input.
        .executableTarget(
            name: "BusCaller", dependencies: ["DBus"], path: "Tests/Linux/BusCaller"),

        .testTarget(
            name: "AudioCodecsTests",
            dependencies: ["AudioCodecs", "AudioModel"],
            path: "Tests/Formats/AudioCodecsTests"),
        .testTarget(
            name: "AudioFormatsTests",
            dependencies: [
                "AudioCodecs", "AudioFormats", "ChannelLayouts", "AudioModel", "TestSupport",
            ], path: "Tests/Formats/AudioFormatsTests"),
        .testTarget(
            name: "AudioConversionTests",
            dependencies: [
                "AudioConversion", "AudioCodecs", "AudioFormats", "ChannelLayouts", "AudioModel",
                "SoundMixer", "TestSupport",
            ], path: "Tests/Formats/AudioConversionTests"),
        .testTarget(
            name: "PicturesTests", dependencies: ["Pictures", "TestSupport"],
            path: "Tests/Formats/PicturesTests"),

        // Run in release by scripts/test-render, with RenderThreadTests of SoundMixerTests.
        .testTarget(
            name: "RenderThreadTests",
            dependencies: [
                "AudioGraph", "AudioEffects", "AudioModel", "AVFAudio", "CoreAudioTypes",
                "TestSupport",
            ], path: "Tests/Sound/RenderThreadTests"),
        .testTarget(
            name: "TimePitchTests", dependencies: ["TimePitch"], path: "Tests/Sound/TimePitchTests"),
        .testTarget(
            name: "AudioEffectsTests",
            dependencies: ["AudioEffects", "AudioModel", "TestSupport"],
            path: "Tests/Sound/AudioEffectsTests"),
        .testTarget(
            name: "AudioGraphTests",
            dependencies: [
                "AudioGraph", "AudioEffects", "AudioFormats", "AudioModel", "SoundMixer",
                "TestSupport",
            ], path: "Tests/Sound/AudioGraphTests"),
        .testTarget(
            name: "SpeechAndMIDITests",
            dependencies: [
                "SpeechSynthesis", "MIDISynthesis", "AVFAudio", "Simulation", "SoundClient",
                "SoundMixer", "AudioGraph", "AudioModel", "TestSupport",
            ], path: "Tests/Sound/SpeechAndMIDITests"),

        .testTarget(
            name: "SoundClientTests",
            dependencies: [
                "SoundClient", "SoundServer", "SoundPolicy", "SoundMixer", "AudioModel",
            ], path: "Tests/App/SoundClientTests"),
        .testTarget(
            name: "PlaybackTests",
            dependencies: [
                "Playback", "AudioCodecs", "AudioConversion", "AudioFiles", "AudioFormats",
                "AudioModel", "Simulation", "SoundClient", "SoundMixer", "SoundPolicy",
                "SoundServer", "TestSupport",
            ], path: "Tests/App/PlaybackTests"),
        .testTarget(
            name: "HostLinuxTests",
            dependencies: [
                "HostLinux", "DeviceConnections", "SoundClient", "SoundServer", "SoundMixer",
                "SoundPolicy", "AudioToolbox", "AVFAudio", "AudioFormats", "AudioModel",
                "TestSupport",
            ], path: "Tests/App/HostLinuxTests"),
        .testTarget(
            name: "DeviceProtocolTests",
            dependencies: ["DeviceProtocol", "SoundServer", "AudioModel"],
            path: "Tests/App/DeviceProtocolTests"),

        .testTarget(
            name: "MusicLibraryTests",
            dependencies: [
                "MusicLibrary", "AudioFormats", "AudioModel",
                "TestSupport", .target(name: "CSQLite", condition: .when(traits: ["MediaLibrary"])),
            ], path: "Tests/Music/MusicLibraryTests"),
        .testTarget(
            name: "MediaControlsTests", dependencies: ["MediaControls", "DBus", "TestSupport"],
            path: "Tests/Music/MediaControlsTests"),
        .testTarget(
            name: "MusicServiceTests",
            dependencies: [
                "MusicService", "Playback", "MusicLibrary", "MediaControls", "BusCaller", "DBus",
                "AudioModel", "SoundClient", "TestSupport", "sori",
            ], path: "Tests/Music/MusicServiceTests"),

        // Reads the public symbols of the modules that it depends on, and imports none of them.
        .testTarget(
            name: "CoverageTests",
            dependencies: [
                "AVFoundation", "MediaPlayer", "OpenAL", "UIKit", "os", "TestSupport",
            ], path: "Tests/Apple/CoverageTests"),
        .testTarget(
            name: "AudioToolboxTests",
            dependencies: [
                "QueuePlayer", "QueueRecorder", "SectionRepeat", "TimePitch", "AudioQueues",
                "AVFAudio", "AudioToolbox", "AudioUnits", "AudioGraph", "AudioEffects", "OpenAL",
                "SoundClient",
                "SoundRuntime", "SoundServer", "SoundMixer",
                "SoundPolicy", "AudioModel", "AudioCodecs", "AudioFormats", "AudioFiles",
                "AudioConversion", "ChannelLayouts", "MIDISynthesis", "Simulation", "IdleThreads",
                "TestSupport",
            ], path: "Tests/Apple/AudioToolboxTests"),
        .testTarget(
            name: "AudioSessionTests",
            dependencies: [
                "IdleThreads", "AudioToolbox", "AVFAudio", "Simulation", "HostLinux", "SoundClient",
                "SoundServer", "SoundPolicy", "SoundMixer", "AudioModel", "TestSupport",
            ], path: "Tests/Apple/AudioSessionTests"),
        .testTarget(
            name: "AVFAudioTests",
            dependencies: [
                "AVFAudio", "AudioUnits", "AVFoundation", "CoreMedia", "AudioToolbox",
                "CoreAudioTypes",
                "Simulation", "SoundClient", "SoundServer", "SoundMixer", "SoundPolicy",
                "AudioGraph", "AudioModel", "AudioCodecs", "AudioFormats", "AudioFiles",
                "TestSupport",
            ], path: "Tests/Apple/AVFAudioTests"),
        .testTarget(
            name: "OpenALTests",
            dependencies: ["AVFAudio", "OpenAL", "Simulation", "SoundPolicy", "TestSupport"],
            path: "Tests/Apple/OpenALTests"),
        // An app for the tests of the desktop's controls.
        .executableTarget(
            name: "NowPlayingGuest", dependencies: ["AVFAudio", "MediaPlayer"],
            path: "Tests/Apple/NowPlayingGuest"),
        .testTarget(
            name: "MediaPlayerTests",
            dependencies: [
                "NowPlayingGuest", "MediaPlayer", "AVFAudio", "UIKit", "MusicLibrary",
                "Playback", "AudioModel", "Simulation", "SoundClient", "SoundPolicy",
                "SoundServer", "DBus", "MediaControls", "Terminal", "TestSupport",
            ], path: "Tests/Apple/MediaPlayerTests"),
        .testTarget(
            name: "UIKitTests",
            dependencies: [
                "UIKit", "AVFAudio", "Simulation", "SongPlayer", "Blog", "LanguageCourse", "Game",
                "Pictures", "TestSupport",
            ], path: "Tests/Apple/UIKitTests"),
        // A process that adds items to a keychain, for the tests.
        .executableTarget(
            name: "KeychainWriter", dependencies: ["Keychain"], path: "Tests/Apple/KeychainWriter"),
        .testTarget(
            name: "SecurityTests",
            dependencies: [
                "AudioToolbox", "Security", "Keychain", "KeychainWriter", "DBus",
                "DeviceIdentifier",
                "Simulation", "SoundClient", "UIKit", "TestSupport",
            ], path: "Tests/Apple/SecurityTests"),
        .testTarget(
            name: "HTTPTransfersTests",
            dependencies: [
                "HTTPTransfers", "TestHTTPServer", "TestSupport", "CLinuxShim",
            ], path: "Tests/Linux/HTTPTransfersTests"),
        .testTarget(
            name: "NetworkPathsTests",
            dependencies: [
                "NetworkPaths", "TestSupport", "CLinuxShim",
            ], path: "Tests/Linux/NetworkPathsTests"),
        .testTarget(
            name: "MediaPlaylistsTests",
            dependencies: [
                "MediaPlaylists", "TestSupport",
            ], path: "Tests/Formats/MediaPlaylistsTests"),
        .testTarget(
            name: "MediaSourcesTests",
            dependencies: [
                "MediaSources", "MediaPlaylists", "HTTPTransfers", "TestHTTPServer",
                "Simulation", "SoundMixer", "AudioConversion", "AudioCodecs",
                "AudioFormats", "AudioModel", "SoundClient", "SoundPolicy", "SoundServer",
                "TestSupport",
            ], path: "Tests/App/MediaSourcesTests"),
        .testTarget(
            name: "MediaPlaybackTests",
            dependencies: [
                "MediaPlayback", "MediaSources", "HTTPTransfers", "Playback",
                "Simulation", "SoundMixer", "SoundServer", "SoundPolicy",
                "AudioCodecs", "AudioFormats", "AudioModel", "SoundClient",
                "TestSupport",
            ], path: "Tests/App/MediaPlaybackTests"),
        .testTarget(
            name: "MediaExportTests",
            dependencies: [
                "MediaExport", "MediaSources", "AudioConversion", "ChannelLayouts",
                "SoundMixer", "AudioCodecs", "AudioFormats", "AudioModel",
                "SoundClient", "TestSupport",
            ], path: "Tests/App/MediaExportTests"),
        .testTarget(
            name: "AVPlayerTests",
            dependencies: [
                "AVFoundation", "AVFAudio", "CoreMedia", "CoreAudioTypes", "HostLinux",
                "SoundMixer", "SoundServer",
                "MediaSources", "Simulation", "TestHTTPServer", "AudioCodecs",
                "AudioFormats", "AudioModel", "SoundClient", "TestSupport",
                "MediaPlayback", "Playback", "SoundPolicy", "UIKit",
            ], path: "Tests/Apple/AVPlayerTests"),
        .testTarget(
            name: "AVAssetTests",
            dependencies: [
                "AVFoundation", "AVFAudio", "CoreMedia", "CoreAudioTypes",
                "MediaSources", "Simulation", "TestHTTPServer", "AudioCodecs",
                "AudioFormats", "AudioModel", "SoundClient", "TestSupport",
                "MediaExport", "AudioToolbox",
            ], path: "Tests/Apple/AVAssetTests"),
        .testTarget(
            name: "NetworkTests",
            dependencies: [
                "Network", "NetworkPaths", "Simulation", "SoundClient",
                "TestSupport",
            ], path: "Tests/Apple/NetworkTests"),
        .testTarget(
            name: "KeyValueObservingTests",
            dependencies: [
                "KeyValueObserving", "AVFAudio", "Simulation", "TestSupport",
            ], path: "Tests/Apple/KeyValueObservingTests"),
        .testTarget(
            name: "PhoneNetworkTests",
            dependencies: [
                "Simulation", "SimulatedDevice", "ScenarioLanguage", "FrameworkPlayers",
                "HTTPTransfers", "MediaSources", "MediaPlaylists", "NetworkPaths",
                "AVFoundation", "AVFAudio", "CoreMedia", "AudioCodecs",
                "AudioFormats", "AudioModel", "SoundClient", "TestSupport",
            ], path: "Tests/Phone/PhoneNetworkTests"),
        .testTarget(
            name: "PodcastPlayerTests",
            dependencies: [
                "PodcastPlayer", "AVFoundation", "Simulation", "TestHTTPServer",
                "MediaPlayer", "AudioCodecs", "AudioFormats", "AudioModel",
                "SoundClient", "TestSupport",
            ], path: "examples/Podcast/Tests/PodcastPlayerTests"),
        .testTarget(
            name: "AVFoundationTests",
            dependencies: [
                "AVFoundation", "AudioModel", "Cameras", "CoreVideo", "Simulation", "SoundClient",
                "SoundPolicy", "TestSupport", "UIKit",
            ], path: "Tests/Apple/AVFoundationTests"),
        .testTarget(
            name: "FileTypesTests",
            dependencies: ["FileTypes", "UniformTypeIdentifiers", "TestSupport"],
            path: "Tests/Formats/FileTypesTests"),
        // A camera of the tests' own, in the place of a machine's.
        .target(
            name: "CTestCamera", path: "Tests/App/CTestCamera",
            cSettings: [
                .headerSearchPath("../../../Sources/Linux/SystemHeaders"),
                .define("SORI_PIPEWIRE", .when(traits: ["PipeWire"])),
            ],
            linkerSettings: [.linkedLibrary("pipewire-0.3", .when(traits: ["PipeWire"]))]),
        .testTarget(
            name: "CamerasTests",
            dependencies: [
                "AudioModel", "Cameras", "DBus", "Pictures", "SoundClient", "TestSupport",
                .target(name: "CTestCamera", condition: .when(traits: ["PipeWire"])),
            ],
            path: "Tests/App/CamerasTests"),
        .testTarget(
            name: "CallKitTests",
            dependencies: [
                "AVFAudio", "AudioModel", "CallKit", "PushKit", "Simulation", "SoundClient",
                "SoundPolicy", "TestSupport", "UIKit",
            ], path: "Tests/Apple/CallKitTests"),
        .testTarget(
            name: "AVKitTests",
            dependencies: [
                "AVFoundation", "AVKit", "AudioModel", "HostLinux", "MediaPlayer", "Simulation",
                "SoundClient", "SoundPolicy", "TestSupport", "UIKit",
            ], path: "Tests/Apple/AVKitTests"),
        .testTarget(
            name: "CoreMediaTests",
            dependencies: ["CoreMedia", "CoreAudioTypes", "Simulation", "TestSupport"],
            path: "Tests/Apple/CoreMediaTests"),
        .testTarget(
            name: "SmallModuleTests",
            dependencies: [
                "os", "COS", "OSLog", "CoreAudio", "CoreAudioKit", "CoreAudioTypes", "AVFoundation",
            ], path: "Tests/Apple/SmallModuleTests"),

        .testTarget(
            name: "DeviceEventsTests",
            dependencies: [
                "DeviceEvents", "DBus", "AudioModel", "SoundPolicy", "TestSupport",
            ], path: "Tests/Device/DeviceEventsTests"),
        .testTarget(
            name: "DesktopEntriesTests",
            dependencies: ["DesktopEntries", "AudioModel", "TestSupport"],
            path: "Tests/Device/DesktopEntriesTests"),
        // The X server's client library.
        .systemLibrary(
            name: "CXCB", path: "Tests/Device/CXCB", pkgConfig: "xcb-res xcb",
            providers: [.apt(["libxcb-res0-dev"])]),
        .testTarget(
            name: "ForegroundWindowsTests",
            dependencies: [
                "DesktopEntries", "AudioModel", "TestSupport",
                .target(name: "CXCB", condition: .when(traits: ["X11"])),
            ], path: "Tests/Device/ForegroundWindowsTests"),
        // An app for the tests of apps that are processes.
        .executableTarget(
            name: "PhoneGuest",
            dependencies: [
                "UIKit", "AudioToolbox", "AVFAudio", "DeviceProtocol", "AudioModel", "HostLinux",
                "AppHosting", "SoundServer", "MediaPlayer", "SoundClient", "SoundRuntime",
            ],
            path: "Tests/Device/PhoneGuest"),
        .testTarget(
            name: "AppHostingTests",
            dependencies: [
                "PhoneGuest", "QueuePlayer", "SectionRepeat", "Game", "AppHosting",
                "DeviceConnections",
                "HostLinux", "SoundServer", "SoundPolicy", "DeviceProtocol", "AudioModel",
                "TestSupport",
            ], path: "Tests/Device/AppHostingTests"),
        .testTarget(
            name: "DeviceServiceTests",
            dependencies: [
                "AppHosting", "AudioModel", "BusCaller", "DBus", "DesktopEntries", "DeviceActions",
                "DeviceConnections", "DeviceEvents", "DeviceGuest", "DeviceProtocol",
                "DeviceService", "HostLinux", "InputDevices", "LiveDevice", "ProgramStreams",
                "ScenarioLanguage", "SimulatedDevice", "SoundClient", "SoundPolicy", "SoundServer",
                "TestSupport", "sori",
            ], path: "Tests/Device/DeviceServiceTests"),
        // A program for the tests of input devices: it prints what they report.
        .executableTarget(
            name: "InputGuest",
            dependencies: ["InputDevices"],
            path: "Tests/Device/InputGuest"),
        .testTarget(
            name: "InputDevicesTests",
            dependencies: [
                "AudioModel", "DBus", "InputDevices", "InputGuest", "TestSupport",
            ], path: "Tests/Device/InputDevicesTests"),
        // An app for the tests of the device service.
        .executableTarget(
            name: "DeviceGuest", dependencies: ["AVFAudio"], path: "Tests/Device/DeviceGuest"),
        // Holds streams until it is killed, for the tests of what is left then.
        .executableTarget(
            name: "StreamHolder",
            dependencies: [
                "ProgramStreams",
                .target(name: "CPipeWireShim", condition: .when(traits: ["PipeWire"])),
            ],
            path: "Tests/Device/StreamHolder"),
        .testTarget(
            name: "ProgramStreamsTests",
            dependencies: [
                "DesktopEntries", "ProgramStreams", "StreamHolder", "AudioModel", "TestSupport",
            ], path: "Tests/Device/ProgramStreamsTests"),

        // Faults of the policy, each of which a checker of `RandomPhones` must find.
        .target(
            name: "FaultInjection", dependencies: ["RandomPhones", "SoundPolicy", "AudioModel"],
            path: "Tests/Phone/FaultInjection"),
        .testTarget(
            name: "ScenarioLanguageTests",
            dependencies: [
                "ScenarioLanguage", "AudioModel", "DeviceActions", "TestSupport",
            ],
            path: "Tests/Phone/ScenarioLanguageTests"),
        .testTarget(
            name: "SimulationReportsTests",
            dependencies: ["SimulationReports", "ScenarioLanguage", "AudioModel"],
            path: "Tests/Phone/SimulationReportsTests"),
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "Simulation", "SimulatedDevice", "LiveDevice", "SoundPolicy", "SoundServer",
                "SoundClient", "SoundMixer", "AudioModel", "AudioFormats", "AVFAudio",
                "AudioToolbox", "TestSupport",
            ], path: "Tests/Phone/SimulationTests"),
        .testTarget(
            name: "FrameworkPlayersTests",
            dependencies: [
                "FrameworkPlayers", "Simulation", "SimulatedDevice", "ScenarioLanguage",
                "SoundClient", "AudioModel", "TestSupport",
            ], path: "Tests/Phone/FrameworkPlayersTests"),
        .testTarget(
            name: "SimulatedPhoneTests",
            dependencies: [
                "Simulation", "AVFAudio", "UIKit", "SoundClient", "SoundPolicy", "AudioModel",
                "TestSupport",
            ], path: "Tests/Phone/SimulatedPhoneTests"),
        .testTarget(
            name: "RandomPhonesTests",
            dependencies: [
                "FaultInjection", "RandomPhones", "Simulation", "SoundPolicy", "AudioModel",
            ], path: "Tests/Phone/RandomPhonesTests"),
        // What the phone does, as hashes, to compare before and after a change of the code.
        .executableTarget(
            name: "BehaviourDigest",
            dependencies: ["RandomPhones", "Simulation", "SoundPolicy", "AudioModel"],
            path: "Tests/Phone/BehaviourDigest", exclude: ["baseline.tsv"]),

        .testTarget(
            name: "ProgramTests",
            dependencies: [
                "PhoneGuest", "PlayMetronome", "PlaySynthesizer", "QueuePlayer", "QueueRecorder",
                "sori", "AudioModel",
                "AudioCodecs", "AudioFormats", "ChannelLayouts", "Simulation", "RandomPhones",
                "SoundPolicy", "SoundServer", "CommandLineTool", "FaultInjection", "HostLinux",
                "DBus", "DeviceActions", "LiveDevice", "MediaControls", "MusicCommands",
                "MusicLibrary", "PhoneCommands",
                "Pictures", "Playback", "SoundCommands", "StoryCommands", "Terminal",
                "TestHTTPServer", "TestSupport",
            ], path: "Tests/Programs/ProgramTests"),
        .testTarget(
            name: "BenchmarksTests",
            dependencies: [
                "Benchmarks", "CommandLineTool", "Simulation", "SoundPolicy", "TestSupport",
            ], path: "Tests/Programs/BenchmarksTests"),

        .testTarget(
            name: "DeviceIdentifierTests",
            dependencies: ["DeviceIdentifier", "Security", "Simulation"],
            path: "examples/DeviceID/Tests/DeviceIdentifierTests"),
        .testTarget(
            name: "ViewfinderTests",
            dependencies: ["Viewfinder", "AVFoundation", "CoreVideo", "Simulation", "UIKit"],
            path: "examples/Camera/Tests/ViewfinderTests"),
        .testTarget(
            name: "SongPlayerTests", dependencies: ["SongPlayer", "AVFAudio", "Simulation"],
            path: "examples/TestingYourApp/Tests/SongPlayerTests"),
        .testTarget(
            name: "DrumsTests", dependencies: ["Drums", "AVFAudio", "Simulation"],
            path: "examples/DrumMachine/Tests/DrumsTests"),
        .testTarget(
            name: "CaveSceneTests",
            dependencies: ["CaveScene", "AVFAudio", "OpenAL", "Simulation"],
            path: "examples/Cave/Tests/CaveSceneTests"),
        .testTarget(
            name: "ClicksTests", dependencies: ["Clicks", "Simulation"],
            path: "examples/Metronome/Tests/ClicksTests"),
        .testTarget(
            name: "GraphSynthTests", dependencies: ["GraphSynth", "Simulation"],
            path: "examples/Synthesizer/Tests/GraphSynthTests"),
        .testTarget(
            name: "VoiceCallTests",
            dependencies: ["VoiceCall", "AVFAudio", "CallKit", "Simulation"],
            path: "examples/VoiceChat/Tests/VoiceCallTests"),
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
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// A build with only some of the test targets, for those who work on one module.
if let kept = Context.environment["SORI_TEST_TARGETS"]?.split(separator: " ").map(String.init) {
    package.targets.removeAll { $0.type == .test && !kept.contains($0.name) }
}

// A protocol as a type is written `any P`; an import is public only where public declarations use
// its types; a member is visible only where its module is imported.
let features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
let swiftTypes: [Target.TargetType] = [.regular, .executable, .test]
for target in package.targets where swiftTypes.contains(target.type) {
    target.swiftSettings =
        (target.swiftSettings ?? []) + features.map { .enableUpcomingFeature($0) }
}

// Optimising the tests takes longer than all else together, and makes them hardly faster: what they
// call is optimised. Those of the render thread have callbacks whose allocations are counted; the
// one of the sources reads all of them.
let optimizedTests = ["RenderThreadTests", "SoundMixerTests", "TidyTests"]
for target in package.targets where target.type == .test && !optimizedTests.contains(target.name) {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}
