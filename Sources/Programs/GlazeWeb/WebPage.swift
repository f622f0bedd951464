/// The page for browsers: a canvas with the frames, and below it a bar with the controls of the player.
enum WebPage {
  /// - Parameter hasReport: Whether the page links to the explanation of a frame.
  static func html(hasReport: Bool) -> String {
    html.replacing(
      "<report>",
      with: hasReport
        ? #"<a class="key" href="inspect" target="_blank" title="Explain this frame">Explain</a>"#
        : ""
    )
  }

  private static let html = head + body + script + "</body></html>\n"

  private static let head = """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><title>glaze show</title>
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <link rel="icon" href="data:,">
    <style>
    html, body { margin: 0; height: 100%; overflow: hidden; background: #292930; color: #e6e8ee;
      font: 13px/1.4 system-ui, 'DejaVu Sans', sans-serif; }
    body { display: flex; flex-direction: column; height: 100dvh; }
    main { display: flex; flex: 1; min-height: 0; }
    h1 { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
    canvas { display: block; width: 100%; height: 100%; touch-action: none; }
    nav { display: flex; gap: 4px; align-items: center; overflow-x: auto; padding: 5px 8px;
      padding-bottom: max(5px, env(safe-area-inset-bottom)); background: #17181d; border-top: 1px solid #3a3d46; }
    .key { flex: none; min-width: 34px; height: 30px; padding: 0 9px; border: 1px solid #3a3d46; border-radius: 6px;
      background: #23252c; color: inherit; font: inherit; line-height: 28px; text-align: center;
      text-decoration: none; cursor: pointer; box-sizing: border-box; }
    .key svg { width: 14px; height: 14px; fill: currentColor; vertical-align: -2px; pointer-events: none; }
    .key:hover { border-color: #a3a7b3; }
    .key[aria-pressed=true] { background: #6aaeff; border-color: #6aaeff; color: #10131a; }
    .key:focus-visible { outline: 2px solid #6aaeff; outline-offset: 1px; }
    .gap { flex: 1; min-width: 8px; }
    output { flex: none; color: #a3a7b3; font-variant-numeric: tabular-nums; white-space: nowrap; }
    .ended canvas { opacity: 0.4; }
    @media (pointer: coarse) { .key { min-width: 44px; height: 44px; line-height: 42px; } }
    @media (max-width: 560px) {
      nav { flex-wrap: wrap; justify-content: center; }
      output:empty, .gap { display: none; }
    }
    </style></head>
    """

  private static let body = """
    <body><main><h1 id="title">glaze show</h1><canvas aria-label="The document" role="img"></canvas></main>
    <nav aria-label="Player">
    <button class="key" data-key="home" title="To the start (Home)" aria-label="To the start"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 3h2v10H3zM13 3v10L6 8z"/></svg></button>
    <button class="key" data-key="left" title="A frame back (Left)" aria-label="A frame back">&#x2039;</button>
    <button class="key" data-key="space" id="play" title="Play or pause (Space)" aria-label="Pause"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 3h3v10H4zM9 3h3v10H9z"/></svg></button>
    <button class="key" data-key="right" title="A frame forward (Right)" aria-label="A frame forward">&#x203A;</button>
    <button class="key" data-key="l" title="Loop (L)">Loop</button>
    <button class="key" data-key="down" title="Slower (Down)" aria-label="Slower">&#x2212;&#xD7;</button>
    <button class="key" data-key="up" title="Faster (Up)" aria-label="Faster">+&#xD7;</button>
    <button class="key" data-key="f" title="Fit (F)">Fit</button>
    <button class="key" data-key="-" title="Zoom out (-)" aria-label="Zoom out">&#x2212;</button>
    <button class="key" data-key="+" title="Zoom in (+)" aria-label="Zoom in">+</button>
    <button class="key" data-key="b" title="Background (B)">Background</button>
    <button class="key" data-key="z" title="Loupe (Z)">Loupe</button>
    <button class="key" data-key="o" title="Frame times (O)">Times</button>
    <span class="gap"></span><output id="said" aria-live="polite"></output>
    <button class="key" data-key="s" title="Download a PNG (S)">Download</button>
    <report>
    <button class="key" data-key="h" title="Keys (H)" aria-label="Keys">?</button>
    </nav>

    """

