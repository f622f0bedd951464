/// The style of the page of `glaze inspect`.
enum InspectStyle {
  static let text = """
    html, body { height: 100%; }
    body { display: flex; flex-direction: column; }
    #summary { border-bottom: 1px solid var(--line); }
    #verdict { margin: 0; padding: 6px 16px; }
    .top { padding-bottom: 0; }
    .top h1 { padding-bottom: 8px; }
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
    .row.selected { background: var(--mark); color: var(--on-mark); }
    .row small { color: var(--dim); margin-left: 6px; }
    .row.absent { color: var(--dim); font-style: italic; }
    .row.absent:not(.selected)::after { content: 'not shown'; margin-left: 6px; font-size: 11px; }
    .fold { display: inline-block; width: 14px; text-align: center; color: var(--dim); }
    .row.selected small, .row.selected .fold, .row.selected.absent { color: inherit; }
    .passes .row { white-space: normal; padding: 6px 12px; border-bottom: 1px solid var(--line); }
    .passes .row b { display: block; }
    .passes .row small { margin: 0; }
    .stage { position: relative; flex: none; margin: 16px; line-height: 0; align-self: flex-start; }
    .stage { background: repeating-conic-gradient(var(--square) 0 25%, var(--paper) 0 50%) 0 0 / 16px 16px; }
    .stage { max-width: calc(100% - 32px); outline: 1px solid var(--line); cursor: crosshair; }
    .stage img { width: 100%; height: auto; }
    .enlarged img, .enlarged canvas, img.enlarged { image-rendering: pixelated; }
    #cost-map { margin: 0 0 16px; overflow: hidden; }
    #cost-map canvas { position: absolute; inset: 0; height: 100%; opacity: 0.65; }
    .stage svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; pointer-events: none; }
    polygon { fill: none; stroke: #4d9bff; stroke-opacity: 0.6; stroke-width: 1; vector-effect: non-scaling-stroke; }
    polygon.selected { stroke: #ff2d92; stroke-opacity: 1; stroke-width: 2; }
    .details td { font: 12px/1.4 ui-monospace, monospace; }
    #costs td:first-child { min-width: 9em; max-width: 26em; }
    #costs td:nth-child(2) { white-space: nowrap; }
    .details td:first-child { width: 42%; }
    .default { color: var(--dim); }
    .unclear, .unclear .link { color: var(--dim); }
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
    .swatch { display: inline-block; margin-right: 12px; white-space: nowrap; font-variant-numeric: tabular-nums; }
    .swatch i { display: inline-block; width: 14px; height: 14px; margin-right: 5px; border-radius: 3px; vertical-align: -2px; }
    .meter { display: inline-block; height: 9px; background: #e6007a; vertical-align: middle; }
    :root { --curve-0: #0a63c9; --curve-1: #b8410a; --curve-2: #1c7a38; --curve-3: #8a2fb8; --curve-4: #7d5f00;
            --curve-5: #00727a; }
    @media (prefers-color-scheme: dark) {
      :root { --curve-0: #6aaeff; --curve-1: #ff9f5a; --curve-2: #67cf8b; --curve-3: #cf92f0; --curve-4: #e0c050;
              --curve-5: #5cc8cf; }
    }
    /* The slider stands above the curves, and its time is theirs. */
    .frames { position: sticky; top: -12px; z-index: 1; display: grid; grid-template-columns: 230px 1fr; gap: 8px 12px;
              align-items: center; padding: 10px 0; background: var(--paper); border-bottom: 1px solid var(--line); }
    .frames input { width: calc(100% + 16px); margin: 0 -8px; }
    .frame-image { grid-column: 2; justify-self: center; line-height: 0; outline: 1px solid var(--line); }
    .frame-image img { max-width: min(720px, calc(100vw - 32px)); max-height: 40vh; }
    .frame-bar { display: flex; gap: 10px; align-items: center; justify-content: space-between; }
    .frame-bar .push { min-width: 64px; }
    .frame-bar output { font-variant-numeric: tabular-nums; white-space: nowrap; }
    .heat { display: block; padding: 0; border: 0; background: none; cursor: pointer; max-width: 100%; }
    .time-line { display: grid; grid-template-columns: 230px 1fr; gap: 0 12px; align-items: start; }
    .time-line > div { padding: 8px 0; border-top: 1px solid var(--line); min-width: 0; overflow-wrap: anywhere; }
    .time-line svg { display: block; width: 100%; height: 74px; background: var(--soft); overflow: visible; }
    .time-line polyline { fill: none; stroke-width: 1.6; vector-effect: non-scaling-stroke; }
    .time-line rect { fill: var(--mark); fill-opacity: 0.1; }
    .time-line line { stroke: var(--alarm); vector-effect: non-scaling-stroke; }
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
      .time-line, .frames { grid-template-columns: 1fr; }
      .frame-image { grid-column: 1; }
      .frames input { width: 100%; margin: 0; }
      nav { flex-wrap: nowrap; overflow-x: auto; max-width: calc(100vw - 32px); }
      nav button { white-space: nowrap; padding: 8px 10px; }
    }

    """
}
