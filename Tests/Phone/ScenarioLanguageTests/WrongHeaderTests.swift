import Testing

import ScenarioLanguage

@Suite("A header that is wrong")
struct WrongHeaderTests {
    @Test("says where, what was expected there and what was found", arguments: table)
    func explains(wrong: WrongForm) {
        #expect(firstError(in: story(header: wrong.text)) == wrong.error)
    }

    /// A wrong line, then its error.
    static let table = wrongForms(
        """
        phone swich silent
        4:7: expected a property of the phone or the end of the line, found 'swich'; did you mean \
        'switch'?
        phone switch up
        4:14: expected 'ring' or 'silent', found 'up'
        phone media 1.01
        4:13: expected a volume from 0 to 1, found '1.01'
        phone ringer
        4:13: expected a volume from 0 to 1, found the end of the line
        phone route sofa
        4:13: expected a port ('speaker', 'receiver', 'headphones' and 9 others), found 'sofa'
        phone profile 12
        4:15: expected a profile ('3', '6', '8', '13', '17', '26' or 'all'), found '12'
        phone passcode 1234
        4:16: expected 'on' or 'off', found '1234'
        phone system-sounds all
        4:21: expected a rule ('documented' or 'lenient'), found 'all'
        phone microphone on
        4:18: expected a permission ('undetermined', 'denied' or 'granted'), found 'on'
        phone switch ring switch silent
        4:19: expected 'switch' only once
        setting keyboard-click off
        4:9: expected a setting ('vibrate-on-ring', 'vibrate-on-silent', 'change-with-buttons' \
        or 'keyboard-clicks'), found 'keyboard-click'; did you mean 'keyboard-clicks'?
        setting keyboard-clicks no
        4:25: expected 'on' or 'off', found 'no'; did you mean 'on'?
        app
        4:4: expected the name of an app (an upper-case letter or one without case, then \
        letters, digits, '-' and '_'), found the end of the line
        app phone
        4:5: expected the name of an app (an upper-case letter or one without case, then \
        letters, digits, '-' and '_'), found 'phone', which is reserved
        app Game
        4:5: expected the app 'Game' only once
        app Sleep- category
        4:20: expected a category ('userInterfaceSoundEffects', 'ambient', 'soloAmbient' and 6 \
        others), found the end of the line
        app B@d
        4:5: expected the name of an app (an upper-case letter or one without case, then \
        letters, digits, '-' and '_'), found 'B@d'
        app News category news
        4:19: expected a category ('userInterfaceSoundEffects', 'ambient', 'soloAmbient' and 6 \
        others), found 'news'
        app News mode loud
        4:15: expected a mode ('default', 'voiceChat', 'gameChat' and 6 others), found 'loud'
        app News options none
        4:18: expected an option ('mixWithOthers', 'duckOthers', 'allowBluetooth' and 5 others),\
         found 'none'
        app News policy shared
        4:17: expected a policy ('default', 'longFormAudio', 'independent' or 'longFormVideo'), \
        found 'shared'
        app News background adio
        4:21: expected a background mode, found 'adio'; did you mean 'audio'?
        app News background audio,,voip
        4:27: expected a background mode ('audio', 'voip', 'fetch' and 9 others), found nothing \
        between commas
        app News reacts slowly
        4:17: expected a reaction ('wellBehaved', 'ignores' or 'resumesAlways'), found 'slowly'
        app News plays-as music
        4:19: expected a role ('nowPlaying' or 'musicPlayer'), found 'music'; did you mean \
        'musicPlayer'?
        app News category playback category ambient
        4:28: expected 'category' only once
        app News kategory playback
        4:10: expected a property of an app or the end of the line, found 'kategory'; did you \
        mean 'category'?
        scenario Untitled
        4:10: expected a title in double quotes, found 'Untitled'
        scenario "A" "B"
        4:14: expected the end of the line, found 'B'
        scenary "A"
        4:1: expected a keyword, found 'scenary'; did you mean 'scenario'?
        """)
}
