/// The script that all pages share: elements, numbers, tables, and the comparison of two images.
enum ReportScript {
  static let text = common + viewer + viewerActions

  private static let common = #"""
    const byId = id => document.getElementById(id);
    const readData = id => JSON.parse(byId(id).textContent);
    const number = (value, digits = 2) => value.toLocaleString('en', { maximumFractionDigits: digits });
    const milliseconds = value => `${value.toFixed(2)} ms`;
    const counted = (count, one, many = one + 's') => `${number(count, 0)} ${count === 1 ? one : many}`;

    /* Makes an element: properties, then children; text is never read as HTML. */
    function make(name, properties = {}, ...children) {
      const element = document.createElement(name);
      for (const [key, value] of Object.entries(properties)) {
        if (key === 'style') element.style.cssText = value;
        else if (key === 'role' || key.startsWith('aria-') || key === 'for') element.setAttribute(key, value);
        else element[key] = value;
      }
      element.append(...children.filter(child => child !== null && child !== undefined));
      return element;
    }
    function makeSVG(name, attributes, ...children) {
      const element = document.createElementNS('http://www.w3.org/2000/svg', name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      element.append(...children);
      return element;
    }
    const push = (text, action, properties = {}) =>
      make('button', { type: 'button', className: 'push', textContent: text, onclick: action, ...properties });

    /* A table whose columns sort: [title, cell, order, isNumber]; an order of null does not sort. The largest
       numbers come first, and the first words. */
    function sortedTable(columns, rows, first = 0) {
      const body = make('tbody'), heads = [];
      function sort(index, isReversed) {
        const order = columns[index][2], sign = isReversed ? -1 : 1;
        const compare = (a, b) => a < b ? -1 : a > b ? 1 : 0;
        body.replaceChildren(...[...rows].sort((a, b) => sign * compare(order(a), order(b))).map(row =>
          make('tr', { className: row.rowClass || '' }, ...columns.map(([, cell, , isNumber]) =>
            make('td', { className: isNumber ? 'number' : '' }, cell(row))))));
        heads.forEach((head, other) => head.setAttribute('aria-sort',
          other !== index ? 'none' : isReversed ? 'descending' : 'ascending'));
      }
      columns.forEach(([title, , order, isNumber], index) => {
        const head = make('th', { scope: 'col', className: isNumber ? 'number' : '' });
        head.append(!order ? title : make('button', { type: 'button', className: 'sort', textContent: title,
          onclick: () => sort(index, { ascending: true, descending: false, none: Boolean(isNumber) }[
            head.getAttribute('aria-sort')]) }));
        heads.push(head);
      });
      sort(first, Boolean(columns[first][3]));
      return make('div', { className: 'wide' },
        make('table', {}, make('thead', {}, make('tr', {}, ...heads)), body));
    }

    /* The pixels that differ, by how much. */
    function binsOf(pair) {
      const most = Math.max(...pair.bins.map(bin => bin.count), 1);
      return make('div', { className: 'bins' }, ...pair.bins.flatMap(({ least, most: last, count }) => [
        make('span', { textContent: last === 1 ? 'by 1 level' : least === last ? `by ${least} levels`
          : `by ${least} to ${last} levels` }),
        make('i', { style: `width:${100 * count / most}%` }),
        make('span', { textContent: counted(count, 'pixel') })]));
    }

    """#

  private static let viewer = #"""
    /* Two images of a scene: with a divider between them, side by side, in turns, or their difference. */
    class Viewer {
      static views = [['divider', 'Divider'], ['both', 'Side by side'], ['blink', 'Blink'],
        ['difference', 'Difference'], ['bright', 'Above white']];

      /* names: short names of the images, such as A and B. */
      constructor(names) {
        this.names = names;
        this.view = 'divider';
        this.zoom = 0;
        this.cut = 50;
        this.bar = make('div', { className: 'bar' });
        this.panes = make('div', { className: 'panes' });
        this.loupe = make('div', { className: 'loupe' });
        this.element = make('div', { className: 'viewer' }, this.bar, this.panes, this.loupe);
        this.buttons = new Map(Viewer.views.map(([view, title], index) =>
          [view, push(title, () => this.choose(view), { title: `Key ${index + 1}` })]));
        this.percent = make('output', { 'aria-label': 'Zoom' });
        this.next = push('Next difference', () => this.go(1), { title: 'Key n' });
        this.bar.append(
          make('div', { className: 'segments', role: 'group', 'aria-label': 'View' }, ...this.buttons.values()),
          make('div', { className: 'segments', role: 'group', 'aria-label': 'Zoom' },
            push('\u2212', () => this.enlarge(1 / 2), { 'aria-label': 'Zoom out', title: 'Key -' }),
            push('Fit', () => this.fit(), { title: 'Key 0' }),
            push('+', () => this.enlarge(2), { 'aria-label': 'Zoom in', title: 'Key +' })),
          this.next, this.percent);
        addEventListener('resize', () => { if (this.pair && !this.zoom) this.place(); });
        addEventListener('keydown', event => this.key(event));
      }

      /* Shows a pair of images. */
      async show(pair) {
        Object.assign(this, { pair, zoom: 0, marks: null, aim: null, spots: null, spot: -1 });
        this.width = Math.max(pair.a.width, pair.b.width);
        this.height = Math.max(pair.a.height, pair.b.height);
        this.buttons.get('difference').disabled = !pair.difference;
        if (!pair.difference && this.view === 'difference') this.view = 'divider';
        this.buttons.get('bright').hidden = this.buttons.get('bright').disabled = !pair.bright;
        if (!pair.bright && this.view === 'bright') this.view = 'divider';
        this.next.disabled = !pair.worst;
        this.layOut();
        this.magnify(null);
        const load = async side => {
          const image = new Image();
          image.src = side;
          await image.decode();
          const canvas = make('canvas', { width: image.naturalWidth, height: image.naturalHeight });
          const context = canvas.getContext('2d', { willReadFrequently: true });
          context.drawImage(image, 0, 0);
          return { canvas, context };
        };
        const images = await Promise.all(
          [pair.a.image, pair.b.image, pair.difference].map(side => side ? load(side) : null));
        if (this.pair !== pair) return;
        this.images = images;
        if (pair.worst) this.magnify(pair.worst);
      }

      choose(view) {
        this.view = view;
        this.layOut();
      }

      image(side, source) {
        const one = this.pair[side];
        return make('img', { className: side, src: source || one.image, alt: one.title,
          style: `width:${100 * one.width / this.width}%` });
      }

      badge(side) {
        const index = side === 'a' ? 0 : 1, { title } = this.pair[side];
        return make('span', { className: 'badge', title }, make('b', { textContent: this.names[index] }),
          title === this.names[index] ? null : make('span', { textContent: title.split('/').pop() }));
      }

      /* Builds the panes of a view. */
      layOut() {
        for (const [view, button] of this.buttons) button.setAttribute('aria-pressed', view === this.view);
        clearInterval(this.timer);
        const pane = (badges, sides, className = '') => {
          const sheet = make('div', { className: `sheet checkered ${className}` }, ...sides);
          const svg = makeSVG('svg', { viewBox: `0 0 ${this.width} ${this.height}`, preserveAspectRatio: 'none',
            'aria-hidden': 'true' });
          sheet.append(svg);
          this.watch(sheet);
          return make('div', { className: 'pane' }, make('div', { className: 'badges' }, ...badges),
            make('div', { className: 'scroll' }, sheet));
        };
        if (this.view === 'both') {
          this.panes.replaceChildren(pane([this.badge('a')], [this.image('a')]),
            pane([this.badge('b')], [this.image('b')]));
          this.scrollTogether();
        } else if (this.view === 'difference') {
          this.panes.replaceChildren(pane([make('span', { className: 'badge', textContent: 'darker differs more' })],
            [make('img', { className: 'difference', src: this.pair.difference, alt: 'The difference',
              style: 'width:100%' })]));
        } else if (this.view === 'bright') {
          const map = (side, index) => pane([this.badge(side), make('span', { className: 'badge',
            textContent: 'yellow to magenta is above white' })], [this.image(side, this.pair.bright[index])]);
          this.panes.replaceChildren(map('a', 0), map('b', 1));
          this.scrollTogether();
        } else if (this.view === 'blink') {
          this.blink(pane);
        } else {
          const sides = [this.image('a'), this.image('b')];
          this.panes.replaceChildren(pane([this.badge('a'), this.badge('b')], sides, 'divided'));
          this.panes.querySelector('.sheet').append(this.handle());
        }
        this.place();
      }

      blink(pane) {
        const sides = [this.image('a'), this.image('b')], badges = [this.badge('a'), this.badge('b')];
        this.panes.replaceChildren(pane(badges, sides));
        let turn = 0;
        const flip = () => {
          turn = 1 - turn;
          sides.forEach((image, index) => { image.style.visibility = index === turn ? 'visible' : 'hidden'; });
          badges.forEach((badge, index) => { badge.style.visibility = index === turn ? 'visible' : 'hidden'; });
        };
        flip();
        flip();
        this.flip = flip;
        /* Nothing moves by itself for people who asked for that; Space shows the other image. */
        if (!matchMedia('(prefers-reduced-motion: reduce)').matches) this.timer = setInterval(flip, 600);
      }

      handle() {
        const handle = make('div', { className: 'divider', tabIndex: 0, role: 'slider',
          'aria-label': `Divider between ${this.names.join(' and ')}`, 'aria-valuemin': 0, 'aria-valuemax': 100 });
        handle.onkeydown = event => {
          const step = { ArrowLeft: -1, ArrowRight: 1, Home: -100, End: 100 }[event.key];
          if (!step) return;
          this.divide(this.cut + step * (event.shiftKey ? 10 : 1));
          event.preventDefault();
        };
        return handle;
      }

      divide(percent) {
        this.cut = Math.max(0, Math.min(100, percent));
        this.panes.style.setProperty('--cut', `${this.cut}%`);
        const handle = this.panes.querySelector('.divider');
        if (handle) handle.setAttribute('aria-valuenow', Math.round(this.cut));
      }

    """#

  private static let viewerActions = #"""
      /* The scale at which a pane shows the whole image; small ones grow by whole numbers. */
      fitting() {
        const pane = this.panes.querySelector('.scroll');
        const room = Math.max(100, pane.clientWidth - (innerWidth > 700 ? 28 : 16));
        const scale = Math.min(room / this.width, Math.max(200, innerHeight * 0.6) / this.height);
        return scale > 1 ? Math.min(16, Math.floor(scale)) : scale;
      }

      place() {
        const scale = this.zoom || this.fitting();
        this.scale = scale;
        for (const sheet of this.panes.querySelectorAll('.sheet')) {
          sheet.style.width = `${this.width * scale}px`;
          sheet.style.height = `${this.height * scale}px`;
          sheet.classList.toggle('enlarged', scale > 1);
        }
        this.percent.textContent = `${this.width} x ${this.height} at ${number(100 * scale, 0)} %`;
        this.divide(this.cut);
        this.draw();
      }

      fit() { this.zoom = 0; this.place(); }

      enlarge(factor) {
        this.zoom = Math.max(1 / 16, Math.min(32, this.scale * factor));
        this.place();
        if (this.aim) this.reveal(this.aim);
      }

      scrollTogether() {
        const all = [...this.panes.querySelectorAll('.scroll')];
        for (const one of all) one.onscroll = () => {
          for (const other of all) if (other !== one) [other.scrollLeft, other.scrollTop] = [one.scrollLeft, one.scrollTop];
        };
      }

      point(event, sheet) {
        const box = sheet.getBoundingClientRect();
        return [(event.clientX - box.left) / box.width * this.width, (event.clientY - box.top) / box.height * this.height];
      }

      watch(sheet) {
        const isDivided = sheet.classList.contains('divided');
        const move = event => {
          const [x, y] = this.point(event, sheet);
          if (isDivided && event.buttons & 1) this.divide(100 * x / this.width);
          if (x >= 0 && y >= 0 && x < this.width && y < this.height)
            this.magnify([Math.floor(x), Math.floor(y)], false);
        };
        sheet.onpointerdown = event => {
          if (isDivided) sheet.setPointerCapture(event.pointerId);
          move(event);
        };
        sheet.onpointermove = move;
        sheet.addEventListener('wheel', event => {
          if (!event.ctrlKey) return;
          event.preventDefault();
          this.enlarge(Math.exp(-event.deltaY / 300));
        }, { passive: false });
      }

      key(event) {
        if (!this.pair || event.target.matches('input, textarea') || event.ctrlKey || event.metaKey || event.altKey)
          return;
        const view = Viewer.views[Number(event.key) - 1];
        if (view && !this.buttons.get(view[0]).disabled) this.choose(view[0]);
        else if (event.key === 'n') this.go(1);
        else if (event.key === 'p') this.go(-1);
        else if (event.key === '+' || event.key === '=') this.enlarge(2);
        else if (event.key === '-') this.enlarge(1 / 2);
        else if (event.key === '0') this.fit();
        else if (event.key === ' ' && this.view === 'blink' && !event.target.matches('button')) this.flip();
        else return;
        event.preventDefault();
      }

      /* The places of differences, the strongest first: parts of 8 x 8 pixels. */
      findSpots() {
        const { canvas, context } = this.images[2], side = 8;
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        const spots = new Map();
        for (let index = 0; index < data.length; index += 4) {
          const shade = data[index];
          if (shade === 255) continue;
          const x = index / 4 % canvas.width, y = Math.floor(index / 4 / canvas.width);
          const key = Math.floor(y / side) * 100000 + Math.floor(x / side), known = spots.get(key);
          if (!known || shade < known.shade) spots.set(key, { x, y, shade });
        }
        return [...spots.values()].sort((a, b) => a.shade - b.shade || a.y - b.y || a.x - b.x);
      }

      go(step) {
        if (!this.images || !this.images[2] || !this.pair.worst) return;
        this.spots = this.spots || this.findSpots();
        if (!this.spots.length) return;
        this.spot = (this.spot + step + this.spots.length) % this.spots.length;
        const { x, y } = this.spots[this.spot];
        this.magnify([x, y]);
        this.reveal([x, y]);
      }

      reveal([x, y]) {
        for (const pane of this.panes.querySelectorAll('.scroll')) {
          pane.scrollLeft = x * this.scale - pane.clientWidth / 2;
          pane.scrollTop = y * this.scale - pane.clientHeight / 2;
        }
      }

      /* Marks an outline: one in each image, either may be missing. */
      mark(marks) { this.marks = marks; this.draw(); }

      draw() {
        const svgs = [...this.panes.querySelectorAll('svg')];
        svgs.forEach((svg, index) => {
          const marks = (this.marks || []).filter((quad, side) => svgs.length < 2 || side === index)
            .filter(quad => quad && quad.length > 2);
          const ring = this.aim && this.aimIsShown ? [makeSVG('rect', { class: 'aim',
            x: this.aim[0] - 5 / this.scale, y: this.aim[1] - 5 / this.scale,
            width: 1 + 10 / this.scale, height: 1 + 10 / this.scale })] : [];
          svg.replaceChildren(...marks.map(quad =>
            makeSVG('polygon', { points: quad.map(point => point.join(',')).join(' ') })), ...ring);
        });
      }

      /* Shows the pixels around a place, large, with the values of the one in the middle. */
      magnify(place, isShown = true) {
        [this.aim, this.aimIsShown] = [place, isShown];
        if (this.scale) this.draw();
        if (!place || !this.images) {
          this.loupe.replaceChildren(make('span', { className: 'dim',
            textContent: 'Point at a pixel to compare its colors.' }));
          return;
        }
        const reach = 5, side = 2 * reach + 1, cell = 9, [x, y] = place;
        const lens = (image, title, className) => {
          const canvas = make('canvas', { width: side * cell, height: side * cell, className: `checkered ${className}`,
            role: 'img', 'aria-label': `${title}, enlarged` });
          const context = canvas.getContext('2d');
          context.imageSmoothingEnabled = false;
          context.fillStyle = '#fff';
          if (className) context.fillRect(0, 0, side * cell, side * cell);
          context.drawImage(image.canvas, x - reach, y - reach, side, side, 0, 0, side * cell, side * cell);
          if (className && matchMedia('(prefers-color-scheme: dark)').matches) {
            context.globalCompositeOperation = 'difference';
            context.fillRect(0, 0, side * cell, side * cell);
            context.globalCompositeOperation = 'source-over';
          }
          context.strokeStyle = '#ff2d92';
          context.lineWidth = 2;
          context.strokeRect(reach * cell - 1, reach * cell - 1, cell + 2, cell + 2);
          return make('figure', {}, canvas, make('figcaption', { textContent: title }));
        };
        const value = image => x < image.canvas.width && y < image.canvas.height
          ? image.context.getImageData(x, y, 1, 1).data : null;
        const [first, second, difference] = this.images, colors = [value(first), value(second)];
        const line = (name, color) => {
          const css = color ? `rgb(${color[0]} ${color[1]} ${color[2]} / ${(color[3] / 255).toFixed(3)})` : '';
          return make('div', {}, make('span', { className: 'color', style: `background:${css}` }),
            `${name}  ${color ? [...color].join(' ') : 'outside'}`);
        };
        /* As the images are compared: with colors times alpha. */
        const times = color => [0, 1, 2].map(i => Math.round(color[i] * color[3] / 255)).concat(color[3]);
        const [p, q] = colors.map(color => color && times(color));
        const levels = p && q ? Math.max(...p.map((level, i) => Math.abs(level - q[i]))) : null;
        const spot = this.spot >= 0 && isShown ? `difference ${this.spot + 1} of ${this.spots.length}` : '';
        this.loupe.replaceChildren(lens(first, this.names[0], ''), lens(second, this.names[1], ''),
          ...(difference ? [lens(difference, 'difference', 'difference')] : []),
          make('div', { className: 'facts' },
            make('div', { textContent: `pixel ${x}, ${y}   ${spot}` }),
            line(this.names[0], colors[0]), line(this.names[1], colors[1]),
            levels === null ? null : make('div', { textContent: levels === 0 ? 'equal' : `differs by ${counted(levels, 'level')}` })));
      }
    }

    """#
}
