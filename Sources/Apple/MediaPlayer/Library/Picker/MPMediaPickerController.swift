public import Foundation
import MusicLibrary
import SoundClient
import SoundRuntime
public import UIKit

/// A controller that lets the user pick items of the library. Main thread.
///
/// Present it on another controller; its delegate dismisses it. In a program with a terminal a picker
/// is shown there. In a simulated phone the test picks, by `SimulatedPhone.pick(_:in:)`. Otherwise it is
/// cancelled with a message.
@preconcurrency @MainActor
open class MPMediaPickerController: UIViewController {
    /// The types of the items that are offered.
    public nonisolated let mediaTypes: MPMediaType
    /// Receives what was picked; not retained.
    open weak var delegate: (any MPMediaPickerControllerDelegate)?
    /// Whether several items can be picked; false in a new picker.
    open var allowsPickingMultipleItems = false
    /// Whether items of the cloud are offered; there are none.
    open var showsCloudItems = true
    /// Whether protected items are offered; there are none.
    open var showsItemsWithProtectedAssets = true
    /// A text for the user above the list.
    open var prompt: String?

    private var session: MediaPickerSession?

    /// Makes a picker of items of some types.
    public init(mediaTypes: MPMediaType) {
        self.mediaTypes = mediaTypes
        super.init(nibName: nil, bundle: nil)
        presentationDidChange = { [weak self] isPresented in
            if isPresented { self?.begin() } else { self?.end() }
        }
    }

    /// Makes a picker of items of any type.
    public convenience init() { self.init(mediaTypes: .any) }

    /// Makes a picker of items of any type.
    public required convenience init?(coder: NSCoder) { self.init(mediaTypes: .any) }

    /// The query of what is offered, by title.
    var query: MPMediaQuery {
        guard mediaTypes != .any else { return MPMediaQuery() }
        let types = MPMediaPropertyPredicate(
            value: NSNumber(value: mediaTypes.rawValue), forProperty: MPMediaItemPropertyMediaType)
        return MPMediaQuery(filterPredicates: [types])
    }

    private func begin() {
        let app = currentApp(isForSound: false)
        let session = MediaPickerSession(self, app)
        self.session = session
        app.shownMediaPickers.add(session)
        if CurrentApp.simulated == nil { session.showOnTerminal() }
    }

    private func end() {
        guard let session else { return }
        self.session = nil
        session.end()
    }

    func didPick(_ items: [MPMediaItem]) {
        delegate?.mediaPicker(self, didPickMediaItems: MPMediaItemCollection(items: items))
    }

    func didCancel() { delegate?.mediaPickerDidCancel(self) }
}

/// Receives what the user has picked. All methods are optional; main thread.
@preconcurrency @MainActor
public protocol MPMediaPickerControllerDelegate: NSObjectProtocol {
    /// The user has picked items. The delegate should dismiss the picker.
    func mediaPicker(
        _ mediaPicker: MPMediaPickerController,
        didPickMediaItems mediaItemCollection: MPMediaItemCollection)
    /// The user has cancelled. The delegate should dismiss the picker.
    func mediaPickerDidCancel(_ mediaPicker: MPMediaPickerController)
}

extension MPMediaPickerControllerDelegate {
    /// Does nothing.
    public func mediaPicker(
        _ mediaPicker: MPMediaPickerController,
        didPickMediaItems mediaItemCollection: MPMediaItemCollection
    ) {}
    /// Does nothing.
    public func mediaPickerDidCancel(_ mediaPicker: MPMediaPickerController) {}
}
