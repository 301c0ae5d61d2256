/// The number of encoded kinds of each enumeration, for tests that cover all of them.
package enum MessageKinds {
    package static let requestCount = RequestKind.allCases.count
    package static let notificationCount = NotificationKind.allCases.count
    package static let appMessageCount = AppMessageKind.allCases.count
    package static let phoneMessageCount = PhoneMessageKind.allCases.count
}
