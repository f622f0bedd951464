extension InspectScript {
  /// The frames of the animations with a slider, and the curves of their values.
  static let animations = #"""
    /* A slider over frames that the page contains, and the times of the curves below them. */
    const framesView = {
      start(host) {
        if (!report.frames.length) return;
        this.image = make('img', { alt: 'The frame at the time of the slider' });
        this.slider = make('input', { type: 'range', min: 0, max: report.frames.length - 1, 'aria-label': 'Time' });
        this.output = make('output');
        this.button = push('Play', () => this.play(!this.timer));
        this.slider.oninput = () => { this.play(false); this.show(Number(this.slider.value)); };
        host.append(make('div', { className: 'frames' },
          make('div', { className: 'checkered frame-image' }, this.image),
          make('div', { className: 'frame-bar' }, this.button, this.output), this.slider));
        const distance = frame => Math.abs(frame.time - report.time);
        this.show(report.frames.reduce((best, frame, index) =>
          distance(frame) < distance(report.frames[best]) ? index : best, 0));
      },

      show(index) {
        const frame = report.frames[index];
        this.now = index;
        this.image.src = frame.image;
        this.slider.value = index;
        this.output.textContent = `${frame.time.toFixed(2)} of ${number(report.seconds)} s`;
        this.slider.setAttribute('aria-valuetext', `${frame.time.toFixed(2)} seconds`);
        const x = 1000 * Math.min(1, frame.time / report.seconds);
        for (const line of document.querySelectorAll('.time-line .now')) {
          line.setAttribute('x1', x);
          line.setAttribute('x2', x);
        }
      },

      play(isOn) {
        clearInterval(this.timer);
        const step = 1000 * Math.max(0.03, report.seconds / report.frames.length);
        this.timer = isOn ? setInterval(() => this.show((this.now + 1) % report.frames.length), step) : 0;
        this.button.textContent = isOn ? 'Pause' : 'Play';
      },
    };

    function startAnimations() {
      if (!report.animations.length) {
        byId('animations').append(make('p', { textContent: 'Nothing is animated.' }));
        return;
      }
      const place = seconds => 1000 * Math.max(0, Math.min(1, seconds / report.seconds));
      const color = index => `var(--curve-${index % 6})`;
      const lines = report.animations.flatMap(animation => {
        const layer = report.layers[animation.node];
        const chart = makeSVG('svg', { viewBox: '0 0 1000 100', preserveAspectRatio: 'none', role: 'img',
          'aria-label': `${animation.keyPath} over time` });
        const [from, to] = [place(animation.begin), place(animation.end ?? report.seconds)];
        chart.append(makeSVG('rect', { x: from, y: 0, width: Math.max(1, to - from), height: 100 }));
        animation.curves.forEach((curve, index) => chart.append(makeSVG('polyline', {
          points: curve.points.map((y, i) => `${1000 * i / (curve.points.length - 1)},${96 - 92 * y}`).join(' '),
          style: `stroke:${color(index)}` })));
        chart.append(makeSVG('line', { class: 'now', x1: place(report.time), x2: place(report.time), y1: 0, y2: 100 }));
        const keys = animation.curves.map((curve, index) => make('span', { style: `color:${color(index)}`,
          textContent: `${curve.name || animation.keyPath}: ${number(curve.least, 3)} to ${number(curve.most, 3)}` }));
        return [
          make('div', {}, linkTo(layer), make('div', {}, make('b', { textContent: animation.keyPath })),
            make('div', { textContent: animation.end === undefined ? `from ${number(animation.begin)} s on`
              : `${number(animation.begin)} s to ${number(animation.end)} s` })),
          make('div', {}, chart, make('div', { className: 'keys' }, ...keys),
            make('div', { className: 'said', textContent: animation.description }))];
      });
      const host = make('div');
      byId('animations').append(host,
        make('p', { textContent: `From 0 to ${number(report.seconds)} s: the values that the image shows, each `
          + 'number between its minimum and its maximum. The line marks the time of the frame above, which is '
          + `at first the one that the page explains, ${number(report.time, 3)} s.` }),
        make('div', { className: 'time-line' }, ...lines));
      framesView.start(host);
    }

    """#
}
