/// The uniform types that are declared here: the identifier, what it conforms to, its endings, its
/// MIME types, the preferred ones first. Of two types with one tag the upper one has it first.
enum UniformTypeRows {
    static let all: [UniformTypeDeclaration] = [general, texts, pictures, sounds, bundles, others]
        .flatMap { $0.split(separator: "\n").map { UniformTypeDeclaration(row: $0) } }

    private static let general = """
        public.item
        public.content
        public.composite-content; public.content
        public.data; public.item;; application/octet-stream
        public.directory; public.item
        com.apple.resolvable
        public.symlink; public.item com.apple.resolvable
        public.executable; public.item
        com.apple.mount-point; public.item com.apple.resolvable
        com.apple.alias-file; public.data com.apple.resolvable
        com.apple.bookmark; public.data com.apple.resolvable
        public.url; public.data
        public.file-url; public.url
        public.archive; public.data
        public.disk-image; public.archive
        com.apple.disk-image; public.disk-image; dmg img; application/x-apple-diskimage
        public.zip-archive; public.archive; zip; application/zip
        org.gnu.gnu-zip-archive; public.archive; gz gzip; application/gzip application/x-gzip
        org.gnu.gnu-zip-tar-archive; org.gnu.gnu-zip-archive; tgz
        public.bzip2-archive; public.archive; bz2 bzip2 bz; application/x-bzip2 application/x-bzip
        com.apple.archive; public.archive; aar
        public.tar-archive; public.archive; tar gtar ustar; application/x-tar application/x-gtar
        public.cpio-archive; public.archive; cpio bcpio; application/x-cpio application/x-bcpio
        com.allume.stuffit-archive; public.archive; sit; application/x-stuffit
        com.apple.binhex-archive; public.archive; hqx; application/mac-binhex40
        org.7-zip.7-zip-archive; public.archive; 7z; application/x-7z-compressed
        """

    private static let texts = """
        public.text; public.data public.content
        public.plain-text; public.text; txt text; text/plain
        public.utf8-plain-text; public.plain-text
        public.utf16-external-plain-text; public.plain-text
        public.utf16-plain-text; public.plain-text
        public.delimited-values-text; public.text
        public.comma-separated-values-text; public.delimited-values-text; csv; \
        text/csv text/comma-separated-values
        public.tab-separated-values-text; public.delimited-values-text; tsv; \
        text/tab-separated-values
        public.utf8-tab-separated-values-text; \
        public.tab-separated-values-text public.utf8-plain-text
        public.rtf; public.text; rtf; text/rtf application/rtf
        public.html; public.text; html htm shtml shtm; text/html
        public.xhtml; public.xml; xhtml xhtm xht; application/xhtml+xml
        public.xml; public.text; xml xsl; application/xml text/xml
        public.yaml; public.text; yml yaml; application/x-yaml application/yaml text/yaml
        public.css; public.text; css; text/css
        public.source-code; public.plain-text
        public.assembly-source; public.source-code; s
        public.c-source; public.source-code; c; text/x-csrc
        public.objective-c-source; public.source-code; m
        public.swift-source; public.source-code; swift
        public.c-plus-plus-source; public.source-code; cp cpp c++ cc cxx; text/x-c++src
        public.objective-c-plus-plus-source; public.source-code; mm
        public.c-header; public.source-code; h; text/x-chdr
        public.c-plus-plus-header; public.source-code; hpp h++ hxx hh; text/x-c++hdr
        public.script; public.source-code
        com.apple.applescript.text; public.script; applescript
        com.apple.applescript.script; public.data public.script; scpt
        com.apple.applescript.script-bundle; com.apple.bundle com.apple.package public.script; scptd
        com.netscape.javascript-source; public.source-code public.executable; \
        js javascript jscript mjs; text/javascript application/javascript application/x-javascript
        public.shell-script; public.script; sh command; application/x-sh text/x-shellscript
        public.csh-script; public.shell-script; csh; application/x-csh
        public.perl-script; public.shell-script; pl pm; text/x-perl-script application/x-perl
        public.python-script; public.shell-script; py; text/x-python-script text/x-python
        public.ruby-script; public.shell-script; rb rbw; text/x-ruby-script application/x-ruby
        public.php-script; public.shell-script; php php3 php4 ph3 ph4 phtml; \
        text/php text/x-php-script application/php application/x-php
        public.make-source; public.script; mk mak; text/x-makefile
        public.json; public.text; json; application/json
        public.geojson; public.json; geojson; application/geo+json
        net.daringfireball.markdown; public.plain-text; md markdown; text/markdown
        com.apple.property-list; public.data; plist
        com.apple.xml-property-list; public.xml com.apple.property-list
        com.apple.binary-property-list; com.apple.property-list
        com.adobe.pdf; public.data public.composite-content; pdf; application/pdf
        com.adobe.postscript; public.data public.content; ps; application/postscript
        com.adobe.encapsulated-postscript; com.adobe.postscript; eps; image/x-eps
        com.apple.rtfd; public.composite-content com.apple.package; rtfd
        com.apple.flat-rtfd; public.data public.composite-content
        com.apple.webarchive; public.data public.composite-content; webarchive; \
        application/x-webarchive
        public.log; public.plain-text
        com.apple.log; public.log; log
        com.apple.haptics.ahap; public.json; ahap
        public.tex; public.text; tex; application/x-tex text/x-tex
        org.w3.smil; public.xml; smil; application/smil application/smil+xml
        """

