/// The style in which a controller is presented.
public enum UIModalPresentationStyle: Int, Sendable {
    /// Covers the screen.
    case fullScreen = 0
    /// Covers part of a large screen.
    case pageSheet = 1
    /// Is shown in the middle of a large screen.
    case formSheet = 2
    /// Covers the controller that presents it.
    case currentContext = 3
    /// The app presents it by itself.
    case custom = 4
    /// Covers the screen, without removing what is below.
    case overFullScreen = 5
    /// Covers the controller that presents it, without removing what is below.
    case overCurrentContext = 6
    /// Is shown in a popover.
    case popover = 7
    /// Is not adapted.
    case none = -1
    /// The system chooses.
    case automatic = -2
}

/// The transition with which a controller is presented.
public enum UIModalTransitionStyle: Int, Sendable {
    /// Slides up from the bottom.
    case coverVertical = 0
    /// Turns around.
    case flipHorizontal = 1
    /// Fades in.
    case crossDissolve = 2
    /// Curls up like a page.
    case partialCurl = 3
}
