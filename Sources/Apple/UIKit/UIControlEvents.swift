extension UIControl {
    /// What a user does with a control.
    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static let touchDown = Event(rawValue: 1)
        public static let touchDownRepeat = Event(rawValue: 1 << 1)
        public static let touchDragInside = Event(rawValue: 1 << 2)
        public static let touchDragOutside = Event(rawValue: 1 << 3)
        public static let touchDragEnter = Event(rawValue: 1 << 4)
        public static let touchDragExit = Event(rawValue: 1 << 5)
        /// A tap, as on a button.
        public static let touchUpInside = Event(rawValue: 1 << 6)
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        public static let touchCancel = Event(rawValue: 1 << 8)
        /// A new value, as of a slider.
        public static let valueChanged = Event(rawValue: 1 << 12)
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        public static let menuActionTriggered = Event(rawValue: 1 << 14)
        public static let editingDidBegin = Event(rawValue: 1 << 16)
        public static let editingChanged = Event(rawValue: 1 << 17)
        public static let editingDidEnd = Event(rawValue: 1 << 18)
        public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
        public static let allTouchEvents = Event(rawValue: 0xFFF)
        public static let allEditingEvents = Event(rawValue: 0xF_0000)
        public static let applicationReserved = Event(rawValue: 0xF00_0000)
        public static let systemReserved = Event(rawValue: 0xF000_0000)
        public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
    }
}

/// An element of a menu. Main thread.
@preconcurrency @MainActor
open class UIMenuElement: NSObject {
    /// The text for the user.
    open internal(set) var title: String
    /// The picture beside it.
    open internal(set) var image: UIImage?

    init(title: String, image: UIImage?) {
        self.title = title
        self.image = image
    }
}

/// The code that an action performs.
public typealias UIActionHandler = (UIAction) -> Void

/// Code that a control performs. Main thread.
@preconcurrency @MainActor
open class UIAction: UIMenuElement {
    /// The name by which an action is replaced or removed.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// The identifier; unique unless the app gives one.
    public nonisolated let identifier: Identifier
    /// What performs the action now; `nil` outside of its handler.
    open private(set) var sender: Any?
    private let handler: UIActionHandler

    /// Makes an action.
    ///
    /// - Parameter handler: The code; called on the main thread.
    public init(
        title: String = "", image: UIImage? = nil, identifier: UIAction.Identifier? = nil,
        handler: @escaping UIActionHandler
    ) {
        self.identifier = identifier ?? Identifier("sori.action.\(UUID().uuidString)")
        self.handler = handler
        super.init(title: title, image: image)
    }

    func perform(sender: Any?) {
        self.sender = sender
        defer { self.sender = nil }
        handler(self)
    }
}
