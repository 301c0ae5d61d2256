import AudioModel

/// Colours and patterns of the picture. The hues keep apart for the colour-blind (after Okabe and
/// Ito), and each state but the plain audible one has a texture of its own as well.
enum TimelineStyle {
    static let css = """
        .tl{--paper:#ffffff;--ink:#1f2328;--soft:#59636e;--grid:#d8dee4;--panel:#f6f8fa;\
        --audible:#009e73;--ducked:#0072b2;--silent:#6e7781;--paused:#e69f00;\
        --interrupted:#d55e00;--recording:#c2185b;--stopped:#8c959f;--wave:#0b5d8c;--source:#7d8b99;\
        --told:#a3377b;--good:#0a7f5c;--bad:#c2410c;\
        font-family:system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif}
        @media (prefers-color-scheme:dark){.tl{--paper:#0d1117;--ink:#e6edf3;--soft:#9198a1;\
        --grid:#2f353d;--panel:#161b22;--audible:#2bc79a;--ducked:#56b4e9;--silent:#8b949e;\
        --paused:#f0b429;--interrupted:#ff7b3d;--recording:#ff6f9c;--stopped:#6e7681;--wave:#7cc7f2;--source:#8b98a5;\
        --told:#e08bc0;--good:#3fd0a2;--bad:#ff8a5c}}
        .tl .paper{fill:var(--paper)}.tl .panel{fill:var(--panel)}
        .tl text{fill:var(--ink);font-size:11px}.tl .title{font-size:17px;font-weight:600}
        .tl .soft{fill:var(--soft)}.tl .app{font-weight:600;font-size:12px}
        .tl .halo{paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}
        .tl .good{fill:var(--good)}.tl .bad{fill:var(--bad)}.tl .end{text-anchor:end}
        .tl .middle{text-anchor:middle}.tl .why{font-size:10px;pointer-events:none}
        .tl .grid{stroke:var(--grid);stroke-width:1}
        .tl .leader{stroke:var(--soft);stroke-width:1;stroke-dasharray:2 3;opacity:.55}
        .tl .claimline{stroke:var(--bad);stroke-width:1;opacity:.5}
        .tl .small{font-size:10px}
        .tl a:focus .claim,.tl :target .claim{stroke:var(--ink);stroke-width:2.5}
        .tl .ground{fill:var(--paper);opacity:.85;pointer-events:none}
        .tl .act{fill:var(--ink)}.tl .act.idle{fill:var(--paper);stroke:var(--bad);stroke-width:1.5}
        .tl [tabindex]:focus{outline:none;stroke:var(--good);stroke-width:4;paint-order:stroke}
        .tl .dot{fill:var(--soft)}.tl .told{fill:var(--told)}.tl .toldtext{fill:var(--told)}
        .tl .failline{stroke:var(--bad);stroke-width:1.5;stroke-dasharray:5 3}
        .tl .shade{stroke-width:1}.tl .wave{fill:var(--wave);pointer-events:none}
        .tl .source{fill:var(--source);opacity:.38;pointer-events:none}
        .tl .holds{stroke:var(--good);fill:none;stroke-width:2;stroke-linecap:round;\
        stroke-linejoin:round}
        .tl .fails{stroke:var(--bad);fill:none;stroke-width:2.2;stroke-linecap:round}
        .tl .hit{fill:transparent;stroke:none}

        """ + stateCSS

    private static let stateCSS = styleNames.map { name in
        let isStopped = name == StreamState.stopped.rawValue
        let isPlain = isStopped || !hasTexture(name)
        let opacity = isStopped ? "0" : isPlain ? ".16" : ".1"
        let dash = isStopped ? ";stroke-dasharray:3 3" : ""
        return """
            .tl .\(name){fill:var(--\(name));fill-opacity:\(opacity);stroke:var(--\(name));\
            stroke-opacity:.55\(dash)}.tl .\(name)-line{stroke:var(--\(name));stroke-width:1.6;\
            fill:none;opacity:.6}.tl .\(name)-texture{fill:url(#\(patternID(name)));opacity:.45;\
            pointer-events:none}

            """
    }.joined()

    /// The states of playing streams, and that of an input that records.
    private static let styleNames = StreamState.allCases.map(\.rawValue) + [StreamState.recording]

    /// Textures laid over the shades, by state.
    static func writePatterns(to writer: inout MarkupWriter) {
        let textures: [(StreamState, size: String, path: String)] = [
            (.ducked, "8", "M0 6h8"),
            (.silent, "6", "M0 6L6 0M-1 1L1-1M5 7L7 5"),
            (.paused, "10", "M3 0v10M6 0v10"),
            (.interrupted, "8", "M0 0L8 8M0 8L8 0"),
        ]
        writer.open("defs")
        for (state, size, path) in textures {
            writer.open(
                "pattern",
                [
                    "id": patternID(state.rawValue), "width": size, "height": size,
                    "patternUnits": "userSpaceOnUse",
                ])
            writer.element("path", ["class": state.rawValue + "-line", "d": path])
            writer.close()
        }
        writer.close()
    }

    static func patternID(_ state: String) -> String { "tl-" + state }

    static func hasTexture(_ state: String) -> Bool {
        let plain = [StreamState.audible.rawValue, StreamState.stopped.rawValue]
        return state != StreamState.recording && !plain.contains(state)
    }
}