  private static let script = """
    <script>
    'use strict';
    const canvas = document.querySelector('canvas'), context = canvas.getContext('2d');
    const play = document.getElementById('play'), said = document.getElementById('said');
    const address = new URL('frames', location);
    address.protocol = 'ws:';
    const socket = new WebSocket(address);
    socket.binaryType = 'blob';
    const send = message => { if (socket.readyState === 1) socket.send(JSON.stringify(message)); };
    const resize = () => {
      const box = canvas.getBoundingClientRect();
      send({ kind: 'resized', width: box.width * devicePixelRatio, height: box.height * devicePixelRatio,
        scale: devicePixelRatio, isCoarse: matchMedia('(pointer: coarse)').matches });
    };
    socket.onopen = resize;
    new ResizeObserver(resize).observe(canvas);
    let showing = Promise.resolve();
    async function showFrame(data) {
      const frame = await createImageBitmap(data);
      if (canvas.width !== frame.width) canvas.width = frame.width;
      if (canvas.height !== frame.height) canvas.height = frame.height;
      context.drawImage(frame, 0, 0);
      frame.close();
      send({ kind: 'shown' });
    }
    let silence;
    function say(text) {
      said.textContent = text;
      clearTimeout(silence);
      silence = setTimeout(() => { said.textContent = ''; }, 4000);
    }
    const shapes = { Pause: 'M4 3h3v10H4zM9 3h3v10H9z', Play: 'M4 2.5v11L13 8z' };
    function hear({ isMoving, title, name, file }) {
      if (isMoving !== undefined) {
        const action = isMoving ? 'Pause' : 'Play';
        play.querySelector('path').setAttribute('d', shapes[action]);
        play.setAttribute('aria-label', action);
      }
      if (title !== undefined) {
        document.title = title;
        document.getElementById('title').textContent = title;
      }
      if (file) {
        const bytes = Uint8Array.from(atob(file), letter => letter.charCodeAt(0));
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob([bytes], { type: 'image/png' }));
        link.download = name;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10000);
        say(`downloaded ${name}`);
      }
    }
    socket.onmessage = message => {
      if (typeof message.data === 'string') hear(JSON.parse(message.data));
      else showing = showing.then(() => showFrame(message.data));
    };
    socket.onclose = () => {
      document.body.classList.add('ended');
      clearTimeout(silence);
      said.textContent = 'glaze has ended.';
    };
    for (const button of document.querySelectorAll('[data-key]')) {
      button.type = 'button';
      button.onclick = () => send({ kind: 'keyDown', key: button.dataset.key });
    }
    const names = { ' ': 'space', ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up',
      ArrowDown: 'down', Home: 'home', End: 'end', Escape: 'escape', Tab: 'tab', Enter: 'enter' };
    addEventListener('keydown', event => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      /* The bar works with the keyboard: Shift and Tab reach it, and Space and Enter press its buttons. */
      const isInBar = event.target.closest && event.target.closest('nav');
      if (event.key === 'Tab' && (isInBar || event.shiftKey)) return;
      if (isInBar && (event.key === ' ' || event.key === 'Enter')) return;
      const key = names[event.key] || (/^F[0-9]+$/.test(event.key) ? event.key
        : event.key.length === 1 ? event.key.toLowerCase() : '');
      if (!key) return;
      event.preventDefault();
      send({ kind: 'keyDown', key, isShifted: event.shiftKey });
    });

    /* One finger or the pointer drags; two fingers zoom. */
    const fingers = new Map();
    const place = event => {
      const box = canvas.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const pointer = (kind, event) => send({ kind, ...place(event), isPressed: (event.buttons & 1) !== 0 });
    const spread = () => {
      const [a, b] = [...fingers.values()];
      return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, length: Math.max(10, Math.hypot(a.x - b.x, a.y - b.y)) };
    };
    canvas.addEventListener('pointerdown', event => {
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      if (fingers.size === 1) pointer('pointerUp', event);
      fingers.set(event.pointerId, place(event));
      if (fingers.size === 1) pointer('pointerDown', event);
    });
    canvas.addEventListener('pointermove', event => {
      if (fingers.size === 2 && fingers.has(event.pointerId)) {
        const before = spread();
        fingers.set(event.pointerId, place(event));
        const { x, y, length } = spread();
        send({ kind: 'pointerMoved', x, y, isPressed: false });
        send({ kind: 'scrolled', x, y, dx: 0, dy: Math.log(length / before.length) / Math.log(1.25) });
        return;
      }
      if (fingers.has(event.pointerId)) fingers.set(event.pointerId, place(event));
      if (fingers.size < 2) pointer('pointerMoved', event);
    });
    for (const kind of ['pointerup', 'pointercancel']) canvas.addEventListener(kind, event => {
      const wasOne = fingers.size === 1 && fingers.has(event.pointerId);
      fingers.delete(event.pointerId);
      if (wasOne) pointer('pointerUp', event);
    });
    canvas.addEventListener('wheel', event => {
      event.preventDefault();
      send({ kind: 'scrolled', ...place(event), dx: -Math.sign(event.deltaX), dy: -Math.sign(event.deltaY) });
    }, { passive: false });
    </script>
    """
}
