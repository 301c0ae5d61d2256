import Dispatch
import Foundation
import UIKit

/// The game as a program of its own. There is no screen to tap: the Return key on its standard input
/// is the button that plays. In `sori phone` that is the space key.
@main
enum Program {
    @MainActor
    static func main() {
        AppDelegate.playButton = "Return"
        Thread.detachNewThread {
            // Without an input, or at its end, the button is gone.
            while readLine(strippingNewline: true) != nil {
                DispatchQueue.main.async {
                    MainActor.assumeIsolated {
                        (UIApplication.shared.delegate as? AppDelegate)?.play()
                    }
                }
            }
        }
        AppDelegate.main()
    }
}
