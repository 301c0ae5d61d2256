// Apple's MediaPlayer re-exports both, and apps that import only MediaPlayer expect them.
@_exported public import AVFoundation
@_exported public import UIKit
