/// The style sheet of a report's page.
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
        .siblings{display:flex;flex-wrap:wrap;gap:.2rem 1rem;margin:.3rem 0}
        .siblings span{font-weight:600}
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
        .live .plot,.live tr[data-at]{cursor:pointer}.live .plot{touch-action:pan-y}
        .picture:focus,tr[data-at]:focus{outline:2px solid var(--link);outline-offset:-2px}
        #moment{border:1px solid var(--line);border-radius:6px;padding:.2rem .8rem .6rem;\
        margin:.4rem 0}
        #moment h2{margin:.4rem 0 0}#moment h3{font-size:.95rem;margin:.6rem 0 .1rem}
        #moment p{margin:.1rem 0;font-size:.9rem}#moment .why{margin-left:1rem}
        #moment-apps{display:grid;grid-template-columns:repeat(auto-fill,minmax(280px,1fr));\
        gap:0 1.2rem}
        summary{font-size:1.1rem;font-weight:600;margin:1.6rem 0 .4rem;cursor:pointer}
        #filter label{margin-right:1rem;white-space:nowrap}
        .story li.now{background:var(--mark)}tr.now{background:var(--mark)}
        [hidden]{display:none}
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
        td[data-name]::before{content:attr(data-name);flex:0 0 5.5rem;color:var(--soft)}\
        #log tr{padding:.15rem .4rem;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}\
        #log td{display:inline;padding:0 .3rem 0 0;white-space:inherit}\
        #log td[data-name]::before{content:none}#log td:first-child{color:var(--soft)}\
        #log tr.now,#log tr:focus{white-space:normal}}

        """
}
