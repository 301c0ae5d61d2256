import Foundation
import SoundClient

// The `Settings.bundle` of an app: what the Settings app shows of it.
//
// Source: Apple's Settings Application Schema Reference.

/// One line that the Settings app shows of an app, or one control.
public struct AppSetting: Sendable, CustomStringConvertible {
    /// The kinds of lines.
    public enum Kind: Hashable, Sendable {
        /// A heading.
        case group
        /// A line that opens another page.
        case childPane
        case toggle
        case slider(ClosedRange<Double>)
        /// One of some values, each with a title, on a page of its own.
        case multiValue(titles: [String])
        /// One of some values, each with a title, one below the other.
        case radioGroup(titles: [String])
        /// A value that the user can only read.
        case title
        case textField(isSecure: Bool)
    }

    /// The kind of the line.
    public var kind: Kind
    /// The line's title in the user's language; empty for a slider.
    public var title: String
    /// The key of the value in the app's defaults; empty for a line without a value.
    public var key: String
    /// What the line shows: the value that the user or the app has set, or else the default of the
    /// page; `nil` for a line without a value.
    public var value: (any Sendable)?
    /// The page that the line is on: `Root` is the first.
    public var page: String
    /// The values that may be chosen, each as text.
    var choices: [any Sendable] = []
    /// The values of a switch that is on and off.
    var onOff: (on: any Sendable, off: any Sendable) = (true, false)

    /// Whether a switch is on.
    public var isOn: Bool { kind == .toggle && value.map { isSame($0, onOff.on) } == true }

    public var description: String { "\(title) (\(key)): \(value.map { "\($0)" } ?? "–")" }
}

/// Reads the pages of a `Settings.bundle`.
struct SettingsBundle {
    private let folder: URL
    private let resources: LocalizedResources
    private let defaults: UserDefaults
    /// What is wrong with the pages.
    private(set) var problems: [String] = []
    private(set) var settings: [AppSetting] = []
    private var pages: Set<String> = []

    private static let pageBytesMax = 1 << 20
    private static let settingsMax = 1000
    private static let pagesMax = 100

    /// Reads the pages; without any there is nothing, and nothing is wrong.
    init(in resources: URL, languages: [String], values defaults: UserDefaults) {
        folder = resources.appendingPathComponent("Settings.bundle", isDirectory: true)
        self.resources = LocalizedResources(folder: folder, languages: languages)
        self.defaults = defaults
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        read("Root")
    }

    private mutating func read(_ page: String) {
        guard pages.count < Self.pagesMax, pages.insert(page).inserted else { return }
        guard !page.contains("/"), let list = list(of: page) else {
            return problems.append("\(page).plist cannot be read")
        }
        guard let specifiers = list["PreferenceSpecifiers"] as? [Any] else {
            return problems.append("\(page).plist has no PreferenceSpecifiers")
        }
        let table = list["StringsTable"] as? String ?? page
        for specifier in specifiers {
            guard settings.count < Self.settingsMax else {
                return problems.append("only \(Self.settingsMax) lines are shown")
            }
            guard let entry = specifier as? [String: Any] else {
                problems.append("\(page).plist has a line that is no dictionary")
                continue
            }
            read(entry, table, of: page)
        }
    }

    private func list(of page: String) -> [String: Any]? {
        let file = folder.appendingPathComponent("\(page).plist")
        guard
            let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int,
            size <= Self.pageBytesMax, let data = try? Data(contentsOf: file)
        else { return nil }
        return (try? PropertyListSerialization.propertyList(from: data, format: nil))
            as? [String: Any]
    }