    private static let pictures = """
        public.image; public.data public.content
        public.jpeg; public.image; jpeg jpg jpe; image/jpeg image/jpg
        public.jpeg-2000; public.image; jp2 jpf jpx j2k j2c; image/jp2
        public.jpeg-xl; public.image; jxl; image/jxl
        public.tiff; public.image; tiff tif; image/tiff
        com.compuserve.gif; public.image; gif; image/gif
        public.png; public.image; png; image/png
        com.apple.icns; public.image; icns
        com.microsoft.bmp; public.image; bmp dib; image/bmp
        com.microsoft.ico; public.image; ico; image/vnd.microsoft.icon image/x-icon
        public.camera-raw-image; public.image
        com.adobe.raw-image; public.camera-raw-image; dng; image/x-adobe-dng
        public.svg-image; public.image public.xml; svg svgz; image/svg+xml
        com.apple.live-photo; public.content
        public.heif; public.image; heif; image/heif
        public.heic; public.heif; heic; image/heic
        public.heics; public.heif; heics; image/heic-sequence
        org.webmproject.webp; public.image; webp; image/webp
        com.ilm.openexr-image; public.image; exr; image/x-exr
        public.avif; public.image; avif; image/avif
        com.adobe.photoshop-image; public.image; psd; image/vnd.adobe.photoshop
        com.adobe.illustrator.ai-image; com.adobe.pdf; ai; application/illustrator
        com.apple.pict; public.image; pict pct pic; image/pict image/x-pict
        com.apple.macpaint-image; public.image; pntg mac pnt; image/x-macpaint
        com.apple.quicktime-image; public.image; qtif qti; image/x-quicktime
        com.sgi.sgi-image; public.image; sgi rgb; image/x-rgb image/x-sgi
        com.truevision.tga-image; public.image; tga; image/x-tga image/targa
        public.pbm; public.image; pbm pgm ppm pnm; \
        image/x-portable-bitmap image/x-portable-graymap image/x-portable-pixmap \
        image/x-portable-anymap
        public.3d-content; public.content
        com.pixar.universal-scene-description; public.3d-content public.data; usd usda usdc
        com.pixar.universal-scene-description-mobile; public.3d-content public.data; usdz; \
        model/vnd.usdz+zip
        com.apple.reality; public.3d-content public.data; reality; model/vnd.reality
        com.apple.scenekit.scene; public.3d-content public.data; scn
        com.apple.arobject; public.3d-content public.data; arobject
        """

    private static let sounds = """
        public.audiovisual-content; public.data public.content
        public.movie; public.audiovisual-content
        public.video; public.movie
        public.audio; public.audiovisual-content
        com.apple.quicktime-movie; public.movie; mov qt; video/quicktime
        public.mpeg; public.movie; mpg mpeg mpe m75 m15; video/mpeg video/mpg
        public.mpeg-2-video; public.video; m2v; video/mpeg2
        public.mpeg-2-transport-stream; public.movie; ts mts m2ts; video/mp2t
        public.mp3; public.audio; mp3 mpga; \
        audio/mpeg audio/mp3 audio/mpg audio/mpeg3 audio/x-mp3 audio/x-mpeg
        public.mp2; public.audio; mp2; audio/mp2 audio/x-mp2
        public.mpeg-4; public.movie; mp4 mpg4; video/mp4
        public.mpeg-4-audio; public.audio; mp4; audio/mp4
        com.apple.m4a-audio; public.mpeg-4-audio; m4a m4r; audio/x-m4a audio/m4a audio/mp4a-latm
        com.apple.protected-mpeg-4-audio; public.audio; m4p; audio/x-m4p
        com.apple.protected-mpeg-4-audio-b; public.audio; m4b; audio/x-m4b audio/m4b
        com.apple.m4v-video; public.mpeg-4; m4v; video/x-m4v
        com.apple.protected-mpeg-4-video; com.apple.m4v-video
        public.avi; public.movie; avi vfw; \
        video/avi video/x-msvideo video/msvideo video/vnd.avi
        public.aiff-audio; public.audio; aiff aif; audio/aiff audio/x-aiff
        public.aifc-audio; public.audio; aifc; audio/x-aifc
        com.microsoft.waveform-audio; public.audio; wav wave bwf; \
        audio/vnd.wave audio/wav audio/wave audio/x-wav
        com.apple.coreaudio-format; public.audio; caf; audio/x-caf audio/caf
        public.au-audio; public.audio; au snd ulw; audio/basic audio/x-au audio/snd
        org.xiph.flac; public.audio; flac; audio/flac audio/x-flac
        public.aac-audio; public.audio; aac adts; audio/aac audio/x-aac audio/aacp
        public.loas-audio; public.audio; loas latm xhe
        public.ac3-audio; public.audio; ac3; audio/ac3 audio/x-ac3
        public.enhanced-ac3-audio; public.audio; eac3 ec3; audio/eac3
        org.3gpp.adaptive-multi-rate-audio; public.audio; amr; audio/amr audio/amr-wb
        org.xiph.ogg-audio; public.audio; ogg oga; audio/ogg application/ogg audio/x-ogg
        org.xiph.opus; public.audio; opus; audio/opus
        com.digidesign.sd2-audio; public.audio; sd2; audio/x-sd2
        com.real.realaudio; public.audio; ra ram; \
        audio/vnd.rn-realaudio audio/x-pn-realaudio
        com.real.realmedia; public.movie; rm; application/vnd.rn-realmedia
        public.midi-audio; public.audio; midi mid smf kar; audio/midi audio/x-midi
        public.3gpp; public.movie; 3gp 3gpp; video/3gpp audio/3gpp
        public.3gpp2; public.movie; 3g2 3gp2; video/3gpp2 audio/3gpp2
        public.dv-movie; public.movie; dv dif; video/x-dv
        org.webmproject.webm; public.movie; webm; video/webm audio/webm
        org.matroska.mkv; public.movie; mkv; video/x-matroska
        org.matroska.mka; public.audio; mka; audio/x-matroska
        com.microsoft.advanced-systems-format; public.movie; asf; video/x-ms-asf
        com.microsoft.windows-media-wma; public.audio; wma; audio/x-ms-wma
        com.microsoft.windows-media-wmv; public.movie; wmv; video/x-ms-wmv
        public.playlist; public.content
        public.m3u-playlist; public.playlist public.text; m3u m3u8; \
        audio/mpegurl audio/x-mpegurl application/vnd.apple.mpegurl
        public.pls-playlist; public.playlist public.text; pls; audio/x-scpls
        """

