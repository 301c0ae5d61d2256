import AudioGraph
package import CAudioToolbox

extension UnitCore {
    /// Schedules a change of a parameter at a frame of the next slice.
    ///
    /// - Throws: `invalidParameter` for one that cannot be scheduled; `cannotDoInCurrentContext`
    ///   when too many wait.
    package func schedule(
        _ id: AudioUnitParameterID, _ scope: UnitScope, _ element: Int, from frame: Int,
        frameCount: Int, startValue: Float, endValue: Float
    ) throws(UnitError) {
        let parameter = try parameter(id, scope, element)
        guard let schedule = node.schedule, parameter.canRamp,
            let target = scheduleTarget(id, scope, element)
        else { throw .invalidParameter }
        let event = ScheduledChange(
            target, from: frame, frameCount: frameCount,
            startValue: parameter.limited(startValue),
            endValue: parameter.limited(endValue))
        guard schedule.add(event) else { throw .cannotDoInCurrentContext }
    }

    /// Sets a parameter at a frame of the next slice; at once where nothing renders, and where the
    /// parameter cannot be scheduled. A value that is not a number is ignored.
    package func setParameter(
        _ id: AudioUnitParameterID, _ scope: UnitScope, _ element: Int, to value: Float,
        at frame: Int
    ) throws(UnitError) {
        let isAhead = frame > 0 && frame < maximumFrames && isInitialized && !value.isNaN
        let isScheduled =
            isAhead
            && (try? schedule(
                id, scope, element, from: frame, frameCount: 0, startValue: value,
                endValue: value)) != nil
        if !isScheduled { try setParameter(id, scope, element, to: value) }
    }
}
