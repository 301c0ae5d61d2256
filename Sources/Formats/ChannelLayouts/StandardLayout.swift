/// A layout with its own tag.
package struct StandardLayout: Sendable {
    /// Apple's `AudioChannelLayoutTag`: a layout number and the channel count.
    package let tag: UInt32
    package let labels: [ChannelLabel]
    package let name: String

    // Inlined into each row of the table, it would be slow to compile.
    @inline(never)
    private init(_ number: UInt32, _ name: String, _ channels: String) {
        labels = channels.split(separator: " ").map { ChannelLabel($0) }
        tag = number << 16 | UInt32(labels.count)
        self.name = name
    }

    /// Source: the comments of each tag in `CoreAudioBaseTypes.h`. For quadraphonic to octagonal
    /// and the cube they say "rear" and "top"; the labels of these are guesses.
    package static let all: [StandardLayout] = [
        StandardLayout(100, "Mono", "M"),
        StandardLayout(101, "Stereo", "L R"),
        StandardLayout(102, "Stereo Headphones", "HL HR"),
        StandardLayout(103, "Matrix Stereo", "Lt Rt"),
        StandardLayout(104, "Mid Side", "Mid Side"),
        StandardLayout(105, "XY", "X- Y-"),
        StandardLayout(106, "Binaural", "BL BR"),
        StandardLayout(107, "Ambisonic B-Format", "W X Y Z"),
        StandardLayout(108, "Quadraphonic", "L R Ls Rs"),
        StandardLayout(109, "Pentagonal", "L R Ls Rs C"),
        StandardLayout(110, "Hexagonal", "L R Ls Rs C Cs"),
        StandardLayout(111, "Octagonal", "L R Rls Rrs C Cs Ls Rs"),
        StandardLayout(112, "Cube", "L R Ls Rs Vhl Vhr Tbl Tbr"),
        StandardLayout(113, "MPEG 3.0 A", "L R C"),
        StandardLayout(114, "MPEG 3.0 B", "C L R"),
        StandardLayout(115, "MPEG 4.0 A", "L R C Cs"),
        StandardLayout(116, "MPEG 4.0 B", "C L R Cs"),
        StandardLayout(117, "MPEG 5.0 A", "L R C Ls Rs"),
        StandardLayout(118, "MPEG 5.0 B", "L R Ls Rs C"),
        StandardLayout(119, "MPEG 5.0 C", "L C R Ls Rs"),
        StandardLayout(120, "MPEG 5.0 D", "C L R Ls Rs"),
        StandardLayout(121, "MPEG 5.1 A", "L R C LFE Ls Rs"),
        StandardLayout(122, "MPEG 5.1 B", "L R Ls Rs C LFE"),
        StandardLayout(123, "MPEG 5.1 C", "L C R Ls Rs LFE"),
        StandardLayout(124, "MPEG 5.1 D", "C L R Ls Rs LFE"),
        StandardLayout(125, "MPEG 6.1 A", "L R C LFE Ls Rs Cs"),
        StandardLayout(126, "MPEG 7.1 A", "L R C LFE Ls Rs Lc Rc"),
        StandardLayout(127, "MPEG 7.1 B", "C Lc Rc L R Ls Rs LFE"),
        StandardLayout(128, "MPEG 7.1 C", "L R C LFE Ls Rs Rls Rrs"),
        StandardLayout(129, "Emagic Default 7.1", "L R Ls Rs C LFE Lc Rc"),
        StandardLayout(130, "SMPTE DTV", "L R C LFE Ls Rs Lt Rt"),
        StandardLayout(131, "ITU 2.1", "L R Cs"),
        StandardLayout(132, "ITU 2.2", "L R Ls Rs"),
        StandardLayout(133, "DVD 4", "L R LFE"),
        StandardLayout(134, "DVD 5", "L R LFE Cs"),
        StandardLayout(135, "DVD 6", "L R LFE Ls Rs"),
        StandardLayout(136, "DVD 10", "L R C LFE"),
        StandardLayout(137, "DVD 11", "L R C LFE Cs"),
        StandardLayout(138, "DVD 18", "L R Ls Rs LFE"),
        StandardLayout(139, "Audio Unit 6.0", "L R Ls Rs C Cs"),
        StandardLayout(140, "Audio Unit 7.0", "L R Ls Rs C Rls Rrs"),
        StandardLayout(148, "Audio Unit 7.0 Front", "L R Ls Rs C Lc Rc"),
        StandardLayout(141, "AAC 6.0", "C L R Ls Rs Cs"),
        StandardLayout(142, "AAC 6.1", "C L R Ls Rs Cs LFE"),
        StandardLayout(143, "AAC 7.0", "C L R Ls Rs Rls Rrs"),
        StandardLayout(183, "AAC 7.1 B", "C L R Ls Rs Rls Rrs LFE"),
        StandardLayout(184, "AAC 7.1 C", "C L R Ls Rs LFE Vhl Vhr"),
        StandardLayout(144, "AAC Octagonal", "C L R Ls Rs Rls Rrs Cs"),
        StandardLayout(
            145, "TMH 10.2 Standard", "L R C Vhc Lsd Rsd Ls Rs Vhl Vhr Lw Rw Csd Cs LFE LFE2"),
        StandardLayout(
            146, "TMH 10.2 Full",
            "L R C Vhc Lsd Rsd Ls Rs Vhl Vhr Lw Rw Csd Cs LFE LFE2 Lc Rc HI VI Hpt"),
        StandardLayout(149, "AC-3 1.0.1", "C LFE"),
        StandardLayout(150, "AC-3 3.0", "L C R"),
        StandardLayout(151, "AC-3 3.1", "L C R Cs"),
        StandardLayout(152, "AC-3 3.0.1", "L C R LFE"),
        StandardLayout(153, "AC-3 2.1.1", "L R Cs LFE"),
        StandardLayout(154, "AC-3 3.1.1", "L C R Cs LFE"),
        StandardLayout(155, "Enhanced AC-3 6.0 A", "L C R Ls Rs Cs"),
        StandardLayout(156, "Enhanced AC-3 7.0 A", "L C R Ls Rs Rls Rrs"),
        StandardLayout(185, "WAVE 4.0 B", "L R Rls Rrs"),
        StandardLayout(186, "WAVE 5.0 B", "L R C Rls Rrs"),
        StandardLayout(187, "WAVE 5.1 B", "L R C LFE Rls Rrs"),
        StandardLayout(188, "WAVE 6.1", "L R C LFE Cs Ls Rs"),
        StandardLayout(189, "WAVE 7.1", "L R C LFE Rls Rrs Ls Rs"),
    ]

    private static let byTag = Dictionary(uniqueKeysWithValues: all.map { ($0.tag, $0) })

    package static func of(_ tag: UInt32) -> StandardLayout? { byTag[tag] }
}
