package import Foundation

/// The files among an app's resources, in the user's language.
package struct LocalizedResources {
    /// The folder with the resources and their `lproj` folders.
    let folder: URL
    /// The user's languages, the preferred one first.
    let languages: [String]

    package init(folder: URL, languages: [String]) {
        self.folder = folder
        self.languages = languages
    }

    /// The largest table of strings that is read, in bytes.
    private static let tableBytesMax = 4 << 20

    /// Returns the file of a resource; `nil` where there is none.
    ///
    /// - Parameters:
    ///   - name: The file's name; one that leads out of the resources is no name of one.
    ///   - ending: The file's ending, unless the name has it.
    package func url(of name: String, _ ending: String? = nil) -> URL? {
        let file = (ending ?? "").isEmpty ? name : "\(name).\(ending ?? "")"
        guard !name.isEmpty, !file.split(separator: "/").contains("..") else { return nil }
        return places.lazy.map { $0.appendingPathComponent(file) }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }

    /// Returns a text of a table of strings; the key where there is none.
    package func string(for key: String, table: String) -> String {
        for place in places {
            let file = place.appendingPathComponent("\(table).strings")
            let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
            guard let size, size <= Self.tableBytesMax, let data = try? Data(contentsOf: file),
                let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
                let text = (list as? [String: Any])?[key] as? String
            else { continue }
            return text
        }
        return key
    }

    /// The folders in which a resource is looked for, in their order.
    package var places: [URL] {
        let found = localizations
        var names: [String] = []
        if let chosen = Self.localization(among: found, for: languages) {
            names.append(chosen)
            let base = chosen.prefix { $0 != "-" && $0 != "_" }
            names.append(String(base))
        }
        names += ["Base", developmentRegion]
        var places: [URL] = []
        for name in names where found.contains(name) {
            let place = folder.appendingPathComponent("\(name).lproj", isDirectory: true)
            if !places.contains(place) { places.append(place) }
        }
        return places + [folder]
    }

    /// The languages that there are resources in.
    private var localizations: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".lproj") }.map { String($0.dropLast(6)) }.sorted()
    }

    private var developmentRegion: String {
        let plist = folder.appendingPathComponent("Info.plist")
        let data = try? Data(contentsOf: plist)
        let list = data.flatMap {
            try? PropertyListSerialization.propertyList(from: $0, format: nil)
        }
        let info = list as? [String: Any] ?? [:]
        return info["CFBundleDevelopmentRegion"] as? String ?? "en"
    }

    /// Returns the localization that suits the user best: for each language, preferred ones first, one
    /// of that name, or of the name without its last parts.
    ///
    /// Foundation's `preferredLocalizations(from:forPreferences:)` returns the first localization of
    /// the list on Linux, whatever the preferences are.
    package static func localization(
        among names: [String], for languages: [String]
    ) -> String? {
        for language in languages {
            var parts = language.split { $0 == "-" || $0 == "_" }.map(String.init)
            while !parts.isEmpty {
                let wanted = parts.joined(separator: "-").lowercased()
                let found = names.first {
                    $0.replacingOccurrences(of: "_", with: "-").lowercased() == wanted
                }
                if let found { return found }
                parts.removeLast()
            }
        }
        return nil
    }
}

extension AppSurroundings {
    /// The app's resources in the user's languages.
    package var localizedResources: LocalizedResources {
        let own = Bundle.main.resourceURL ?? Bundle.main.bundleURL
        return LocalizedResources(
            folder: resources ?? own, languages: languages ?? Locale.preferredLanguages)
    }
}
