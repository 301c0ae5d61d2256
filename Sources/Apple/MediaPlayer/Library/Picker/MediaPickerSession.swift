import Foundation
import Glibc
import SoundClient
import SoundRuntime
import Synchronization
import Terminal

/// One presentation of a media picker.
final class MediaPickerSession: ShownMediaPicker {
    private weak let picker: MPMediaPickerController?
    private weak let app: AppSound?
    private let query: MPMediaQuery
    private let isMultiple: Bool
    private let prompt: String?
    private let isOver = Atomic<Bool>(false)

    @MainActor
    init(_ picker: MPMediaPickerController, _ app: AppSound) {
        self.picker = picker
        self.app = app
        query = picker.query
        isMultiple = picker.allowsPickingMultipleItems
        prompt = picker.prompt
    }

    private var items: [MPMediaItem] { query.items ?? [] }

    var titles: [String] { items.map { $0.title ?? "" } }

    // MARK: As the user of a simulated phone

    func pick(titled titles: [String]) -> String? {
        var found: [MPMediaItem] = []
        let items = items
        for title in titles {
            guard let item = items.first(where: { $0.title == title }) else {
                return "the media picker offers no \"\(title)\""
            }
            found.append(item)
        }
        guard !found.isEmpty else { return "nothing was picked" }
        let picked = isMultiple ? found : [found[0]]
        MainActor.assumeIsolated { picker?.didPick(picked) }
        return nil
    }

    func cancel() { MainActor.assumeIsolated { picker?.didCancel() } }

    /// The picker is dismissed.
    func end() {
        isOver.store(true, ordering: .releasing)
        app?.shownMediaPickers.remove(self)
    }

    // MARK: On a terminal

    /// Shows the picker on the program's terminal, on a thread of its own, or cancels it.
    @MainActor
    func showOnTerminal() {
        let type = ProcessInfo.processInfo.environment["TERM"] ?? "dumb"
        guard RawTerminal.canShowScreen(type: type) else {
            FileHandle.standardError.write(
                Data(
                    "sori: the media picker is cancelled: it needs a terminal (TERM is \(type))\n"
                        .utf8))
            // Not before the presenting call has returned.
            DispatchQueue.main.async { [self] in cancel() }
            return
        }
        let rows = items.map { PickerList.Row($0) }
        let list = PickerList(rows, isMultiple: isMultiple, prompt: prompt ?? "Choose songs")
        let thread = Thread { [self] in
            var terminal = TerminalPicker(list)
            let result = terminal.run { [self] in isOver.load(ordering: .acquiring) }
            DispatchQueue.main.async { [self] in finish(result) }
        }
        thread.name = "sori.picker"
        thread.start()
    }

    @MainActor
    private func finish(_ ids: [UInt64]?) {
        guard !isOver.load(ordering: .acquiring) else { return }
        if let ids, !ids.isEmpty {
            picker?.didPick(ItemPage.items(ids, in: .current))
        } else {
            picker?.didCancel()
        }
    }
}
