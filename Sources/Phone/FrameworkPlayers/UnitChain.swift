import AudioModel
import AudioToolbox
import AudioUnits

/// A RemoteIO that plays what a callback supplies, through a unit that changes the speed where there
/// is a rate; by the calls of an app.
///
/// Ownership: the app's code, which runs on one thread.
final class UnitChain {
    private var units: [AudioUnit] = []
    private let source: UnitSoundSource

    init(_ source: UnitSoundSource, rate: Double) throws(SessionError) {
        self.source = source
        let output = try make(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
        var callback = AURenderCallbackStruct(
            inputProc: unitSoundCallback,
            inputProcRefCon: Unmanaged.passUnretained(source).toOpaque())
        var format = source.format
        guard rate != 1 else {
            set(output, kAudioUnitProperty_StreamFormat, &format)
            set(output, kAudioUnitProperty_SetRenderCallback, &callback)
            return
        }
        let speed = try make(kAudioUnitType_FormatConverter, kAudioUnitSubType_NewTimePitch)
        set(speed, kAudioUnitProperty_StreamFormat, &format)
        set(speed, kAudioUnitProperty_StreamFormat, &format, kAudioUnitScope_Output)
        set(speed, kAudioUnitProperty_SetRenderCallback, &callback)
        AudioUnitSetParameter(
            speed, kNewTimePitchParam_Rate, kAudioUnitScope_Global, 0, Float(rate), 0)
        AudioUnitSetParameter(speed, kNewTimePitchParam_Pitch, kAudioUnitScope_Global, 0, 0, 0)
        var slice: UInt32 = 4096
        set(speed, kAudioUnitProperty_MaximumFramesPerSlice, &slice, kAudioUnitScope_Global)
        var connection = AudioUnitConnection(
            sourceAudioUnit: speed, sourceOutputNumber: 0, destInputNumber: 0)
        set(output, kAudioUnitProperty_MakeConnection, &connection)
    }

    deinit { dispose() }

    private func make(_ type: UInt32, _ subType: UInt32) throws(SessionError) -> AudioUnit {
        var description = AudioComponentDescription(
            componentType: type, componentSubType: subType,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
            componentFlagsMask: 0)
        var unit: AudioUnit?
        guard let component = AudioComponentFindNext(nil, &description),
            AudioComponentInstanceNew(component, &unit) == noErr, let unit
        else { throw .unspecified }
        units.append(unit)
        return unit
    }

    private func set<Value: BitwiseCopyable>(
        _ unit: AudioUnit, _ property: AudioUnitPropertyID, _ value: inout Value,
        _ scope: AudioUnitScope = kAudioUnitScope_Input
    ) {
        withUnsafeBytes(of: value) {
            _ = AudioUnitSetProperty(
                unit, property, scope, 0, $0.baseAddress, UInt32($0.count))
        }
    }

    /// The RemoteIO; `nil` once it has been disposed of.
    var output: OutputUnit? { units.first.flatMap { audioUnits[$0] as? OutputUnit } }

    /// Whether the media services were lost after it was made.
    var isLost: Bool { output?.isLost ?? false }

    func initialize() throws(SessionError) {
        for unit in units.reversed() { try check(AudioUnitInitialize(unit)) }
    }

    func start() throws(SessionError) {
        guard let output = units.first else { throw .unspecified }
        try initialize()
        try check(AudioOutputUnitStart(output))
    }

    func stop() {
        if let output = units.first { AudioOutputUnitStop(output) }
    }

    func dispose() {
        for unit in units { AudioComponentInstanceDispose(unit) }
        units = []
    }

    private func check(_ status: OSStatus) throws(SessionError) {
        guard status == noErr else { throw SessionError(rawValue: status) ?? .unspecified }
    }
}
