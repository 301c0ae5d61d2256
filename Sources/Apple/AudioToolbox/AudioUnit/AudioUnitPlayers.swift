import AudioCallbacks
import AudioFiles
import AudioFormats
import AudioGraph
import AudioModel
import AudioUnits
import CAudioToolbox
import CoreAudioTypes

// Properties of the units that play slices of memory and regions of files.

extension UnitCore {
    /// The size of a property of players in bytes; `nil` for another property.
    func sizeOfPlayer(_ property: AudioUnitPropertyID) throws(UnitError) -> Int? {
        switch property {
        case kAudioUnitProperty_ScheduleAudioSlice:
            _ = try player(as: SlicePlayerUnit.self)
            return MemoryLayout<ScheduledAudioSlice>.size
        case kAudioUnitProperty_ScheduledFileRegion:
            _ = try player(as: FilePlayerUnit.self)
            return MemoryLayout<ScheduledAudioFileRegion>.size
        case kAudioUnitProperty_ScheduleStartTimeStamp:
            guard self is any SchedulingUnit else { throw .invalidProperty }
            return MemoryLayout<AudioTimeStamp>.size
        default: return nil
        }
    }

    /// The value of a property of players; `nil` for another property.
    func valueOfPlayer(_ property: AudioUnitPropertyID) throws(UnitError) -> PropertyValue? {
        switch property {
        case kAudioUnitProperty_CurrentPlayTime:
            guard let player = self as? any SchedulingUnit else { throw .invalidProperty }
            var stamp = AudioTimeStamp()
            stamp.mSampleTime = Double(player.playTime)
            stamp.mFlags = .sampleTimeValid
            return .of(stamp)
        case kAudioUnitProperty_ScheduledFileIDs:
            return .list(try player(as: FilePlayerUnit.self).files)
        case kAudioUnitProperty_ScheduledFilePrime,
            kAudioUnitProperty_ScheduledFileBufferSizeFrames,
            kAudioUnitProperty_ScheduledFileNumberBuffers:
            return .of(try player(as: FilePlayerUnit.self).keptNumber(property))
        default: return nil
        }
    }

    /// Sets a property of players.
    ///
    /// - Returns: Whether the property is one of them.
    func setPlayer(
        _ property: AudioUnitPropertyID, _ data: UnsafeRawBufferPointer
    ) throws(UnitError) -> Bool {
        switch property {
        case kAudioUnitProperty_ScheduleAudioSlice:
            try player(as: SlicePlayerUnit.self).schedule(slice: data)
        case kAudioUnitProperty_ScheduleStartTimeStamp:
            guard let player = self as? any SchedulingUnit else { throw .invalidProperty }
            player.start(at: PlayerStart(try data.value()))
        case kAudioUnitProperty_ScheduledFileIDs:
            try player(as: FilePlayerUnit.self).setFiles(files: data)
        case kAudioUnitProperty_ScheduledFileRegion:
            try player(as: FilePlayerUnit.self).schedule(region: data)
        case kAudioUnitProperty_ScheduledFilePrime:
            let player = try player(as: FilePlayerUnit.self)
            let count: UInt32 = try data.value()
            player.prime(frameCount: Int(count))
            try keepNumber(count, of: property)
        case kAudioUnitProperty_ScheduledFileBufferSizeFrames,
            kAudioUnitProperty_ScheduledFileNumberBuffers:
            try player(as: FilePlayerUnit.self).keepNumber(data.value(), of: property)
        case kAudioUnitProperty_CurrentPlayTime:
            guard self is any SchedulingUnit else { throw .invalidProperty }
            throw .notWritable
        default: return false
        }
        return true
    }

    private func player<Player: UnitCore>(as type: Player.Type) throws(UnitError) -> Player {
        guard let player = self as? Player else { throw .invalidProperty }
        return player
    }
}

extension PlayerStart {
    /// The start that a time stamp means: a sample time of −1, or none, for the next slice.
    fileprivate init(_ stamp: AudioTimeStamp) {
        if stamp.mFlags.contains(.sampleTimeValid) {
            let time = stamp.frameNumber ?? -1
            self = time < 0 ? .now : .nodeTime(time)
        } else if stamp.mFlags.contains(.hostTimeValid) {
            self = .hostTime(nanoseconds: Int64(clamping: stamp.mHostTime))
        } else {
            self = .now
        }
    }
}

extension SlicePlayerUnit {
    /// Schedules the slice in an app's memory, which keeps it.
    fileprivate func schedule(slice data: UnsafeRawBufferPointer) throws(UnitError) {
        guard data.count == MemoryLayout<ScheduledAudioSlice>.size, let address = data.baseAddress
        else { throw .invalidPropertyValue }
        nonisolated(unsafe) let pointer = UnsafeMutableRawPointer(mutating: address)
            .assumingMemoryBound(to: ScheduledAudioSlice.self)
        nonisolated(unsafe) let argument = pointer.pointee.mCompletionProcUserData
        let procedure = pointer.pointee.mCompletionProc
        let completion = procedure.map { procedure in
            { @Sendable in procedure(argument, pointer) }
        }
        guard
            let slice = ScheduledSlice(pointer, try format(.output, 0), completion: completion)
        else { throw .missingArgument }
        schedule(slice)
    }
}

extension FilePlayerUnit {
    fileprivate func setFiles(files data: UnsafeRawBufferPointer) throws(UnitError) {
        let size = MemoryLayout<UInt>.size
        guard data.count.isMultiple(of: size) else { throw .invalidPropertyValue }
        var files: [(number: UInt, reader: AudioFileReader)] = []
        for offset in stride(from: 0, to: data.count, by: size) {
            let number = data.loadUnaligned(fromByteOffset: offset, as: UInt.self)
            guard let file = openFiles[OpaquePointer(bitPattern: number)],
                let reader = try? file.separateReader()
            else { throw .invalidPropertyValue }
            files.append((number, reader))
        }
        setFiles(files)
    }

    /// Schedules the region in an app's memory, of which it keeps a copy.
    fileprivate func schedule(region data: UnsafeRawBufferPointer) throws(UnitError) {
        let region: ScheduledAudioFileRegion = try data.value()
        nonisolated(unsafe) let copy = region
        let stamp = region.mTimeStamp
        try schedule(
            FileRegion(
                file: UInt(bitPattern: region.mAudioFile),
                time: stamp.mFlags.contains(.sampleTimeValid)
                    ? stamp.frameNumber : nil,
                firstFrame: region.mStartFrame,
                frameCount: region.mFramesToPlay == .max ? nil : Int64(region.mFramesToPlay),
                passCount: region.mLoopCount == .max ? nil : Int(region.mLoopCount) + 1
            ) { status in
                guard let procedure = copy.mCompletionProc else { return }
                var value = copy
                procedure(copy.mCompletionProcUserData, &value, status)
            })
    }
}
