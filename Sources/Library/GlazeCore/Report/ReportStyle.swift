/// The style that all pages share: colors for light and dark, controls, tables, and the comparison of images.
enum ReportStyle {
  static let text = colors + elements + viewer

  private static let colors = """
    :root { color-scheme: light dark; --line: #d5d7dd; --soft: #f5f6f8; --mark: #0a63c9; --ink: #1b1d22;
            --paper: #fff; --dim: #5a5d66; --rule: #eceef2; --note: #fff6d8; --square: #e4e4e4; --alarm: #c80064;
            --good: #17753a; --fair: #855600; --bad: #b3261e; --good-soft: #e3f4e8; --fair-soft: #fbf0d4;
            --bad-soft: #fde7e5; --first: #0a63c9; --second: #c2560c; --on-mark: #fff;
            --mono: ui-monospace, 'DejaVu Sans Mono', monospace; }
    @media (prefers-color-scheme: dark) {
      :root { --line: #3a3d46; --soft: #1f2127; --mark: #6aaeff; --ink: #e6e8ee; --paper: #17181d; --dim: #a3a7b3;
              --rule: #2b2e36; --note: #3a3318; --square: #2b2d33; --alarm: #ff5ea8; --good: #67cf8b;
              --fair: #e8bb5c; --bad: #ff8f87; --good-soft: #173323; --fair-soft: #3a2f14; --bad-soft: #421d1b;
              --first: #6aaeff; --second: #ff9f5a; --on-mark: #10131a; }
    }

    """

  private static let elements = """
    * { box-sizing: border-box; }
    body { margin: 0; font: 13px/1.5 system-ui, 'DejaVu Sans', sans-serif; color: var(--ink); background: var(--paper); }
    button, input { color: inherit; font: inherit; }
    :focus-visible { outline: 2px solid var(--mark); outline-offset: -2px; }
    .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    .top { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 24px; padding: 10px 16px;
           border-bottom: 1px solid var(--line); background: var(--soft); }
    h1 { font-size: 15px; margin: 0; overflow-wrap: anywhere; }
    h1 small { font-weight: normal; color: var(--dim); margin-left: 8px; }
    h2 { font-size: 14px; margin: 0 0 6px; overflow-wrap: anywhere; }
    h3 { font-size: 12px; margin: 14px 0 4px; color: var(--dim); }
    .column { max-width: 1240px; margin: 0 auto; padding: 16px; }
    .column > h2 { margin-top: 24px; }
    .lead { font-size: 15px; margin: 0 0 12px; max-width: 80ch; overflow-wrap: anywhere; }
    .lead + .lead { margin-top: -6px; }
    .bar { display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: center; padding: 6px 12px; min-height: 34px;
           border-bottom: 1px solid var(--line); }
    .bar label { display: flex; align-items: center; gap: 5px; }
    .push { min-height: 26px; padding: 1px 10px; border: 1px solid var(--line); border-radius: 5px; cursor: pointer;
            background: var(--paper); white-space: nowrap; }
    .push:hover { background: var(--soft); border-color: var(--dim); }
    .push[aria-pressed=true] { background: var(--mark); border-color: var(--mark); color: var(--on-mark); }
    .push:disabled { opacity: 0.45; cursor: default; }
    .segments { display: inline-flex; }
    .segments .push { border-radius: 0; margin-left: -1px; }
    .segments .push:first-child { border-radius: 5px 0 0 5px; margin-left: 0; }
    .segments .push:last-child { border-radius: 0 5px 5px 0; }
    .chip { display: inline-block; padding: 0 8px; border-radius: 9px; font-size: 12px; white-space: nowrap; }
    .chip.equal { color: var(--good); background: var(--good-soft); }
    .chip.within { color: var(--fair); background: var(--fair-soft); }
    .chip.differs { color: var(--bad); background: var(--bad-soft); }
    .link { border: 0; background: none; padding: 0; color: var(--mark); cursor: pointer; text-align: left;
            overflow-wrap: anywhere; }
    .link:hover { text-decoration: underline; }
    .dim, .path { color: var(--dim); }
    .path { font-size: 12px; overflow-wrap: anywhere; }
    table { border-collapse: collapse; width: 100%; }
    th { text-align: left; font-weight: 600; }
    td, th { padding: 3px 10px 3px 0; vertical-align: top; }
    td { overflow-wrap: anywhere; }
    tr + tr td, thead + tbody td { border-top: 1px solid var(--rule); }
    td.number, th.number { text-align: right; white-space: nowrap; overflow-wrap: normal;
                           font-variant-numeric: tabular-nums; }
    .sort { border: 0; padding: 0; background: none; cursor: pointer; text-align: inherit; font-weight: 600;
            white-space: nowrap; }
    th[aria-sort=descending] .sort::after { content: ' \\25be'; }
    th[aria-sort=ascending] .sort::after { content: ' \\25b4'; }
    .wide { overflow-x: auto; }
    .checkered { background: repeating-conic-gradient(var(--square) 0 25%, var(--paper) 0 50%) 0 0 / 16px 16px; }
    .keys-help { color: var(--dim); font-size: 12px; }
    kbd { font: 11px var(--mono); border: 1px solid var(--line); border-radius: 3px; padding: 0 4px;
          background: var(--soft); }
    @media (max-width: 700px) {
      .push { min-height: 36px; }
      .bar label, input[type=range] { min-height: 32px; }
      .sort { min-height: 28px; }
      summary { padding: 5px 0; }
      .keys-help { display: none; }
      .column { padding: 12px; }
    }

    """

