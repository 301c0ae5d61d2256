// The constants of Apple's for pictures, sound, moving pictures and bundles.

extension UTType {
    /// Pictures of any kind: `public.image`.
    public static var image: UTType { UTType(constant: "public.image") }
    /// JPEG: `public.jpeg`.
    public static var jpeg: UTType { UTType(constant: "public.jpeg") }
    /// JPEG XL: `public.jpeg-xl`.
    public static var jpegxl: UTType { UTType(constant: "public.jpeg-xl") }
    /// TIFF: `public.tiff`.
    public static var tiff: UTType { UTType(constant: "public.tiff") }
    /// GIF: `com.compuserve.gif`.
    public static var gif: UTType { UTType(constant: "com.compuserve.gif") }
    /// PNG: `public.png`.
    public static var png: UTType { UTType(constant: "public.png") }
    /// Apple's icons: `com.apple.icns`.
    public static var icns: UTType { UTType(constant: "com.apple.icns") }
    /// Bitmaps of Windows: `com.microsoft.bmp`.
    public static var bmp: UTType { UTType(constant: "com.microsoft.bmp") }
    /// Icons of Windows: `com.microsoft.ico`.
    public static var ico: UTType { UTType(constant: "com.microsoft.ico") }
    /// A camera's own data: `public.camera-raw-image`.
    public static var rawImage: UTType { UTType(constant: "public.camera-raw-image") }
    /// Digital Negative: `com.adobe.raw-image`.
    public static var dng: UTType { UTType(constant: "com.adobe.raw-image") }
    /// SVG: `public.svg-image`.
    public static var svg: UTType { UTType(constant: "public.svg-image") }
    /// Live photos: `com.apple.live-photo`.
    public static var livePhoto: UTType { UTType(constant: "com.apple.live-photo") }
    /// HEIF: `public.heif`.
    public static var heif: UTType { UTType(constant: "public.heif") }
    /// HEIC: `public.heic`.
    public static var heic: UTType { UTType(constant: "public.heic") }
    /// Sequences of HEIC: `public.heics`.
    public static var heics: UTType { UTType(constant: "public.heics") }
    /// WebP: `org.webmproject.webp`.
    public static var webP: UTType { UTType(constant: "org.webmproject.webp") }
    /// OpenEXR: `com.ilm.openexr-image`.
    public static var exr: UTType { UTType(constant: "com.ilm.openexr-image") }
    /// Three-dimensional content: `public.3d-content`.
    public static var threeDContent: UTType { UTType(constant: "public.3d-content") }
    /// Universal Scene Description: `com.pixar.universal-scene-description`.
    public static var usd: UTType { UTType(constant: "com.pixar.universal-scene-description") }
    /// The same in one file: `com.pixar.universal-scene-description-mobile`.
    public static var usdz: UTType {
        UTType(constant: "com.pixar.universal-scene-description-mobile")
    }
    /// Reality files: `com.apple.reality`.
    public static var realityFile: UTType { UTType(constant: "com.apple.reality") }
    /// Scenes of SceneKit: `com.apple.scenekit.scene`.
    public static var sceneKitScene: UTType { UTType(constant: "com.apple.scenekit.scene") }
    /// Objects that augmented reality finds: `com.apple.arobject`.
    public static var arReferenceObject: UTType { UTType(constant: "com.apple.arobject") }
    /// Sound and moving pictures: `public.audiovisual-content`.
    public static var audiovisualContent: UTType { UTType(constant: "public.audiovisual-content") }
    /// Moving pictures with sound: `public.movie`.
    public static var movie: UTType { UTType(constant: "public.movie") }
    /// Moving pictures alone: `public.video`.
    public static var video: UTType { UTType(constant: "public.video") }
    /// Sound alone: `public.audio`.
    public static var audio: UTType { UTType(constant: "public.audio") }
    /// QuickTime movies: `com.apple.quicktime-movie`.
    public static var quickTimeMovie: UTType { UTType(constant: "com.apple.quicktime-movie") }
    /// MPEG-1 and MPEG-2 movies: `public.mpeg`.
    public static var mpeg: UTType { UTType(constant: "public.mpeg") }
    /// MPEG-2 video: `public.mpeg-2-video`.
    public static var mpeg2Video: UTType { UTType(constant: "public.mpeg-2-video") }
    /// Transport streams of MPEG-2: `public.mpeg-2-transport-stream`.
    public static var mpeg2TransportStream: UTType {
        UTType(constant: "public.mpeg-2-transport-stream")
    }
    /// MP3: `public.mp3`.
    public static var mp3: UTType { UTType(constant: "public.mp3") }
    /// MPEG-4 movies: `public.mpeg-4`.
    public static var mpeg4Movie: UTType { UTType(constant: "public.mpeg-4") }
    /// Sound in MPEG-4 files: `public.mpeg-4-audio`.
    public static var mpeg4Audio: UTType { UTType(constant: "public.mpeg-4-audio") }
    /// Apple's protected sound in MPEG-4 files: `com.apple.protected-mpeg-4-audio`.
    public static var appleProtectedMPEG4Audio: UTType {
        UTType(constant: "com.apple.protected-mpeg-4-audio")
    }
    /// Apple's protected video in MPEG-4 files: `com.apple.protected-mpeg-4-video`.
    public static var appleProtectedMPEG4Video: UTType {
        UTType(constant: "com.apple.protected-mpeg-4-video")
    }
    /// AVI: `public.avi`.
    public static var avi: UTType { UTType(constant: "public.avi") }
    /// AIFF: `public.aiff-audio`.
    public static var aiff: UTType { UTType(constant: "public.aiff-audio") }
    /// WAVE: `com.microsoft.waveform-audio`.
    public static var wav: UTType { UTType(constant: "com.microsoft.waveform-audio") }
    /// MIDI: `public.midi-audio`.
    public static var midi: UTType { UTType(constant: "public.midi-audio") }
    /// Playlists: `public.playlist`.
    public static var playlist: UTType { UTType(constant: "public.playlist") }
    /// M3U playlists: `public.m3u-playlist`.
    public static var m3uPlaylist: UTType { UTType(constant: "public.m3u-playlist") }
    /// Patterns of haptics: `com.apple.haptics.ahap`.
    public static var ahap: UTType { UTType(constant: "com.apple.haptics.ahap") }
    /// Folders that a user sees as such: `public.folder`.
    public static var folder: UTType { UTType(constant: "public.folder") }
    /// The root folders of volumes: `public.volume`.
    public static var volume: UTType { UTType(constant: "public.volume") }
    /// Folders that a user sees as one file: `com.apple.package`.
    public static var package: UTType { UTType(constant: "com.apple.package") }
    /// Folders with the structure of a bundle: `com.apple.bundle`.
    public static var bundle: UTType { UTType(constant: "com.apple.bundle") }
    /// Plug-ins: `com.apple.plugin`.
    public static var pluginBundle: UTType { UTType(constant: "com.apple.plugin") }
    /// Importers of Spotlight: `com.apple.metadata-importer`.
    public static var spotlightImporter: UTType { UTType(constant: "com.apple.metadata-importer") }
    /// Generators of Quick Look: `com.apple.quicklook-generator`.
    public static var quickLookGenerator: UTType {
        UTType(constant: "com.apple.quicklook-generator")
    }
    /// Services of XPC: `com.apple.xpc-service`.
    public static var xpcService: UTType { UTType(constant: "com.apple.xpc-service") }
    /// Frameworks: `com.apple.framework`.
    public static var framework: UTType { UTType(constant: "com.apple.framework") }
    /// Apps of any form: `com.apple.application`.
    public static var application: UTType { UTType(constant: "com.apple.application") }
    /// Apps that are bundles: `com.apple.application-bundle`.
    public static var applicationBundle: UTType { UTType(constant: "com.apple.application-bundle") }
    /// Extensions of apps: `com.apple.application-and-system-extension`.
    public static var applicationExtension: UTType {
        UTType(constant: "com.apple.application-and-system-extension")
    }
    /// Programs of Unix: `public.unix-executable`.
    public static var unixExecutable: UTType { UTType(constant: "public.unix-executable") }
    /// Programs of Windows: `com.microsoft.windows-executable`.
    public static var exe: UTType { UTType(constant: "com.microsoft.windows-executable") }
    /// Panes of System Preferences: `com.apple.systempreference.prefpane`.
    public static var systemPreferencesPane: UTType {
        UTType(constant: "com.apple.systempreference.prefpane")
    }
}