    private static let bundles = """
        public.folder; public.directory
        public.volume; public.folder com.apple.mount-point
        com.apple.package; public.directory
        com.apple.bundle; public.directory
        com.apple.plugin; com.apple.bundle com.apple.package; plugin
        com.apple.metadata-importer; com.apple.plugin; mdimporter
        com.apple.quicklook-generator; com.apple.plugin; qlgenerator
        com.apple.xpc-service; com.apple.bundle com.apple.package; xpc
        com.apple.framework; com.apple.bundle; framework
        com.apple.application; public.executable
        com.apple.application-bundle; com.apple.application com.apple.bundle com.apple.package; app
        com.apple.application-and-system-extension; com.apple.xpc-service; appex
        com.apple.systempreference.prefpane; com.apple.bundle com.apple.package; prefpane
        public.unix-executable; public.data public.executable
        com.microsoft.windows-executable; public.data public.executable; exe; \
        application/vnd.microsoft.portable-executable application/x-msdownload \
        application/x-ms-dos-executable
        com.microsoft.windows-dynamic-link-library; public.data public.executable; dll
        com.sun.java-class; public.data public.executable; class; application/x-java
        com.sun.java-web-start; public.xml public.executable; jnlp; application/x-java-jnlp-file
        """

    private static let others = """
        public.spreadsheet; public.content
        public.presentation; public.composite-content
        public.database
        public.message
        public.contact
        public.to-do-item
        public.calendar-event
        public.email-message; public.message
        com.apple.mail.email; public.data public.email-message; eml; message/rfc822
        public.vcard; public.text public.contact; vcf vcard; text/vcard text/x-vcard text/directory
        com.apple.ical.ics; public.text public.calendar-event; ics ifb; text/calendar
        com.apple.internet-location; public.data
        com.microsoft.internet-shortcut; com.apple.internet-location; url
        public.font
        public.opentype-font; public.data public.font; otf; font/otf
        public.truetype-ttf-font; public.data public.font; ttf; font/ttf
        public.bookmark
        com.rsa.pkcs-12; public.data; p12 pfx; application/x-pkcs12
        public.x509-certificate; public.data; cer crt der; \
        application/x-x509-ca-cert application/pkix-cert
        org.idpf.epub-container; public.data public.composite-content; epub; application/epub+zip
        com.apple.linkpresentation.metadata; public.data
        com.microsoft.word.doc; public.data public.composite-content; doc dot; application/msword
        com.microsoft.excel.xls; public.data public.spreadsheet; xls; application/vnd.ms-excel
        com.microsoft.powerpoint.ppt; public.data public.presentation; ppt; \
        application/vnd.ms-powerpoint
        org.openxmlformats.wordprocessingml.document; public.data public.composite-content; docx; \
        application/vnd.openxmlformats-officedocument.wordprocessingml.document
        org.openxmlformats.spreadsheetml.sheet; public.data public.spreadsheet; xlsx; \
        application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
        org.openxmlformats.presentationml.presentation; public.data public.presentation; pptx; \
        application/vnd.openxmlformats-officedocument.presentationml.presentation
        com.adobe.flash.movie; public.movie; swf; application/x-shockwave-flash \
        application/vnd.adobe.flash.movie
        com.macromedia.director; public.data public.content; dir dcr dxr; application/x-director
        """
}
