/// The page for browsers: a canvas, and a script that sends events and shows frames.
enum WebPage {
  /// - Parameter hasReport: Whether the page links to the explanation of a frame while the pointer is over it.
  static func html(hasReport: Bool) -> String {
    html.replacing(
      "<report>",
      with: hasReport ? #"<a href="inspect" target="_blank">explain this frame</a>"# : "")
  }

  private static let html = """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><title>glaze show</title>
    <style>
    html, body { margin: 0; height: 100%; overflow: hidden; background: #292930; }
    canvas { display: block; width: 100vw; height: 100vh; touch-action: none; }
    p { position: fixed; inset: 40% 0 auto; text-align: center; color: #eee; font: 16px sans-serif; }
    a { position: fixed; top: 8px; right: 12px; padding: 2px 8px; border-radius: 4px; background: #14141acc;
      color: #eee; font: 12px sans-serif; opacity: 0; }
    body:hover a, a:focus { opacity: 1; }
    </style></head><body><canvas></canvas><report><p hidden>glaze has ended.</p>
    <script>
    const canvas = document.querySelector('canvas'), context = canvas.getContext('2d');
    const address = new URL('frames', location);
    address.protocol = 'ws:';
    const socket = new WebSocket(address);
    socket.binaryType = 'blob';
    const send = message => { if (socket.readyState === 1) socket.send(JSON.stringify(message)); };
    const resize = () => send({ kind: 'resized', width: innerWidth * devicePixelRatio,
      height: innerHeight * devicePixelRatio, scale: devicePixelRatio });
    socket.onopen = resize;
    addEventListener('resize', resize);
    socket.onmessage = async message => {
      const frame = await createImageBitmap(message.data);
      if (canvas.width !== frame.width) canvas.width = frame.width;
      if (canvas.height !== frame.height) canvas.height = frame.height;
      context.drawImage(frame, 0, 0);
      send({ kind: 'shown' });
    };
    socket.onclose = () => { document.querySelector('p').hidden = false; };
    const names = { ' ': 'space', ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up',
      ArrowDown: 'down', Home: 'home', End: 'end', Escape: 'escape', Tab: 'tab', Enter: 'enter' };
    addEventListener('keydown', event => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const key = names[event.key] || (/^F[0-9]+$/.test(event.key) ? event.key
        : event.key.length === 1 ? event.key.toLowerCase() : '');
      if (!key) return;
      event.preventDefault();
      send({ kind: 'keyDown', key, isShifted: event.shiftKey });
    });
    const pointer = (kind, event) => send({ kind, x: event.clientX, y: event.clientY,
      isPressed: (event.buttons & 1) !== 0 });
    canvas.addEventListener('pointerdown', event => {
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      pointer('pointerDown', event);
    });
    canvas.addEventListener('pointermove', event => pointer('pointerMoved', event));
    canvas.addEventListener('pointerup', event => { if (event.button === 0) pointer('pointerUp', event); });
    canvas.addEventListener('wheel', event => {
      event.preventDefault();
      send({ kind: 'scrolled', x: event.clientX, y: event.clientY,
        dx: -Math.sign(event.deltaX), dy: -Math.sign(event.deltaY) });
    }, { passive: false });
    </script></body></html>

    """
}
