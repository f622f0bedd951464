/// The style of the page of `glaze inspect`.
enum InspectStyle {
  static let text = """
    :root { color-scheme: light dark; --line: #d5d7dd; --soft: #f5f6f8; --mark: #0a63c9; --ink: #1b1d22;
            --paper: #fff; --dim: #5a5d66; --rule: #eee; --note: #fff6d8; --square: #e4e4e4; --alarm: #c80064; }
    @media (prefers-color-scheme: dark) {
      :root { --line: #3a3d46; --soft: #23252c; --mark: #4d9bff; --ink: #e6e8ee; --paper: #17181d; --dim: #a3a7b3;
              --rule: #2b2e36; --note: #3a3318; --square: #2b2d33; --alarm: #ff5ea8; }
    }
    * { box-sizing: border-box; }
    html, body { height: 100%; margin: 0; }
    body { display: flex; flex-direction: column; font: 13px/1.45 system-ui, sans-serif; color: var(--ink);
           background: var(--paper); }
    button, input { color: inherit; }
    :focus-visible { outline: 2px solid var(--mark); outline-offset: -2px; }
    #verdict { margin: 0; padding: 6px 16px; border-bottom: 1px solid var(--line); }
    header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 24px; padding: 8px 16px 0;
             border-bottom: 1px solid var(--line); background: var(--soft); }
    h1 { font-size: 15px; margin: 0; padding-bottom: 8px; overflow-wrap: anywhere; }
    h1 small { font-weight: normal; color: var(--dim); margin-left: 8px; }
    nav { display: flex; flex-wrap: wrap; }
    nav button { border: 0; border-bottom: 3px solid transparent; background: none; padding: 4px 10px 6px;
                 font: inherit; cursor: pointer; }
    nav button[aria-selected=true] { border-color: var(--mark); font-weight: 600; }
    #notes { margin: 0; padding: 4px 16px; background: var(--note); }
    #notes:empty { display: none; }
    main { flex: 1; min-height: 0; }
    section { display: none; height: 100%; min-height: 0; }
    section.shown { display: flex; }
    #maps.shown, #costs.shown, #animations.shown { display: block; overflow: auto; padding: 12px 16px; }
    #lifted.shown { flex-direction: column; }
    .bar { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; padding: 6px 12px; min-height: 34px;
           border-bottom: 1px solid var(--line); }
    .bar label { display: flex; align-items: center; gap: 5px; }
    .side, .passes { width: 300px; flex: none; border-right: 1px solid var(--line); }
    .side { display: flex; flex-direction: column; min-height: 0; }
    .side input { margin: 8px; padding: 4px 8px; font: inherit; background: var(--paper); border: 1px solid var(--line);
                  border-radius: 4px; }
    .tree, .passes { overflow: auto; padding: 6px 0; }
    .tree { flex: 1; min-height: 0; }
    .middle { flex: 1; min-width: 0; display: flex; flex-direction: column; overflow: auto; }
    .details { width: 400px; flex: none; overflow: auto; border-left: 1px solid var(--line); padding: 10px 14px; }
    .row { display: block; width: 100%; padding: 2px 10px; border: 0; background: none; font: inherit; text-align: left;
           cursor: pointer; white-space: nowrap; }
    .tree .row { width: max-content; min-width: 100%; }
    .row:hover { background: var(--soft); }
    .row.selected { background: var(--mark); color: var(--paper); }
    .row small { opacity: 0.7; margin-left: 6px; }
    .row.absent { opacity: 0.5; }
    .fold { display: inline-block; width: 14px; text-align: center; opacity: 0.7; }
    .passes .row { white-space: normal; padding: 6px 12px; border-bottom: 1px solid var(--line); }
    .passes .row b { display: block; }
    .passes .row small { margin: 0; }
    .stage { position: relative; flex: none; margin: 16px; line-height: 0; align-self: flex-start; }
    .stage, .checkered { background: repeating-conic-gradient(var(--square) 0 25%, var(--paper) 0 50%) 0 0 / 16px 16px; }
    .stage { max-width: calc(100% - 32px); outline: 1px solid var(--line); cursor: crosshair; }
    .stage img { width: 100%; height: auto; }
    .enlarged img, .enlarged canvas, img.enlarged { image-rendering: pixelated; }
    #cost-map { margin: 0 0 16px; overflow: hidden; }
    #cost-map canvas { position: absolute; inset: 0; height: 100%; opacity: 0.65; }
    .stage svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; pointer-events: none; }
    polygon { fill: none; stroke: #4d9bff; stroke-opacity: 0.6; stroke-width: 1; vector-effect: non-scaling-stroke; }
    polygon.selected { stroke: #ff2d92; stroke-opacity: 1; stroke-width: 2; }
    h2 { font-size: 14px; margin: 0 0 6px; overflow-wrap: anywhere; }
    h3 { font-size: 12px; margin: 14px 0 4px; color: var(--dim); }
    table { border-collapse: collapse; width: 100%; }
    th { text-align: left; font-weight: 600; }
    td, th { padding: 2px 10px 2px 0; vertical-align: top; }
    td { overflow-wrap: anywhere; }
    tr + tr td { border-top: 1px solid var(--rule); }
    td.number, th.number { text-align: right; white-space: nowrap; overflow-wrap: normal; }
    .details td { font: 12px/1.4 ui-monospace, monospace; }
    #costs td:first-child { min-width: 9em; max-width: 26em; }
    #costs td:nth-child(2) { white-space: nowrap; }
    .details td:first-child { width: 42%; }
    .default, .path { color: var(--dim); }
    .path { font-size: 12px; overflow-wrap: anywhere; }
    .unclear { opacity: 0.55; }
    .sort { border: 0; padding: 0; background: none; font: inherit; cursor: pointer; text-align: left; }
    th[aria-sort=descending] .sort::after { content: ' \\25be'; }
    th[aria-sort=ascending] .sort::after { content: ' \\25b4'; }
    .wide { overflow-x: auto; }
    .advice { border-left: 3px solid #e8a400; padding: 2px 0 2px 10px; margin: 6px 0; }
    .advice b { display: block; }
    .space { flex: 1; overflow: hidden; perspective: 1600px; background: #23252c; position: relative; cursor: grab;
             touch-action: none; }
    #world { position: absolute; left: 50%; top: 50%; transform-style: preserve-3d; }
    #world > * { position: absolute; }
    #world .plate { image-rendering: auto; cursor: pointer; outline: 1px solid #ffffff30; }
    #world .plate.selected { outline: 2px solid #ff4fa3; }
    #world .floor { inset: 0; outline: 1px solid #ffffff80; background: #ffffff14; }
    #step { flex: 1; min-width: 120px; }
    #step-number { min-width: 9ch; text-align: right; font-variant-numeric: tabular-nums; }
    #step-title { margin: 0; padding: 8px 16px; overflow-wrap: anywhere; }
    .target { position: relative; margin: 4px 16px 16px; flex: none; align-self: flex-start; line-height: 0;
              outline: 1px solid var(--line); max-width: calc(100% - 32px); }
    canvas { width: 100%; height: auto; }
    #change { position: absolute; outline: 2px solid #e6007a; pointer-events: none; }
    .draws { margin: 0; padding: 0 16px 16px 48px; font: 12px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
    .draws:empty { display: none; }
    .targets { display: flex; flex-wrap: wrap; gap: 20px; }
    figure { margin: 0; max-width: 100%; }
    figcaption { margin-bottom: 4px; }
    figure img { display: block; max-width: 100%; background: #000; }
    .swatch { display: inline-block; min-width: 24px; padding: 0 5px; text-align: center; color: #fff; }
    .meter { display: inline-block; height: 9px; background: #e6007a; vertical-align: middle; }
    .link { border: 0; background: none; padding: 0; font: inherit; color: var(--mark); cursor: pointer;
            text-align: left; overflow-wrap: anywhere; }
    .time-line { display: grid; grid-template-columns: 230px 1fr; gap: 0 12px; align-items: start; }
    .time-line > div { padding: 8px 0; border-top: 1px solid var(--line); min-width: 0; overflow-wrap: anywhere; }
    .time-line svg { display: block; width: 100%; height: 74px; background: var(--soft); overflow: visible; }
    .time-line polyline { fill: none; stroke-width: 1.6; vector-effect: non-scaling-stroke; }
    .time-line rect { fill: #0a63c9; fill-opacity: 0.1; }
    .time-line line { stroke: #e6007a; vector-effect: non-scaling-stroke; }
    .keys { display: flex; flex-wrap: wrap; gap: 0 14px; }
    .said { color: var(--dim); font: 11px/1.4 ui-monospace, monospace; white-space: pre-wrap; }
    @media (max-width: 1000px) { .side, .passes { width: 220px; } .details { width: 290px; } }
    /* On a phone the panes lie below each other, the image first. */
    @media (max-width: 700px) {
      html, body { height: auto; }
      section { height: auto; }
      #layers.shown, #plan.shown { flex-direction: column; }
      .middle { order: -1; flex: none; overflow: visible; }
      .side, .passes, .details { width: auto; border: 0; border-top: 1px solid var(--line); }
      .tree, .passes { max-height: 45vh; }
      .space { flex: none; height: 70vh; }
      .row { padding-top: 7px; padding-bottom: 7px; }
      .time-line { grid-template-columns: 1fr; }
      nav { flex-wrap: nowrap; overflow-x: auto; max-width: calc(100vw - 32px); }
      nav button { white-space: nowrap; padding: 8px 10px; }
    }

    """
}
