// Apple's MediaPlayer re-exports UIKit, and apps that import only MediaPlayer expect it.
@_exported public import UIKit
