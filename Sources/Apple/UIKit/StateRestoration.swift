import AudioModel
public import Foundation
import SoundClient
import SoundServer

// Preservation and restoration of an app's state, without views: what the delegate and the
// controllers encode when the app enters the background, they decode at the next launch.

/// A class that makes controllers for the state of an earlier launch.
@preconcurrency @MainActor
public protocol UIViewControllerRestoration: AnyObject {
    /// Makes the controller that had these identifiers, from the root's to its own; `nil` for none.
    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController?
}

extension UIApplication {
    /// Key of the app's `CFBundleVersion` in the coders of the app's state.
    public nonisolated static let stateRestorationBundleVersionKey =
        "UIApplicationStateRestorationBundleVersionKey"

    /// Saves the state, after the app has entered the background.
    func saveState() {
        guard let app, let delegate else { return }
        let store = app.surroundings.savedState
        let coder = StateCoder.archiver()
        let isWanted =
            app.connection.session.profile >= .ios13
            ? delegate.application(self, shouldSaveSecureApplicationState: coder)
            : delegate.application(self, shouldSaveApplicationState: coder)
        // What an earlier launch has saved is not the present state.
        guard isWanted else { return store.discard() }
        delegate.application(self, willEncodeRestorableStateWith: coder)
        coder.finishEncoding()
        var state = SavedState(app: coder.encodedData)
        for window in restorableWindows {
            window.rootViewController?.encodeTree(into: &state, below: [])
        }
        if let data = state.data { store.save(data) }
    }

    /// Restores the state of the last launch, between the delegate's two methods of this one.
    func restoreState() {
        guard let app, let delegate else { return }
        let store = app.surroundings.savedState
        guard let data = store.takeForLaunch() else { return }
        guard let state = SavedState(data), let coder = StateCoder.unarchiver(state.app) else {
            return store.discard()
        }
        let isWanted =
            app.connection.session.profile >= .ios13
            ? delegate.application(self, shouldRestoreSecureApplicationState: coder)
            : delegate.application(self, shouldRestoreApplicationState: coder)
        guard isWanted else { return }
        var restored: [UIViewController] = []
        for entry in state.controllers {
            guard let coder = StateCoder.unarchiver(entry.state),
                let controller = controller(at: entry, coder, delegate)
            else { continue }
            controller.restorationIdentifier = entry.path.last
            controller.decodeRestorableState(with: coder)
            restored.append(controller)
        }
        delegate.application(self, didDecodeRestorableStateWith: coder)
        for controller in restored { controller.applicationFinishedRestoringState() }
        // The app itself need not hold what it has made for its state before the end of the launch.
        restoredControllers = restored
    }

    /// Notes that the launch has ended well.
    func endRestoration() {
        app?.surroundings.savedState.restored()
        restoredControllers = []
    }

    /// Finds the controller that a state belongs to, or lets the app make one.
    private func controller(
        at entry: SavedState.Controller, _ coder: NSCoder,
        _ delegate: any UIApplicationDelegate
    ) -> UIViewController? {
        for window in restorableWindows {
            if let found = window.rootViewController?.descendant(at: entry.path[...]) {
                return found
            }
        }
        if let name = entry.maker,
            let maker = NSClassFromString(name) as? any UIViewControllerRestoration.Type
        {
            return maker.viewController(
                withRestorationIdentifierPath: entry.path, coder: coder)
        }
        return delegate.application(
            self, viewControllerWithRestorationIdentifierPath: entry.path, coder: coder)
    }

    /// The windows that the app has made, shown or not.
    private var restorableWindows: [UIWindow] {
        guard let app else { return [] }
        return ApplicationHolder.of(app).madeWindows.compactMap(\.window)
    }
}

extension UIViewController {
    /// Adds the state of this controller and of those inside it and above it, as far as all on the way
    /// have identifiers.
    fileprivate func encodeTree(into state: inout SavedState, below path: [String]) {
        guard let restorationIdentifier else { return }
        let path = path + [restorationIdentifier]
        guard path.count <= SavedState.depthMax,
            state.controllers.count < SavedState.controllersMax,
            !state.controllers.contains(where: { $0.path == path })
        else { return }
        let coder = StateCoder.archiver()
        encodeRestorableState(with: coder)
        coder.finishEncoding()
        let maker = restorationClass.map { NSStringFromClass($0) }
        state.controllers.append(
            SavedState.Controller(path: path, maker: maker, state: coder.encodedData))
        for child in children { child.encodeTree(into: &state, below: path) }
        presentedViewController?.encodeTree(into: &state, below: path)
    }

    /// Finds a controller by the identifiers from this one to it.
    fileprivate func descendant(at path: ArraySlice<String>) -> UIViewController? {
        guard let first = path.first, first == restorationIdentifier else { return nil }
        let rest = path.dropFirst()
        if rest.isEmpty { return self }
        for next in children + [presentedViewController].compactMap({ $0 }) {
            if let found = next.descendant(at: rest) { return found }
        }
        return nil
    }
}

/// The coders of states.
private enum StateCoder {
    static func archiver() -> NSKeyedArchiver {
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        let version = Bundle.main.infoDictionary?["CFBundleVersion"] as? String
        if let version {
            archiver.encode(version, forKey: UIApplication.stateRestorationBundleVersionKey)
        }
        return archiver
    }

    static func unarchiver(_ data: Data) -> NSKeyedUnarchiver? {
        guard let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: data) else { return nil }
        unarchiver.requiresSecureCoding = false
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        return unarchiver
    }
}

/// What is kept between two launches, as a property list.
private struct SavedState {
    struct Controller {
        /// The identifiers from the root controller's to its own.
        var path: [String]
        /// The name of the class that makes the controller; `nil` for none.
        var maker: String?
        var state: Data
    }

    /// Limits of what an app saves; the rest is left out.
    static let depthMax = 64
    static let controllersMax = 1000

    var app: Data
    var controllers: [Controller] = []

    init(app: Data) { self.app = app }

    init?(_ data: Data) {
        let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
        guard let list = list as? [String: Any], let app = list["app"] as? Data else { return nil }
        self.app = app
        for entry in (list["controllers"] as? [[String: Any]] ?? []).prefix(Self.controllersMax) {
            guard let path = entry["path"] as? [String], !path.isEmpty,
                let state = entry["state"] as? Data
            else { continue }
            controllers.append(
                Controller(path: path, maker: entry["maker"] as? String, state: state))
        }
    }

    var data: Data? {
        let entries = controllers.map { entry -> [String: Any] in
            var list: [String: Any] = ["path": entry.path, "state": entry.state]
            list["maker"] = entry.maker
            return list
        }
        return try? PropertyListSerialization.data(
            fromPropertyList: ["app": app, "controllers": entries] as [String: Any],
            format: .binary, options: 0)
    }
}
