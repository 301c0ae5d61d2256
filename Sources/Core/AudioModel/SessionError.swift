/// Why the server refused a request. Raw values are Apple's status codes.
public enum SessionError: Int32, Error, CaseIterable, Hashable, Sendable {
    case mediaServicesFailed = 0x6D73_7276
    case isBusy = 0x2161_6374
    case incompatibleCategory = 0x2163_6174
    case cannotInterruptOthers = 0x2169_6E74
    case missingEntitlement = 0x656E_743F
    case siriIsRecording = 0x7369_7269
    case cannotStartPlaying = 0x2170_6C61
    case cannotStartRecording = 0x2172_6563
    case badParam = -50
    case insufficientPriority = 0x2170_7269
    case resourceNotAvailable = 0x2172_6573
    case unspecified = 0x7768_6174
    case expiredSession = 0x2173_6573
    case sessionNotActive = 0x696E_6163
}
