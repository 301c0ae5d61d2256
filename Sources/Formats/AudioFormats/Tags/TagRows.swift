extension TagTable {
    /// The rows: a metadata key, and the names of the tag in ID3v2, Vorbis comments, MPEG-4, RIFF's
    /// `INFO` list and AIFF. Of several names the first is written, and all are read.
    ///
    /// ID3's names of three characters are those of version 2.2. `TXXX:`, `WXXX:`, `COMM:`, `UFID:`
    /// and `TIPL:` precede a description, an owner or a role. In MPEG-4 `----:` precedes the name of a
    /// freeform item, and a kind of value can follow that of an atom.
    ///
    /// Source: the ID3 specifications, 2.2 to 2.4; Xiph.Org, "Ogg Vorbis I format specification:
    /// comment field"; Apple QuickTime File Format, "Metadata"; RIFF, "INFO List Chunk"; the names
    /// that TagLib's property map and MusicBrainz Picard's tag mapping have.
    static let text = """
        title | TIT2; TT2 | TITLE | ©nam | INAM | NAME
        artist | TPE1; TP1 | ARTIST | ©ART | IART | AUTH
        album | TALB; TAL | ALBUM | ©alb | IPRD
        album artist | TPE2; TP2; TXXX:ALBUM ARTIST; TXXX:ALBUMARTIST; TXXX:ALBUM_ARTIST \
        | ALBUMARTIST; ALBUM_ARTIST; ALBUM ARTIST | aART
        composer | TCOM; TCM | COMPOSER | ©wrt
        genre | TCON; TCO | GENRE | ©gen; gnre genre | IGNR
        year | TDRC; TYER; TYE | YEAR | ©day
        recorded date | TDRC | DATE | ©day | ICRD
        track number | TRCK; TRK | TRACKNUMBER; TRACK | trkn pair2 | ITRK; IPRT
        track count | | TRACKTOTAL; TOTALTRACKS
        disc number | TPOS; TPA | DISCNUMBER; DISC | disk pair
        disc count | | DISCTOTAL; TOTALDISCS
        comments | COMM; COM | COMMENT | ©cmt | ICMT | ANNO
        lyrics | USLT; ULT; TXXX:LYRICS; TXXX:UNSYNCEDLYRICS; TXXX:UNSYNCED LYRICS \
        | LYRICS; UNSYNCEDLYRICS; UNSYNCED LYRICS | ©lyr
        copyright | TCOP; TCR | COPYRIGHT | cprt | ICOP | (c)
        ISRC | TSRC; TRC | ISRC | ----:ISRC
        tempo | TBPM; TBP | BPM; TEMPO | tmpo n2
        encoded by | TENC; TEN | ENCODEDBY; ENCODED-BY; ENCODED_BY | ----:ENCODEDBY
        encoding application | TSSE; TSS | ENCODER | ©too | ISFT
        encoder settings | TXXX:ENCODERSETTINGS | ENCODERSETTINGS; ENCODER_OPTIONS | ----:ENCODERSETTINGS
        compilation | TCMP; TCP; TXXX:COMPILATION; TXXX:ITUNESCOMPILATION | COMPILATION | cpil flag
        lyricist | TEXT; TXT | LYRICIST | ----:LYRICIST
        conductor | TPE3; TP3 | CONDUCTOR | ----:CONDUCTOR
        remixer | TPE4; TP4 | REMIXER | ----:REMIXER
        arranger | TIPL:arranger | ARRANGER | ----:ARRANGER
        engineer | TIPL:engineer | ENGINEER | ----:ENGINEER
        producer | TIPL:producer | PRODUCER | ----:PRODUCER
        mixer | TIPL:mix | MIXER | ----:MIXER
        DJ mixer | TIPL:DJ-mix | DJMIXER | ----:DJMIXER
        performer | TXXX:PERFORMER | PERFORMER | ----:PERFORMER
        subtitle | TIT3; TT3 | SUBTITLE | ----:SUBTITLE
        disc subtitle | TSST | DISCSUBTITLE | ----:DISCSUBTITLE
        grouping | TIT1; TT1; GRP1; GP1; TXXX:GROUPING | GROUPING; CONTENTGROUP | ©grp
        work | TXXX:WORK | WORK | ©wrk
        movement | MVNM | MOVEMENTNAME | ©mvn
        movement number | MVIN; TXXX:MOVEMENT | MOVEMENT | ©mvi n2
        movement count | | MOVEMENTTOTAL | ©mvc n2
        show movement | TXXX:SHOWMOVEMENT | SHOWMOVEMENT | shwm flag
        key signature | TKEY; TKE | KEY; INITIALKEY | ----:initialkey
        mood | TMOO | MOOD | ----:MOOD
        language | TLAN; TLA | LANGUAGE | ----:LANGUAGE | ILNG
        media | TMED; TMT | MEDIA | ----:MEDIA
        label | TPUB; TPB | LABEL; PUBLISHER; ORGANIZATION | ----:LABEL
        script | TXXX:SCRIPT | SCRIPT | ----:SCRIPT
        barcode | TXXX:BARCODE | BARCODE | ----:BARCODE
        catalog number | TXXX:CATALOGNUMBER | CATALOGNUMBER | ----:CATALOGNUMBER
        ASIN | TXXX:ASIN | ASIN | ----:ASIN
        license | WCOP; WCP; TXXX:LICENSE | LICENSE | ----:LICENSE
        release date | TDRL; TXXX:RELEASEDATE | RELEASEDATE | ----:RELEASEDATE
        original date | TDOR; TORY; TOR | ORIGINALDATE; ORIGINALYEAR | ----:ORIGINALDATE
        encoding date | TDEN | ENCODINGTIME | ----:ENCODINGTIME
        tagging date | TDTG | TAGGINGDATE | ----:TAGGINGDATE
        original artist | TOPE; TOA | ORIGINALARTIST | ----:ORIGINALARTIST
        original album | TOAL; TOT | ORIGINALALBUM | ----:ORIGINALALBUM
        original lyricist | TOLY; TOL | ORIGINALLYRICIST | ----:ORIGINALLYRICIST
        original file name | TOFN; TOF | ORIGINALFILENAME | ----:ORIGINALFILENAME
        file owner | TOWN | OWNER | ownr
        radio station | TRSN | RADIOSTATION | ----:RADIOSTATION
        radio station owner | TRSO | RADIOSTATIONOWNER | ----:RADIOSTATIONOWNER
        produced notice | TPRO | PRODUCEDNOTICE | ----:PRODUCEDNOTICE
        sort title | TSOT; TST; TXXX:TITLESORT; TXXX:TITLE-SORT; TXXX:SORT_NAME \
        | TITLESORT; TITLE-SORT; SORT_NAME | sonm
        sort artist | TSOP; TSP; TXXX:ARTISTSORT; TXXX:ARTIST-SORT | ARTISTSORT; ARTIST-SORT | soar
        sort album | TSOA; TSA; TXXX:ALBUMSORT; TXXX:ALBUM-SORT | ALBUMSORT; ALBUM-SORT | soal
        sort album artist | TSO2; TS2; TXXX:ALBUMARTISTSORT; TXXX:ALBUM_ARTIST-SORT \
        | ALBUMARTISTSORT; ALBUM_ARTIST-SORT | soaa
        sort composer | TSOC; TSC; TXXX:COMPOSERSORT; TXXX:COMPOSER-SORT \
        | COMPOSERSORT; COMPOSER-SORT | soco
        sort show | TXXX:SHOWSORT | SHOWSORT | sosn
        podcast | PCST; PCS; TXXX:PODCAST | PODCAST | pcst flag
        podcast address | WFED | PODCASTURL | purl
        podcast identifier | TGID | PODCASTID | egid
        keywords | TKWD | PODCASTKEYWORDS | keyw
        category | TCAT | PODCASTCATEGORY | catg
        description | TDES | DESCRIPTION; PODCASTDESC | desc
        long description | TXXX:LONGDESCRIPTION | LONGDESCRIPTION; SYNOPSIS | ldes
        show | TXXX:SHOW | SHOW | tvsh
        network | TXXX:NETWORK | NETWORK | tvnn
        episode identifier | TXXX:EPISODE_ID | EPISODE_ID | tven
        episode | TXXX:EPISODE | EPISODE | tves n4
        season | TXXX:SEASON | SEASON | tvsn n4
        media kind | TXXX:MEDIA_TYPE | MEDIA_TYPE | stik n1
        content rating | TXXX:ITUNESADVISORY | ITUNESADVISORY | rtng n1
        gapless playback | TXXX:GAPLESSPLAYBACK | GAPLESSPLAYBACK; GAPLESS_PLAYBACK | pgap flag
        rating | TXXX:RATING | RATING | ----:RATING
        play count | PCNT; CNT; TXXX:FMPS_PLAYCOUNT | FMPS_PLAYCOUNT; PLAY_COUNT; PLAYCOUNT \
        | ----:FMPS_Playcount
        playlist delay | TDLY; TDY | PLAYLISTDELAY | ----:PLAYLISTDELAY
        fmps_rating | TXXX:FMPS_RATING | FMPS_RATING | ----:FMPS_RATING
        iTunNORM | COMM:iTunNORM | ITUNNORM | ----:iTunNORM
        artist web page | WOAR; WAR | ARTISTWEBPAGE; WEBSITE | ----:ARTISTWEBPAGE
        file web page | WOAF; WAF | FILEWEBPAGE | ----:FILEWEBPAGE
        source web page | WOAS; WAS | AUDIOSOURCEWEBPAGE | ----:AUDIOSOURCEWEBPAGE
        radio web page | WORS | RADIOSTATIONWEBPAGE | ----:RADIOSTATIONWEBPAGE
        payment web page | WPAY | PAYMENTWEBPAGE | ----:PAYMENTWEBPAGE
        publisher web page | WPUB; WPB | PUBLISHERWEBPAGE | ----:PUBLISHERWEBPAGE
        commercial web page | WCOM; WCM | COMMERCIALWEBPAGE | ----:COMMERCIALWEBPAGE
        web page | WXXX:; WXX: | URL | ----:URL
        replaygain_track_gain | TXXX:REPLAYGAIN_TRACK_GAIN | REPLAYGAIN_TRACK_GAIN \
        | ----:replaygain_track_gain
        replaygain_track_peak | TXXX:REPLAYGAIN_TRACK_PEAK | REPLAYGAIN_TRACK_PEAK \
        | ----:replaygain_track_peak
        replaygain_track_range | TXXX:REPLAYGAIN_TRACK_RANGE | REPLAYGAIN_TRACK_RANGE \
        | ----:replaygain_track_range
        replaygain_album_gain | TXXX:REPLAYGAIN_ALBUM_GAIN | REPLAYGAIN_ALBUM_GAIN \
        | ----:replaygain_album_gain
        replaygain_album_peak | TXXX:REPLAYGAIN_ALBUM_PEAK | REPLAYGAIN_ALBUM_PEAK \
        | ----:replaygain_album_peak
        replaygain_album_range | TXXX:REPLAYGAIN_ALBUM_RANGE | REPLAYGAIN_ALBUM_RANGE \
        | ----:replaygain_album_range
        replaygain_reference_loudness | TXXX:REPLAYGAIN_REFERENCE_LOUDNESS \
        | REPLAYGAIN_REFERENCE_LOUDNESS | ----:replaygain_reference_loudness
        musicbrainz_trackid | UFID:http://musicbrainz.org | MUSICBRAINZ_TRACKID \
        | ----:MusicBrainz Track Id
        musicbrainz_releasetrackid | TXXX:MusicBrainz Release Track Id \
        | MUSICBRAINZ_RELEASETRACKID | ----:MusicBrainz Release Track Id
        musicbrainz_artistid | TXXX:MusicBrainz Artist Id | MUSICBRAINZ_ARTISTID \
        | ----:MusicBrainz Artist Id
        musicbrainz_albumid | TXXX:MusicBrainz Album Id | MUSICBRAINZ_ALBUMID \
        | ----:MusicBrainz Album Id
        musicbrainz_albumartistid | TXXX:MusicBrainz Album Artist Id | MUSICBRAINZ_ALBUMARTISTID \
        | ----:MusicBrainz Album Artist Id
        musicbrainz_releasegroupid | TXXX:MusicBrainz Release Group Id \
        | MUSICBRAINZ_RELEASEGROUPID | ----:MusicBrainz Release Group Id
        musicbrainz_workid | TXXX:MusicBrainz Work Id | MUSICBRAINZ_WORKID \
        | ----:MusicBrainz Work Id
        musicbrainz_discid | TXXX:MusicBrainz Disc Id | MUSICBRAINZ_DISCID \
        | ----:MusicBrainz Disc Id
        musicbrainz_trmid | TXXX:MusicBrainz TRM Id | MUSICBRAINZ_TRMID | ----:MusicBrainz TRM Id
        musicip_puid | TXXX:MusicIP PUID | MUSICIP_PUID | ----:MusicIP PUID
        acoustid_id | TXXX:Acoustid Id | ACOUSTID_ID | ----:Acoustid Id
        acoustid_fingerprint | TXXX:Acoustid Fingerprint | ACOUSTID_FINGERPRINT \
        | ----:Acoustid Fingerprint
        release type | TXXX:MusicBrainz Album Type | RELEASETYPE; MUSICBRAINZ_ALBUMTYPE \
        | ----:MusicBrainz Album Type
        release status | TXXX:MusicBrainz Album Status | RELEASESTATUS; MUSICBRAINZ_ALBUMSTATUS \
        | ----:MusicBrainz Album Status
        release country | TXXX:MusicBrainz Album Release Country | RELEASECOUNTRY \
        | ----:MusicBrainz Album Release Country
        """
}
