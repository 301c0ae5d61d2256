// The constants of Apple's for documents, texts, archives and messages.

extension UTType {
    /// The base of everything in a file system: `public.item`.
    public static var item: UTType { UTType(constant: "public.item") }
    /// The base of what a document shows: `public.content`.
    public static var content: UTType { UTType(constant: "public.content") }
    /// Documents with content of several kinds: `public.composite-content`.
    public static var compositeContent: UTType { UTType(constant: "public.composite-content") }
    /// Images of disks: `public.disk-image`.
    public static var diskImage: UTType { UTType(constant: "public.disk-image") }
    /// Bytes of any kind: `public.data`.
    public static var data: UTType { UTType(constant: "public.data") }
    /// Folders of any kind: `public.directory`.
    public static var directory: UTType { UTType(constant: "public.directory") }
    /// What leads to another item: `com.apple.resolvable`.
    public static var resolvable: UTType { UTType(constant: "com.apple.resolvable") }
    /// Symbolic links: `public.symlink`.
    public static var symbolicLink: UTType { UTType(constant: "public.symlink") }
    /// Programs and code that can be loaded: `public.executable`.
    public static var executable: UTType { UTType(constant: "public.executable") }
    /// Places where volumes are mounted: `com.apple.mount-point`.
    public static var mountPoint: UTType { UTType(constant: "com.apple.mount-point") }
    /// Alias files: `com.apple.alias-file`.
    public static var aliasFile: UTType { UTType(constant: "com.apple.alias-file") }
    /// Bookmarks of URLs: `com.apple.bookmark`.
    public static var urlBookmarkData: UTType { UTType(constant: "com.apple.bookmark") }
    /// URLs: `public.url`.
    public static var url: UTType { UTType(constant: "public.url") }
    /// URLs of files: `public.file-url`.
    public static var fileURL: UTType { UTType(constant: "public.file-url") }
    /// Text, also with markup: `public.text`.
    public static var text: UTType { UTType(constant: "public.text") }
    /// Text without markup: `public.plain-text`.
    public static var plainText: UTType { UTType(constant: "public.plain-text") }
    /// Plain text in UTF-8: `public.utf8-plain-text`.
    public static var utf8PlainText: UTType { UTType(constant: "public.utf8-plain-text") }
    /// Plain text in UTF-16 with a byte order mark or in big-endian order:
    /// `public.utf16-external-plain-text`.
    public static var utf16ExternalPlainText: UTType {
        UTType(constant: "public.utf16-external-plain-text")
    }
    /// Plain text in UTF-16 of the machine's order: `public.utf16-plain-text`.
    public static var utf16PlainText: UTType { UTType(constant: "public.utf16-plain-text") }
    /// Tables as text: `public.delimited-values-text`.
    public static var delimitedText: UTType { UTType(constant: "public.delimited-values-text") }
    /// Tables with commas: `public.comma-separated-values-text`.
    public static var commaSeparatedText: UTType {
        UTType(constant: "public.comma-separated-values-text")
    }
    /// Tables with tabs: `public.tab-separated-values-text`.
    public static var tabSeparatedText: UTType {
        UTType(constant: "public.tab-separated-values-text")
    }
    /// Tables with tabs in UTF-8: `public.utf8-tab-separated-values-text`.
    public static var utf8TabSeparatedText: UTType {
        UTType(constant: "public.utf8-tab-separated-values-text")
    }
    /// Rich Text Format: `public.rtf`.
    public static var rtf: UTType { UTType(constant: "public.rtf") }
    /// HTML: `public.html`.
    public static var html: UTType { UTType(constant: "public.html") }
    /// XML: `public.xml`.
    public static var xml: UTType { UTType(constant: "public.xml") }
    /// YAML: `public.yaml`.
    public static var yaml: UTType { UTType(constant: "public.yaml") }
    /// Style sheets of the Web: `public.css`.
    public static var css: UTType { UTType(constant: "public.css") }
    /// Source code of any language: `public.source-code`.
    public static var sourceCode: UTType { UTType(constant: "public.source-code") }
    /// Assembly language: `public.assembly-source`.
    public static var assemblyLanguageSource: UTType { UTType(constant: "public.assembly-source") }
    /// C: `public.c-source`.
    public static var cSource: UTType { UTType(constant: "public.c-source") }
    /// Objective-C: `public.objective-c-source`.
    public static var objectiveCSource: UTType { UTType(constant: "public.objective-c-source") }
    /// Swift: `public.swift-source`.
    public static var swiftSource: UTType { UTType(constant: "public.swift-source") }
    /// C++: `public.c-plus-plus-source`.
    public static var cPlusPlusSource: UTType { UTType(constant: "public.c-plus-plus-source") }
    /// Objective-C++: `public.objective-c-plus-plus-source`.
    public static var objectiveCPlusPlusSource: UTType {
        UTType(constant: "public.objective-c-plus-plus-source")
    }
    /// Headers of C: `public.c-header`.
    public static var cHeader: UTType { UTType(constant: "public.c-header") }
    /// Headers of C++: `public.c-plus-plus-header`.
    public static var cPlusPlusHeader: UTType { UTType(constant: "public.c-plus-plus-header") }
    /// Scripts of any language: `public.script`.
    public static var script: UTType { UTType(constant: "public.script") }
    /// AppleScript as text: `com.apple.applescript.text`.
    public static var appleScript: UTType { UTType(constant: "com.apple.applescript.text") }
    /// Compiled scripts of the Open Scripting Architecture: `com.apple.applescript.script`.
    public static var osaScript: UTType { UTType(constant: "com.apple.applescript.script") }
    /// Bundles with such a script: `com.apple.applescript.script-bundle`.
    public static var osaScriptBundle: UTType {
        UTType(constant: "com.apple.applescript.script-bundle")
    }
    /// JavaScript: `com.netscape.javascript-source`.
    public static var javaScript: UTType { UTType(constant: "com.netscape.javascript-source") }
    /// Scripts of a shell: `public.shell-script`.
    public static var shellScript: UTType { UTType(constant: "public.shell-script") }
    /// Perl: `public.perl-script`.
    public static var perlScript: UTType { UTType(constant: "public.perl-script") }
    /// Python: `public.python-script`.
    public static var pythonScript: UTType { UTType(constant: "public.python-script") }
    /// Ruby: `public.ruby-script`.
    public static var rubyScript: UTType { UTType(constant: "public.ruby-script") }
    /// PHP: `public.php-script`.
    public static var phpScript: UTType { UTType(constant: "public.php-script") }
    /// Makefiles: `public.make-source`.
    public static var makefile: UTType { UTType(constant: "public.make-source") }
    /// JSON: `public.json`.
    public static var json: UTType { UTType(constant: "public.json") }
    /// Geographic features in JSON: `public.geojson`.
    public static var geoJSON: UTType { UTType(constant: "public.geojson") }
    /// Markdown: `net.daringfireball.markdown`.
    public static var markdown: UTType { UTType(constant: "net.daringfireball.markdown") }
    /// Property lists: `com.apple.property-list`.
    public static var propertyList: UTType { UTType(constant: "com.apple.property-list") }
    /// Property lists in XML: `com.apple.xml-property-list`.
    public static var xmlPropertyList: UTType { UTType(constant: "com.apple.xml-property-list") }
    /// Binary property lists: `com.apple.binary-property-list`.
    public static var binaryPropertyList: UTType {
        UTType(constant: "com.apple.binary-property-list")
    }
    /// PDF: `com.adobe.pdf`.
    public static var pdf: UTType { UTType(constant: "com.adobe.pdf") }
    /// Folders of Rich Text Format and its attachments: `com.apple.rtfd`.
    public static var rtfd: UTType { UTType(constant: "com.apple.rtfd") }
    /// The same as one file: `com.apple.flat-rtfd`.
    public static var flatRTFD: UTType { UTType(constant: "com.apple.flat-rtfd") }
    /// Archives of web pages: `com.apple.webarchive`.
    public static var webArchive: UTType { UTType(constant: "com.apple.webarchive") }
    /// Logs of programs: `public.log`.
    public static var log: UTType { UTType(constant: "public.log") }
    /// Archives of any kind: `public.archive`.
    public static var archive: UTType { UTType(constant: "public.archive") }
    /// Compressed by gzip: `org.gnu.gnu-zip-archive`.
    public static var gzip: UTType { UTType(constant: "org.gnu.gnu-zip-archive") }
    /// Compressed by bzip2: `public.bzip2-archive`.
    public static var bz2: UTType { UTType(constant: "public.bzip2-archive") }
    /// ZIP archives: `public.zip-archive`.
    public static var zip: UTType { UTType(constant: "public.zip-archive") }
    /// Apple's archives: `com.apple.archive`.
    public static var appleArchive: UTType { UTType(constant: "com.apple.archive") }
    /// Archives of tar: `public.tar-archive`.
    public static var tarArchive: UTType { UTType(constant: "public.tar-archive") }
    /// EPUB books: `org.idpf.epub-container`.
    public static var epub: UTType { UTType(constant: "org.idpf.epub-container") }
    /// PKCS #12: `com.rsa.pkcs-12`.
    public static var pkcs12: UTType { UTType(constant: "com.rsa.pkcs-12") }
    /// X.509 certificates: `public.x509-certificate`.
    public static var x509Certificate: UTType { UTType(constant: "public.x509-certificate") }
    /// Spreadsheets: `public.spreadsheet`.
    public static var spreadsheet: UTType { UTType(constant: "public.spreadsheet") }
    /// Presentations: `public.presentation`.
    public static var presentation: UTType { UTType(constant: "public.presentation") }
    /// Databases: `public.database`.
    public static var database: UTType { UTType(constant: "public.database") }
    /// Messages of any kind: `public.message`.
    public static var message: UTType { UTType(constant: "public.message") }
    /// Mails: `public.email-message`.
    public static var emailMessage: UTType { UTType(constant: "public.email-message") }
    /// Contacts: `public.contact`.
    public static var contact: UTType { UTType(constant: "public.contact") }
    /// vCards: `public.vcard`.
    public static var vCard: UTType { UTType(constant: "public.vcard") }
    /// Things to do: `public.to-do-item`.
    public static var toDoItem: UTType { UTType(constant: "public.to-do-item") }
    /// Events of a calendar: `public.calendar-event`.
    public static var calendarEvent: UTType { UTType(constant: "public.calendar-event") }
    /// Places of the Internet: `com.apple.internet-location`.
    public static var internetLocation: UTType { UTType(constant: "com.apple.internet-location") }
    /// Shortcuts of Windows: `com.microsoft.internet-shortcut`.
    public static var internetShortcut: UTType {
        UTType(constant: "com.microsoft.internet-shortcut")
    }
    /// Fonts: `public.font`.
    public static var font: UTType { UTType(constant: "public.font") }
    /// Bookmarks: `public.bookmark`.
    public static var bookmark: UTType { UTType(constant: "public.bookmark") }
    /// What is shown of a link: `com.apple.linkpresentation.metadata`.
    public static var linkPresentationMetadata: UTType {
        UTType(constant: "com.apple.linkpresentation.metadata")
    }
}
