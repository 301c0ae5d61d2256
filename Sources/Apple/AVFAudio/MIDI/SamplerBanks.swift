/// The most significant byte of the bank of melodic instruments.
public let kAUSampler_DefaultMelodicBankMSB: Int = 0x79
/// The most significant byte of the bank of percussion instruments.
public let kAUSampler_DefaultPercussionBankMSB: Int = 0x78
/// The least significant byte of the bank of either kind.
public let kAUSampler_DefaultBankLSB: Int = 0x00
