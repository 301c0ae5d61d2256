public import Foundation
import SoundClient

extension UIDevice {
    /// The identifier of the app's vendor: the same for all apps with its bundle identifier apart
    /// from the last component.
    ///
    /// A simulated phone has a new one once the vendor's last app was removed, or the phone erased.
    /// A program of the user's own keeps it in the user's data folder; `nil` where that cannot be
    /// written.
    public var identifierForVendor: UUID? {
        let identity = CurrentApp.simulated?.attachment { VendorIdentity.process }
        return (identity ?? VendorIdentity.process).identifier
    }
}
