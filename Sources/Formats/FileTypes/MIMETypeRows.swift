/// The endings of file names that a guideline for apps of mobile devices lists with their MIME types,
/// and the types that are registered for them.
///
/// A row is an ending, how its first type stands with IANA, and the types: the guideline's first,
/// then the registered one where it is another, then others that are in use. `r` is a registered
/// type, `u` one of which no form is registered; `o` stands for a type beside which another is
/// registered.
enum MIMETypeRows {
    static let text = """
        ai r application/postscript application/illustrator
        aif u audio/x-aiff audio/aiff
        aifc u audio/x-aiff audio/aiff audio/x-aifc
        aiff u audio/x-aiff audio/aiff
        asc r text/plain application/pgp-keys
        atom r application/atom+xml
        au r audio/basic
        avi u video/x-msvideo
        bcpio u application/x-bcpio
        bin r application/octet-stream
        bmp r image/bmp
        cdf u application/x-netcdf
        cgm r image/cgm
        class r application/octet-stream application/x-java
        cpio u application/x-cpio
        cpt r application/mac-compactpro
        csh u application/x-csh
        css r text/css
        dcr u application/x-director
        dif o video/x-dv video/DV
        dir u application/x-director
        djv r image/vnd.djvu image/vnd.djvu+multipage
        djvu r image/vnd.djvu image/vnd.djvu+multipage
        dll o application/octet-stream application/vnd.microsoft.portable-executable
        dmg r application/octet-stream application/x-apple-diskimage
        dms r application/octet-stream
        doc r application/msword
        dtd r application/xml-dtd
        dv o video/x-dv video/DV
        dvi u application/x-dvi
        dxr u application/x-director
        eps r application/postscript image/x-eps
        etx u text/x-setext
        exe o application/octet-stream application/vnd.microsoft.portable-executable \
        application/x-ms-dos-executable
        ez r application/andrew-inset
        gif r image/gif
        gram r application/srgs
        grxml r application/srgs+xml
        gtar u application/x-gtar application/x-tar
        hdf u application/x-hdf
        hqx r application/mac-binhex40
        htm r text/html application/xhtml+xml
        html r text/html application/xhtml+xml
        ice u x-conference/x-cooltalk
        ico o image/x-icon image/vnd.microsoft.icon
        ics r text/calendar
        ief r image/ief
        ifb r text/calendar
        iges r model/iges
        igs r model/iges
        jnlp u application/x-java-jnlp-file
        jp2 r image/jp2
        jpe r image/jpeg
        jpeg r image/jpeg
        jpg r image/jpeg
        js o application/x-javascript text/javascript application/javascript
        kar u audio/midi
        latex u application/x-latex text/x-tex
        lha r application/octet-stream application/x-lha
        lzh r application/octet-stream application/x-lha
        m3u o audio/x-mpegurl application/vnd.apple.mpegurl audio/mpegurl
        m4a o audio/mp4a-latm audio/mp4 audio/x-m4a
        m4b o audio/mp4a-latm audio/mp4 audio/x-m4b
        m4p o audio/mp4a-latm audio/mp4
        m4u r video/vnd.mpegurl
        m4v o video/x-m4v video/mp4
        mac u image/x-macpaint
        man o application/x-troff-man text/troff
        mathml r application/mathml+xml
        me o application/x-troff-me text/troff text/x-troff-me
        mesh r model/mesh
        mid u audio/midi audio/x-midi
        midi u audio/midi audio/x-midi
        mif r application/vnd.mif application/x-mif
        mov r video/quicktime
        movie u video/x-sgi-movie
        mp2 r audio/mpeg audio/mp2 video/mpeg
        mp3 r audio/mpeg audio/mp3
        mp4 r video/mp4
        mpe r video/mpeg
        mpeg r video/mpeg
        mpg r video/mpeg
        mpga r audio/mpeg
        ms o application/x-troff-ms text/troff text/x-troff-ms
        msh r model/mesh
        mxu r video/vnd.mpegurl
        nc u application/x-netcdf
        oda r application/oda
        ogg o application/ogg audio/ogg video/ogg
        pbm u image/x-portable-bitmap
        pct u image/pict image/x-pict
        pdb u chemical/x-pdb application/vnd.palm application/x-aportisdoc
        pdf r application/pdf
        pgm u image/x-portable-graymap
        pgn o application/x-chess-pgn application/vnd.chess-pgn
        pic u image/pict
        pict u image/pict image/x-pict
        png r image/png
        pnm u image/x-portable-anymap
        pnt u image/x-macpaint
        pntg u image/x-macpaint
        ppm u image/x-portable-pixmap
        ppt r application/vnd.ms-powerpoint
        ps r application/postscript
        qt r video/quicktime
        qti u image/x-quicktime
        qtif u image/x-quicktime
        ra u audio/x-pn-realaudio audio/vnd.rn-realaudio
        ram u audio/x-pn-realaudio application/ram
        ras u image/x-cmu-raster
        rdf r application/rdf+xml
        rgb u image/x-rgb
        rm u application/vnd.rn-realmedia
        roff o application/x-troff text/troff
        rtf r text/rtf application/rtf
        rtx r text/richtext
        sgm r text/sgml
        sgml r text/sgml
        sh u application/x-sh application/x-shellscript
        shar u application/x-shar
        silo r model/mesh
        sit u application/x-stuffit
        skd o application/x-koan application/vnd.koan
        skm o application/x-koan application/vnd.koan
        skp o application/x-koan application/vnd.koan
        skt o application/x-koan application/vnd.koan
        smi o application/smil application/smil+xml application/x-sami
        smil o application/smil application/smil+xml
        snd r audio/basic
        so r application/octet-stream application/x-sharedlib
        spl u application/x-futuresplash application/vnd.adobe.flash.movie
        src u application/x-wais-source
        sv4cpio u application/x-sv4cpio
        sv4crc u application/x-sv4crc
        svg r image/svg+xml
        swf o application/x-shockwave-flash application/vnd.adobe.flash.movie
        t o application/x-troff text/troff
        tar u application/x-tar
        tcl u application/x-tcl text/tcl
        tex u application/x-tex text/x-tex
        texi u application/x-texinfo text/x-texinfo
        texinfo u application/x-texinfo text/x-texinfo
        tif r image/tiff
        tiff r image/tiff
        tr o application/x-troff text/troff
        tsv r text/tab-separated-values
        txt r text/plain
        ustar u application/x-ustar
        vcd u application/x-cdlink
        vrml r model/vrml
        vxml r application/voicexml+xml
        wav o audio/x-wav audio/vnd.wave audio/wav audio/wave
        wbmp r image/vnd.wap.wbmp
        wbmxl r application/vnd.wap.wbxml
        wml r text/vnd.wap.wml
        wmlc r application/vnd.wap.wmlc
        wmls r text/vnd.wap.wmlscript
        wmlsc r application/vnd.wap.wmlscriptc
        wrl r model/vrml
        xbm u image/x-xbitmap
        xht r application/xhtml+xml
        xhtml r application/xhtml+xml
        xls r application/vnd.ms-excel
        xml r application/xml text/xml
        xpm u image/x-xpixmap
        xsl o application/xml application/xslt+xml
        xslt r application/xslt+xml
        xul r application/vnd.mozilla.xul+xml
        xwd u image/x-xwindowdump
        xyz u chemical/x-xyz
        zip r application/zip
        """
}
