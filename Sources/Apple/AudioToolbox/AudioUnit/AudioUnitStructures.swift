public import CAudioToolbox
public import Foundation

// The fields of structures of audio units that hold objects or Booleans, by their types on
// Apple's systems. An object must live as long as the structure is used; a caller that gets one
// from a property releases it.

extension AUPreset {
    /// Sets all fields.
    public init(presetNumber: Int32, presetName: Unmanaged<CFString>!) {
        self.init()
        self.presetNumber = presetNumber
        self.presetName = presetName
    }

    /// The name.
    public var presetName: Unmanaged<CFString>! {
        get { __presetName.map { Unmanaged.fromOpaque($0) } }
        set { __presetName = newValue.map { UnsafeRawPointer($0.toOpaque()) } }
    }
}

extension AudioUnitParameterInfo {
    /// The unit of measurement, for a parameter with one of its own.
    public var unitName: Unmanaged<CFString>! {
        get { __unitName.map { Unmanaged.fromOpaque($0) } }
        set { __unitName = newValue.map { UnsafeRawPointer($0.toOpaque()) } }
    }

    /// The name.
    public var cfNameString: Unmanaged<CFString>! {
        get { __cfNameString.map { Unmanaged.fromOpaque($0) } }
        set { __cfNameString = newValue.map { UnsafeRawPointer($0.toOpaque()) } }
    }
}

extension AudioUnitParameterNameInfo {
    /// Sets all fields.
    public init(inID: AudioUnitParameterID, inDesiredLength: Int32, outName: Unmanaged<CFString>!) {
        self.init()
        self.inID = inID
        self.inDesiredLength = inDesiredLength
        self.outName = outName
    }

    /// The name; the property sets it.
    public var outName: Unmanaged<CFString>! {
        get { __outName.map { Unmanaged.fromOpaque($0) } }
        set { __outName = newValue.map { UnsafeRawPointer($0.toOpaque()) } }
    }
}

extension AudioUnitParameterStringFromValue {
    /// Sets all fields.
    public init(
        inParamID: AudioUnitParameterID, inValue: UnsafePointer<AudioUnitParameterValue>!,
        outString: Unmanaged<CFString>!
    ) {
        self.init()
        self.inParamID = inParamID
        self.inValue = inValue
        self.outString = outString
    }

    /// The text; the property sets it.
    public var outString: Unmanaged<CFString>! {
        get { __outString.map { Unmanaged.fromOpaque($0) } }
        set { __outString = newValue.map { UnsafeRawPointer($0.toOpaque()) } }
    }
}

extension AudioUnitParameterValueFromString {
    /// Sets all fields.
    public init(
        inParamID: AudioUnitParameterID, inString: Unmanaged<CFString>!,
        outValue: AudioUnitParameterValue
    ) {
        self.init()
        self.inParamID = inParamID
        self.inString = inString
        self.outValue = outValue
    }

    /// The text.
    public var inString: Unmanaged<CFString>! {
        get { __inString.map { Unmanaged.fromOpaque($0) } }
        set { __inString = newValue.map { UnsafeRawPointer($0.toOpaque()) } }
    }
}

extension AUSamplerInstrumentData {
    /// Sets all fields.
    public init(
        fileURL: Unmanaged<CFURL>!, instrumentType: UInt8, bankMSB: UInt8, bankLSB: UInt8,
        presetID: UInt8
    ) {
        self.init()
        self.fileURL = fileURL
        self.instrumentType = instrumentType
        self.bankMSB = bankMSB
        self.bankLSB = bankLSB
        self.presetID = presetID
    }

    /// The file of the instrument.
    public var fileURL: Unmanaged<CFURL>! {
        get { __fileURL.map { Unmanaged.fromOpaque($0) } }
        set { __fileURL = newValue.map { UnsafeRawPointer($0.toOpaque()) } }
    }
}

extension AUSamplerBankPresetData {
    /// Sets all fields.
    public init(
        bankURL: Unmanaged<CFURL>!, bankMSB: UInt8, bankLSB: UInt8, presetID: UInt8, reserved: UInt8
    ) {
        self.init()
        self.bankURL = bankURL
        self.bankMSB = bankMSB
        self.bankLSB = bankLSB
        self.presetID = presetID
        self.reserved = reserved
    }

    /// The file of the sound bank.
    public var bankURL: Unmanaged<CFURL>! {
        get { __bankURL.map { Unmanaged.fromOpaque($0) } }
        set { __bankURL = newValue.map { UnsafeRawPointer($0.toOpaque()) } }
    }
}

extension AudioUnitMeterClipping {
    /// Sets all fields.
    public init(
        peakValueSinceLastCall: Float32, sawInfinity: DarwinBoolean, sawNotANumber: DarwinBoolean
    ) {
        self.init()
        self.peakValueSinceLastCall = peakValueSinceLastCall
        self.sawInfinity = sawInfinity
        self.sawNotANumber = sawNotANumber
    }

    /// Whether a sample was infinite.
    public var sawInfinity: DarwinBoolean {
        get { DarwinBoolean(__sawInfinity) }
        set { __sawInfinity = newValue.boolValue }
    }

    /// Whether a sample was not a number.
    public var sawNotANumber: DarwinBoolean {
        get { DarwinBoolean(__sawNotANumber) }
        set { __sawNotANumber = newValue.boolValue }
    }
}

extension AUVoiceIOOtherAudioDuckingConfiguration {
    /// Sets all fields.
    public init(
        mEnableAdvancedDucking: DarwinBoolean, mDuckingLevel: AUVoiceIOOtherAudioDuckingLevel
    ) {
        self.init()
        self.mEnableAdvancedDucking = mEnableAdvancedDucking
        self.mDuckingLevel = mDuckingLevel
    }

    /// Whether other sounds are lowered only while somebody speaks.
    public var mEnableAdvancedDucking: DarwinBoolean {
        get { DarwinBoolean(__mEnableAdvancedDucking) }
        set { __mEnableAdvancedDucking = newValue.boolValue }
    }
}
