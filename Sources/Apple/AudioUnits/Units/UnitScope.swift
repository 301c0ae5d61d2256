/// A part of a unit. The numbers are Apple's.
package enum UnitScope: UInt32, Sendable {
    case global = 0
    case input = 1
    case output = 2
    case group = 3
    case part = 4
    case note = 5
    case layer = 6
    case layerItem = 7
}
