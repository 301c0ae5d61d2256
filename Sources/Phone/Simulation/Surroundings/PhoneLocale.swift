public import Foundation
import SoundClient

// The user's language and region, and an app's resources in that language.

extension SimulatedPhone {
    /// Changes the user's language and region. Every app is notified by
    /// `NSLocale.currentLocaleDidChangeNotification`; a suspended one when it runs again.
    ///
    /// - Parameter locale: The identifier: `ko_KR`. An unknown language changes nothing, and
    ///   is a finding.
    public func change(locale: String) {
        guard Self.isKnown(locale) else { return note("'\(locale)' is no locale") }
        self.locale = Locale(identifier: locale)
        for app in apps { app.staged.sound.surroundings.languages = preferredLanguages }
        change(.locale)
    }

    static func isKnown(_ locale: String) -> Bool {
        let language = locale.prefix { $0 != "_" && $0 != "-" }.lowercased()
        return Locale.LanguageCode.isoLanguageCodes.contains { $0.identifier == language }
    }

    /// The user's languages, the preferred one first.
    var preferredLanguages: [String] {
        [locale.identifier.replacingOccurrences(of: "_", with: "-")]
    }
}

extension SimulatedPhone.App {
    /// The user's language and region, in place of `Locale.current`, which is the machine's: for code
    /// that takes a `Locale`.
    public var locale: Locale {
        let first = staged.sound.surroundings.languages?.first ?? "en-US"
        return Locale(identifier: first.replacingOccurrences(of: "-", with: "_"))
    }

    /// The user's languages, the preferred one first, in place of `Locale.preferredLanguages`.
    public var preferredLanguages: [String] { staged.sound.surroundings.languages ?? [] }

    /// Finds a file among the app's resources (`LaunchOptions.resources`), in the user's language:
    /// what `Bundle.main` finds on a device.
    ///
    /// The order: the `lproj` folder of the user's language, that of the language without its region,
    /// `Base.lproj`, that of the app's development region, and the resources themselves.
    public func url(forResource name: String, withExtension ending: String? = nil) -> URL? {
        staged.sound.surroundings.localizedResources.url(of: name, ending)
    }

    /// Returns a text of the app's tables of strings in the user's language; the key where there is
    /// none.
    public func localizedString(forKey key: String, table: String = "Localizable") -> String {
        staged.sound.surroundings.localizedResources.string(for: key, table: table)
    }
}
