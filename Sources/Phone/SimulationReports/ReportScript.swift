/// The script of a report's page.
///
/// One cursor: it follows the sound where there is one; a click or a drag in the picture, a row of a
/// table, a mark that gets the focus, and the arrow keys move it. The panel tells what held at that
/// moment, and the line of the story that was last carried out is marked. Written without the
/// characters that XML would need escaped.
enum ReportScript {
    static let text = cursor + panel + controls

    private static let cursor = """

        (function () {
          var find = function (id) { return document.getElementById(id); };
          var moments = JSON.parse(find('moments').textContent);
          var audio = document.querySelector('audio'), plot = document.querySelector('.plot');
          var head = find('playhead'), picture = find('cursor');
          var names = document.querySelector('.names');
          var box = plot.dataset, total = Number(box.width), wasSeen = true, scrolled = 0;
          var time = 0, frozen = false;
          function last(list, at) {
            var low = 0, high = list.length;
            while (high > low) {
              var middle = (low + high) >> 1;
              if (at + 1e-6 > list[middle][0]) low = middle + 1; else high = middle;
            }
            return low > 0 ? list[low - 1] : null;
          }
          function place(shows) {
            if (audio) if (!frozen) time = audio.currentTime;
            var share = Math.min(Math.max(time / Number(box.duration), 0), 1);
            var x = Number(box.left) + share * Number(box.length);
            head.style.left = (100 * x / total) + '%';
            picture.setAttribute('aria-valuenow', time.toFixed(3));
            if (shows) show();
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
            place(true);
            var isStill = picture.scrollLeft === scrolled;
            if (wasSeen ? isStill : false) reveal();
            wasSeen = isSeen();
            scrolled = picture.scrollLeft;
            if (!audio.paused) requestAnimationFrame(follow);
          }
          function seek(seconds) {
            time = Math.min(Math.max(seconds, 0), Number(box.duration));
            frozen = true;
            if (audio) audio.currentTime = time;
            place(true);
            reveal();
          }

        """

    private static let panel = """
          function add(parent, name, text, style) {
            var element = document.createElement(name);
            element.textContent = text;
            if (style) element.className = style;
            parent.appendChild(element);
            return element;
          }
          function showStream(parent, stream) {
            var words = 'not yet', product = '', reasons = [];
            var span = last(stream.spans, time);
            if (span) {
              // The last moment of the story belongs to the span that it ends.
              if (time > span[1] || (time === span[1] ? time !== moments.duration : false)) {
                words = 'over';
              } else { words = span[2]; product = span[3]; reasons = span[4]; }
            }
            add(parent, 'p', stream.name + ': ' + words);
            if (product) add(parent, 'p', product, 'soft why');
            reasons.forEach(function (reason) { add(parent, 'p', reason, 'soft why'); });
          }
          function show() {
            var apps = find('moment-apps'), act = last(moments.acts, time);
            apps.textContent = '';
            moments.apps.forEach(function (app) {
              var part = add(apps, 'div', ''), state = last(app.states, time);
              var session = last(app.sessions, time);
              add(part, 'h3', app.name + (state ? ' — ' + state[1] : ''));
              if (session) add(part, 'p', 'session ' + session[1], 'soft');
              if (app.name === 'phone') {
                var routes = moments.device.filter(function (entry) {
                  return entry[1].indexOf('route ') === 0 ? entry : false;
                });
                var route = last(routes, time);
                if (route) add(part, 'p', route[1], 'soft');
              }
              app.streams.forEach(function (stream) { showStream(part, stream); });
            });
            find('moment-time').textContent = time.toFixed(3) + ' s' + (act
              ? ', after ' + (act[1] ? 'line ' + act[1] + ': ' : '') + act[2]
                + ' (' + act[0].toFixed(3) + ' s)' : '');
            picture.setAttribute('aria-valuetext', find('moment-time').textContent);
            document.querySelectorAll('.now').forEach(function (element) {
              element.classList.remove('now');
            });
            var line = act ? find('line-' + act[1]) : null;
            if (line) line.classList.add('now');
            var row = null;
            rows.forEach(function (other) {
              if (time + 1e-6 >= Number(other.dataset.at)) row = other;
            });
            if (row) row.classList.add('now');
          }

        """

    private static let controls = """
          var rows = Array.from(document.querySelectorAll('#log tr[data-at]'));
          function step(direction) {
            var next = moments.times.filter(function (at) {
              return direction > 0 ? at > time + 1e-6 : time - 1e-6 > at;
            });
            if (next.length) seek(direction > 0 ? next[0] : next[next.length - 1]);
          }
          if (audio) {
            ['timeupdate', 'seeked', 'loadedmetadata'].forEach(function (name) {
              audio.addEventListener(name, function () {
                if (!audio.seeking) frozen = false;
                place(true);
              });
            });
            audio.addEventListener('play', function () {
              frozen = false;
              place(true);
              reveal();
              wasSeen = true;
              scrolled = picture.scrollLeft;
              follow();
            });
          }
          function seekTo(event) {
            var area = plot.getBoundingClientRect();
            var x = (event.clientX - area.left) / area.width * total;
            seek((x - Number(box.left)) / Number(box.length) * Number(box.duration));
          }
          plot.addEventListener('click', function (event) {
            if (!event.target.closest('a')) seekTo(event);
          });
          plot.addEventListener('pointermove', function (event) {
            if (event.buttons === 1) if (event.pointerType === 'mouse') seekTo(event);
          });
          picture.addEventListener('keydown', function (event) {
            var direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
            if (direction) {
              if (event.shiftKey) seek(time + direction * 0.1); else step(direction);
            } else if (event.key === 'Home') seek(0);
            else if (event.key === 'End') seek(Number(box.duration));
            else return;
            event.preventDefault();
          });
          document.querySelectorAll('tr[data-at]').forEach(function (row) {
            row.tabIndex = 0;
            row.addEventListener('click', function (event) {
              if (!event.target.closest('a')) seek(Number(row.dataset.at));
            });
            row.addEventListener('keydown', function (event) {
              if (event.key === 'Enter') if (event.target === row) seek(Number(row.dataset.at));
            });
          });
          document.querySelectorAll('svg [data-at]').forEach(function (mark) {
            mark.addEventListener('focus', function () { seek(Number(mark.dataset.at)); });
          });
          var app = find('filter-app'), kinds = document.querySelectorAll('#filter input');
          function filter() {
            var shown = Array.from(kinds).filter(function (kind) { return kind.checked; })
              .map(function (kind) { return kind.value; });
            rows.forEach(function (row) {
              var fits = shown.indexOf(row.dataset.kind) >= 0;
              if (app.value) if (row.dataset.app !== app.value) fits = false;
              row.hidden = !fits;
            });
          }
          if (app) {
            app.addEventListener('change', filter);
            kinds.forEach(function (kind) { kind.addEventListener('change', filter); });
            find('filter').hidden = false;
          }
          document.body.classList.add('live');
          find('moment').hidden = false;
          place(true);
        })();

        """
}
