/// A key of a terminal, or an answer of the terminal itself.
package enum TerminalKey: Hashable, Sendable {
    /// A character that is typed.
    case character(Character)
    /// A letter with the control key, in lower case, without those that are keys of their own.
    case control(Character)
    case up
    case down
    case left
    case right
    case pageUp
    case pageDown
    case home
    case end
    case enter
    case tab
    case backTab
    case backspace
    case escape
    /// The terminal's device attributes: 4 stands for sixel pictures.
    case attributes([Int])
    /// The height and width of a character cell in pixels.
    case cellSize(height: Int, width: Int)
    /// Whether the terminal understands kitty's graphics.
    case kittyGraphics(isSupported: Bool)

    /// Ctrl-C.
    package static let interrupt = control("c")
    /// Ctrl-Z.
    package static let suspend = control("z")
    /// Ctrl-L.
    package static let redraw = control("l")
}
