import Foundation
import SoundClient
import SoundServer

/// The route picker of a process on a machine. Main thread.
@MainActor
enum MachineRouteSheet {
    static func open(for button: RoutePickerButton, of app: AppSound) {
        button.sheetWillOpen()
        DispatchQueue.main.async { button.sheetDidClose() }
    }
}