  private static let viewer = """
    .viewer { border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
    .viewer .bar { background: var(--soft); }
    .viewer .bar output { color: var(--dim); font-variant-numeric: tabular-nums; margin-left: auto; }
    .panes { display: flex; gap: 1px; background: var(--line); }
    .pane { position: relative; flex: 1; min-width: 0; background: var(--paper); }
    .pane .scroll { overflow: auto; max-height: 72vh; padding: 14px; display: flex; }
    .sheet { position: relative; flex: none; margin: auto; line-height: 0; isolation: isolate; cursor: crosshair;
             outline: 1px solid var(--line); touch-action: pan-x pan-y; user-select: none; }
    .sheet.divided { cursor: ew-resize; touch-action: pan-y; overflow: hidden; }
    .sheet img { position: absolute; left: 0; top: 0; pointer-events: none; }
    .sheet.enlarged img { image-rendering: pixelated; }
    .sheet.divided img.b { clip-path: inset(0 0 0 var(--cut)); }
    .sheet.divided img.a { clip-path: inset(0 calc(100% - var(--cut)) 0 0); }
    .sheet svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; pointer-events: none; }
    .sheet polygon { fill: none; stroke: #ff2d92; stroke-width: 2; vector-effect: non-scaling-stroke; }
    .sheet .aim { fill: none; stroke: #ff2d92; stroke-width: 1.5; vector-effect: non-scaling-stroke; }
    .divider { position: absolute; top: 0; bottom: 0; left: var(--cut); width: 0; border-left: 2px solid #fff;
               box-shadow: 0 0 0 1px #0008; }
    .divider::after { content: '\\2194'; position: absolute; left: -15px; top: calc(50% - 14px); width: 28px; height: 28px;
                      border-radius: 14px; background: #fff; color: #111; font: 15px/28px sans-serif;
                      text-align: center; box-shadow: 0 1px 4px #0009; }
    .divider:focus-visible { outline: none; }
    .divider:focus-visible::after { outline: 3px solid var(--mark); }
    .badges { position: absolute; z-index: 2; top: 4px; left: 4px; right: 4px; display: flex; gap: 6px;
              justify-content: space-between; pointer-events: none; }
    .badge { padding: 0 7px; border-radius: 4px; color: #fff; background: #202126d0; font-size: 12px;
             max-width: 48%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .badge span { margin-left: 6px; }
    @media (prefers-color-scheme: dark) { img.difference { filter: invert(1); } }
    .loupe { display: flex; flex-wrap: wrap; gap: 8px 14px; align-items: flex-start; padding: 8px 12px;
             border-top: 1px solid var(--line); background: var(--soft); }
    .loupe figure { margin: 0; }
    .loupe canvas { display: block; width: 99px; height: 99px; outline: 1px solid var(--line); }
    .loupe figcaption { font-size: 12px; color: var(--dim); }
    .loupe .facts { flex: 1; min-width: 180px; font: 12px/1.6 var(--mono); overflow-wrap: anywhere; }
    .color { display: inline-block; width: 11px; height: 11px; margin-right: 6px; border: 1px solid var(--line);
             vertical-align: -1px; }
    .bins { display: grid; grid-template-columns: max-content 1fr max-content; gap: 2px 10px; max-width: 420px;
            align-items: center; font-variant-numeric: tabular-nums; }
    .bins i { height: 10px; min-width: 2px; border-radius: 2px; background: var(--second); }
    @media (max-width: 700px) {
      .panes { flex-direction: column; }
      .pane .scroll { padding: 8px; }
      .loupe canvas { width: 88px; height: 88px; }
      .viewer .bar output { margin-left: 0; }
    }

    """
}
