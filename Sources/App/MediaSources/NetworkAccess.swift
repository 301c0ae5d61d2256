package import HTTPTransfers
package import SoundClient

/// An app's way to the network. Any thread.
///
/// A simulated app is given that of its phone when it is launched; any other app has the machine's.
package final class NetworkAccess: Sendable {
    /// Starts the app's transfers; `nil` for an app without a network.
    package let service: (any TransferService)?

    package init(_ service: (any TransferService)?) {
        self.service = service
    }
}

extension AppSound {
    /// The app's way to the network.
    package var networkAccess: NetworkAccess { attachment { NetworkAccess(CurlTransfers.shared) } }
}
