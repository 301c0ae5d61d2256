import SoundClient

extension SimulatedPhone {
    /// Picks songs by their titles in the media picker that an app shows.
    ///
    /// A picker of one song takes the first; one of several takes all, as with a tap on Done. The app
    /// dismisses the picker. A title that it does not offer is a finding, and so is a missing picker.
    public func pick(_ titles: [String], in app: App) {
        withPicker(of: app) { picker in
            if let reason = picker.pick(titled: titles) { note("\(app.name): \(reason)") }
        }
    }

    /// Picks songs by their titles in the media picker that an app shows.
    public func pick(_ titles: String..., in app: App) { pick(titles, in: app) }

    /// Cancels the media picker that an app shows.
    public func cancelPicker(in app: App) {
        withPicker(of: app) { $0.cancel() }
    }

    /// The titles that the media picker of an app offers, in its order; `nil` while it shows none.
    public func pickerTitles(in app: App) -> [String]? {
        guard let picker = app.staged.sound.shownMediaPickers.front else { return nil }
        return app.staged.run { picker.titles }
    }

    private func withPicker(of app: App, _ body: (any ShownMediaPicker) -> Void) {
        stage.loop.prepareForAct()
        guard let picker = app.staged.sound.shownMediaPickers.front else {
            return note("\(app.name) shows no media picker")
        }
        app.staged.run { body(picker) }
        stage.loop.runDue()
    }
}