    private mutating func read(_ entry: [String: Any], _ table: String, of page: String) {
        let type = entry["Type"] as? String ?? ""
        let key = entry["Key"] as? String ?? ""
        func text(_ text: String) -> String { resources.string(for: text, table: table) }
        var setting = AppSetting(
            kind: .group, title: text(entry["Title"] as? String ?? ""), key: key, value: nil,
            page: page)
        let titles = (entry["Titles"] as? [String] ?? []).map(text)
        setting.choices = (entry["Values"] as? [Any] ?? []).map(sendable)
        switch type {
        case "PSGroupSpecifier":
            setting.key = ""
            return settings.append(setting)
        case "PSChildPaneSpecifier":
            setting.kind = .childPane
            settings.append(setting)
            guard let file = entry["File"] as? String else {
                return problems.append("\(page).plist: a child pane has no File")
            }
            return read(file)
        case "PSToggleSwitchSpecifier":
            setting.kind = .toggle
            setting.onOff = (
                sendable(entry["TrueValue"] ?? true), sendable(entry["FalseValue"] ?? false)
            )
        case "PSSliderSpecifier":
            let low = number(entry["MinimumValue"]) ?? 0
            let high = number(entry["MaximumValue"]) ?? 1
            guard low <= high else {
                return problems.append("\(page).plist: the slider \(key) has no range")
            }
            setting.kind = .slider(low...high)
        case "PSMultiValueSpecifier": setting.kind = .multiValue(titles: titles)
        case "PSRadioGroupSpecifier": setting.kind = .radioGroup(titles: titles)
        case "PSTitleValueSpecifier": setting.kind = .title
        case "PSTextFieldSpecifier":
            setting.kind = .textField(isSecure: entry["IsSecure"] as? Bool ?? false)
        default: return problems.append("\(page).plist: '\(type)' is no type of a line")
        }
        guard !key.isEmpty else { return problems.append("\(page).plist: a \(type) has no Key") }
        if setting.choices.count != titles.count {
            problems.append(
                "\(page).plist: \(key) has \(setting.choices.count) Values and "
                    + "\(titles.count) Titles")
        }
        if let value = entry["DefaultValue"].map(sendable) {
            setting.value = value
            if let problem = setting.problem(with: value), setting.kind != .title {
                problems.append("\(page).plist: the DefaultValue of \(key): \(problem)")
            }
        } else if setting.kind != .title {
            problems.append("\(page).plist: \(key) has no DefaultValue")
        }
        if let value = defaults.object(forKey: key) { setting.value = sendable(value) }
        settings.append(setting)
    }
}

extension AppSetting {
    /// The value to keep for one that the user chooses; `nil` for one that cannot be chosen.
    func stored(_ value: any Sendable) -> (any Sendable)? {
        if kind == .toggle, let isOn = value as? Bool { return isOn ? onOff.on : onOff.off }
        return problem(with: value) == nil ? value : nil
    }

    /// Why the user cannot choose a value; `nil` where that is possible.
    func problem(with value: any Sendable) -> String? {
        switch kind {
        case .group, .childPane: return "the line has no value"
        case .title: return "the user can only read it"
        case .toggle:
            guard isSame(value, onOff.on) || isSame(value, onOff.off) else {
                return "\(value) is neither \(onOff.on) nor \(onOff.off)"
            }
        case .slider(let range):
            guard let number = number(value), range.contains(number) else {
                return "\(value) is not in \(range.lowerBound)…\(range.upperBound)"
            }
        case .multiValue, .radioGroup:
            guard choices.contains(where: { isSame($0, value) }) else {
                return "\(value) is not among its values"
            }
        case .textField:
            guard value is String else { return "\(value) is no text" }
        }
        return nil
    }
}

/// A value of a property list as one that any thread may have.
private func sendable(_ value: Any) -> any Sendable {
    // A number is no Bool, though Foundation would make it one.
    if type(of: value) == Bool.self, let isOn = value as? Bool { return isOn }
    return switch value {
    case let value as String: value
    case let value as Int: value
    case let value as Double: value
    case let value as Date: value
    case let value as Data: value
    default: "\(value)"
    }
}

private func number(_ value: Any?) -> Double? {
    switch value {
    case let value as Bool: value ? 1 : 0
    case let value as Double: value
    case let value as Int: Double(value)
    case let value as NSNumber: value.doubleValue
    default: nil
    }
}

/// Whether two values of property lists are equal; numbers are so whatever their type.
private func isSame(_ left: any Sendable, _ right: any Sendable) -> Bool {
    if let left = left as? String, let right = right as? String { return left == right }
    if let left = left as? Bool, let right = right as? Bool { return left == right }
    guard let left = number(left), let right = number(right) else { return false }
    return left == right
}
