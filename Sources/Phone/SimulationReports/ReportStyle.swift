/// The style sheet and the script of a report's page.
enum ReportStyle {
    static let css = """
        :root{color-scheme:light dark;--paper:#fff;--ink:#1f2328;--soft:#59636e;--line:#d8dee4;\
        --good:#0a7f5c;--bad:#c2410c;--mark:#fff4d6;--link:#0b5d8c}
        @media (prefers-color-scheme:dark){:root{--paper:#0d1117;--ink:#e6edf3;--soft:#9198a1;\
        --line:#2f353d;--good:#3fd0a2;--bad:#ff8a5c;--mark:#3a2f12;--link:#7cc7f2}}
        body{background:var(--paper);color:var(--ink);max-width:1240px;margin:0 auto;\
        padding:1rem;font:15px/1.45 system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,\
        sans-serif}
        a{color:var(--link)}
        h1{font-size:1.5rem;margin:.5rem 0}h2{font-size:1.1rem;margin:1.6rem 0 .4rem}
        .verdict{font-weight:600;margin:.2rem 0}.good{color:var(--good)}.bad{color:var(--bad)}
        .soft{color:var(--soft);margin:.2rem 0}
        audio{width:100%;margin:.6rem 0}
        .picture,.table,.story{overflow-x:auto;border:1px solid var(--line);border-radius:6px;\
        margin:.4rem 0}
        .lanes{display:flex;min-width:1060px}
        .names{flex:136 1 0;min-width:0;position:sticky;left:0;z-index:1;background:var(--paper)}
        .plot{flex:1064 1 0;min-width:0;position:relative}
        .lanes svg{display:block;width:100%;height:auto}
        .hint{display:none}
        #playhead{position:absolute;top:0;bottom:0;left:0;width:2px;margin-left:-1px;\
        background:var(--ink);pointer-events:none}
        .seekable .plot,.seekable tr[data-at]{cursor:pointer}
        table{border-collapse:collapse;width:100%;font-size:.9rem}
        th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;\
        border-bottom:1px solid var(--line);overflow-wrap:break-word}
        th{color:var(--soft);font-weight:600}tbody tr:last-child td{border-bottom:0}
        td:first-child,td.line{white-space:nowrap;font-variant-numeric:tabular-nums}
        tr:target,.story li:target{background:var(--mark)}
        .story ol{margin:.5rem 0;padding-left:3.5rem;\
        font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,DejaVu Sans Mono,monospace}
        .story li{white-space:pre;padding-right:1rem}.story li::marker{color:var(--soft)}
        .story .fails{color:var(--bad);font-weight:600}
        @media (max-width:1090px){.hint{display:block}}
        @media (max-width:600px){thead{display:none}\
        tr{display:block;padding:.4rem 0;border-bottom:1px solid var(--line)}\
        td{display:flex;gap:.6rem;border:0;padding:.1rem .6rem;white-space:normal}\
        td:empty{display:none}\
        td[data-name]::before{content:attr(data-name);flex:0 0 5.5rem;color:var(--soft)}}

        """

    /// Moves the playhead with the sound, and seeks where the picture or a row of the log is
    /// clicked. While it plays the picture scrolls along, unless its reader has scrolled away. Written
    /// without the characters that XML would need escaped.
    static let script = """

        (function () {
          var audio = document.querySelector('audio'), plot = document.querySelector('.plot');
          var head = document.getElementById('playhead');
          var picture = document.querySelector('.picture');
          var names = document.querySelector('.names');
          var box = plot.dataset, total = Number(box.width), wasSeen = true, scrolled = 0;
          function place() {
            var share = Math.min(Math.max(audio.currentTime / Number(box.duration), 0), 1);
            var x = Number(box.left) + share * Number(box.length);
            head.style.left = (100 * x / total) + '%';
          }
          function isSeen() {
            var x = head.getBoundingClientRect().left;
            return x > names.getBoundingClientRect().right - 4
              ? picture.getBoundingClientRect().right - 4 > x : false;
          }
          function reveal() {
            if (isSeen()) return;
            var x = head.getBoundingClientRect().left;
            picture.scrollLeft += x - names.getBoundingClientRect().right - 16;
          }
          function follow() {
            place();
            var isStill = picture.scrollLeft === scrolled;
            if (wasSeen ? isStill : false) reveal();
            wasSeen = isSeen();
            scrolled = picture.scrollLeft;
            if (!audio.paused) requestAnimationFrame(follow);
          }
          function seek(seconds) {
            audio.currentTime = Math.min(Math.max(seconds, 0), Number(box.duration));
            place();
            reveal();
          }
          ['timeupdate', 'seeked', 'loadedmetadata'].forEach(function (name) {
            audio.addEventListener(name, place);
          });
          audio.addEventListener('play', function () {
            place();
            reveal();
            wasSeen = true;
            scrolled = picture.scrollLeft;
            follow();
          });
          plot.addEventListener('click', function (event) {
            if (event.target.closest('a')) return;
            var area = plot.getBoundingClientRect();
            var x = (event.clientX - area.left) / area.width * total;
            seek((x - Number(box.left)) / Number(box.length) * Number(box.duration));
          });
          document.querySelectorAll('tr[data-at]').forEach(function (row) {
            row.addEventListener('click', function (event) {
              if (!event.target.closest('a')) seek(Number(row.dataset.at));
            });
          });
          document.body.classList.add('seekable');
          place();
        })();

        """
}
