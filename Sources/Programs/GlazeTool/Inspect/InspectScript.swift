/// The script of the page of `glaze inspect`: plain JavaScript, one object for each view.
enum InspectScript {
  static let text = common + layers + lifted + plan + others + start

  /// Elements, the tabs, and which layer is selected.
  private static let common = #"""
    'use strict';
    const report = JSON.parse(document.getElementById('report').textContent);
    const byId = id => document.getElementById(id);
    const number = (value, digits = 2) => value.toLocaleString('en', { maximumFractionDigits: digits });
    const milliseconds = value => `${value.toFixed(2)} ms`;

    /* Makes an element: properties, then children; text is never read as HTML. */
    function make(name, properties = {}, ...children) {
      const element = document.createElement(name);
      for (const [key, value] of Object.entries(properties)) {
        if (key === 'style') element.style.cssText = value;
        else element[key] = value;
      }
      element.append(...children.filter(child => child !== null));
      return element;
    }
    function makeSVG(name, attributes) {
      const element = document.createElementNS('http://www.w3.org/2000/svg', name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      return element;
    }
    const titleOf = layer => layer.name || layer.className;
    const linkTo = layer => make('button', { className: 'link', textContent: titleOf(layer),
      onclick: () => { select(layer.node); show('layers'); } });

    const tabs = [['layers', 'Layers'], ['lifted', 'Lifted apart'], ['plan', 'Frame plan'],
      ['maps', 'Heat maps'], ['costs', 'Costs'], ['animations', 'Animations']];
    function show(tab) {
      for (const [id] of tabs) {
        byId(id).classList.toggle('shown', id === tab);
        byId('tab-' + id).setAttribute('aria-selected', id === tab);
      }
      shownTab = tab;
      if (tab === 'lifted') liftedView.fit();
      remember();
    }
    let shownTab = 'layers', selected = -1;
    const remember = () => history.replaceState(null, '', `#${shownTab}/${selected}`);

    function select(node) {
      selected = node;
      for (const old of document.querySelectorAll('.row[data-node].selected, polygon.selected, .plate.selected'))
        old.classList.remove('selected');
      for (const one of document.querySelectorAll(
        `.tree [data-node="${node}"], polygon[data-node="${node}"], .plate[data-node="${node}"]`))
        one.classList.add('selected');
      layersView.select(report.layers[node]);
      remember();
    }

    """#

  private static let layers = #"""
    const layersView = {
      folded: new Set(),
      rows: [],

      start() {
        const parents = new Set(report.layers.map(layer => layer.parent));
        for (const layer of report.layers) {
          const fold = make('span', { className: 'fold', textContent: parents.has(layer.node) ? '\u25be' : '' });
          const row = make('button', { className: 'row' + (layer.absence ? ' absent' : '') }, fold,
            (layer.role ? layer.role + ': ' : '') + titleOf(layer),
            make('small', { textContent: layer.name ? layer.className : '' }));
          row.dataset.node = layer.node;
          row.setAttribute('role', 'treeitem');
          row.style.paddingLeft = `${6 + 14 * Math.min(layer.depth, 24)}px`;
          row.onclick = event => event.target === fold && fold.textContent
            ? this.fold(layer.node, fold) : select(layer.node);
          this.rows.push(row);
        }
        byId('tree').append(...this.rows);
        byId('tree').addEventListener('keydown', event => this.move(event));
        const { width, height } = report;
        byId('image').src = report.image;
        byId('stage').style.width = `${width * Math.max(1, Math.floor(480 / width))}px`;
        const outlines = byId('outlines');
        outlines.setAttribute('viewBox', `0 0 ${width} ${height}`);
        outlines.setAttribute('preserveAspectRatio', 'none');
        byId('all-outlines').onchange = () => this.outline();
        byId('hide-image').onchange = event => {
          byId('image').style.visibility = event.target.checked ? 'hidden' : 'visible';
          if (event.target.checked) byId('all-outlines').checked = true;
          this.outline();
        };
        byId('stage').onclick = event => {
          const layer = this.at(event);
          if (layer) select(layer.node);
        };
        byId('stage').onpointermove = event => {
          const [x, y] = this.point(event), layer = this.at(event);
          byId('pointer').textContent =
            `${Math.floor(x)}, ${Math.floor(y)}${layer ? ' \u2013 ' + titleOf(layer) : ''}`;
        };
      },

      fold(node, mark) {
        if (this.folded.has(node)) this.folded.delete(node); else this.folded.add(node);
        mark.textContent = this.folded.has(node) ? '\u25b8' : '\u25be';
        const hidden = new Set();
        for (const layer of report.layers) {
          if (hidden.has(layer.parent) || this.folded.has(layer.parent)) hidden.add(layer.node);
          this.rows[layer.node].style.display = hidden.has(layer.node) ? 'none' : '';
        }
      },

      move(event) {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        let node = selected + step;
        while (this.rows[node] && this.rows[node].style.display === 'none') node += step;
        if (!this.rows[node]) return;
        select(node);
        this.rows[node].focus();
      },

      point(event) {
        const box = byId('stage').getBoundingClientRect();
        return [(event.clientX - box.left) / box.width * report.width,
          (event.clientY - box.top) / box.height * report.height];
      },

      /* The frontmost layer that shows whose outline holds the pointer: later layers lie in front. */
      at(event) {
        const [x, y] = this.point(event);
        const isAbsent = [];
        let found = null;
        for (const layer of report.layers) {
          isAbsent[layer.node] = Boolean(layer.absence || layer.role || isAbsent[layer.parent]);
          if (!isAbsent[layer.node] && inside(layer.quad, x, y)) found = layer;
        }
        return found;
      },

      outline() {
        const shown = byId('all-outlines').checked
          ? report.layers : report.layers.filter(layer => layer.node === selected);
        byId('outlines').replaceChildren(...shown.filter(layer => layer.quad.length > 2).map(layer => {
          const polygon = makeSVG('polygon', { points: layer.quad.map(point => point.join(',')).join(' ') });
          polygon.dataset.node = layer.node;
          if (layer.node === selected) polygon.classList.add('selected');
          return polygon;
        }));
      },

      select(layer) {
        if (!layer) return;
        this.outline();
        this.rows[layer.node].scrollIntoView({ block: 'nearest' });
        const set = layer.properties.filter(property => property.standard !== undefined);
        const rest = layer.properties.filter(property => property.standard === undefined);
        byId('details').replaceChildren(
          make('h2', { textContent: titleOf(layer) }),
          make('div', { textContent: `${layer.className}, layer ${layer.node}`
            + (layer.role ? `, the ${layer.role} of layer ${layer.parent}` : '')
            + (layer.absence ? ` \u2013 not shown: ${layer.absence}` : '') }),
          ...(layer.cost ? [make('div', { textContent: costText(layer.cost) })] : []),
          ...layer.reasons.map(reason => advice(reason, 'Off-screen: ')),
          make('h3', { textContent: `Set: ${set.length}` }),
          table(['property', 'value', 'default'],
            set.map(property => [property.name, property.value, property.standard])),
          make('h3', { textContent: `As by default: ${rest.length}` }),
          table(null, rest.map(property => [property.name, property.value]), 'default'));
      },
    };

    function inside(quad, x, y) {
      let result = false;
      for (let i = 0, j = quad.length - 1; i < quad.length; j = i++) {
        const [ax, ay] = quad[i], [bx, by] = quad[j];
        if ((ay > y) !== (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax) result = !result;
      }
      return result;
    }
    const costText = cost => `Without it and its sublayers: ${milliseconds(Math.abs(cost.milliseconds))} `
      + `${cost.milliseconds < 0 ? 'more' : 'less'} of ${milliseconds(report.milliseconds)}, `
      + `${number(cost.passes)} passes, ${number(cost.instances)} instances and `
      + `${number(cost.pixels)} touched pixels less.`;
    const advice = (reason, head = '') => make('div', { className: 'advice' },
      make('b', { textContent: head + reason.cause }), reason.advice,
      reason.milliseconds === undefined ? null : make('div', { textContent: `Without that: `
        + `${milliseconds(Math.abs(reason.milliseconds))} ${reason.milliseconds < 0 ? 'more' : 'less'}.` }));
    function table(head, rows, className = '') {
      const body = rows.map(cells => make('tr', {}, ...cells.map(cell =>
        cell instanceof Node ? make('td', {}, cell)
          : typeof cell === 'number' ? make('td', { className: 'number', textContent: number(cell) })
          : make('td', { textContent: cell }))));
      const heads = head ? [make('tr', {}, ...head.map((text, index) => make('th', { textContent: text,
        className: rows.length && typeof rows[0][index] === 'number' ? 'number' : '' })))] : [];
      return make('table', { className }, ...heads, ...body);
    }

    """#

  /// Layers as plates in space: each was drawn alone, and lies at its position in the image.
  private static let lifted = #"""
    const liftedView = {
      turn: -32, tilt: 18, zoom: 1,

      start() {
        const world = byId('world');
        world.style.width = `${report.width}px`;
        world.style.height = `${report.height}px`;
        world.append(make('div', { className: 'floor' }));
        for (const layer of report.layers.filter(layer => layer.plate)) {
          const { x, y, width, height, image } = layer.plate;
          const plate = make('img', { className: 'plate', src: image, alt: titleOf(layer), title: titleOf(layer),
            draggable: false, style: `left:${x}px;top:${y}px;width:${width}px;height:${height}px` });
          plate.dataset.node = layer.node;
          plate.onclick = () => { if (!this.hasMoved) select(layer.node); };
          world.append(plate);
        }
        /* A plate lies in front of all earlier ones that it covers a part of. */
        const placed = report.layers.map(layer => layer.plate).filter(plate => plate);
        const meet = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width
          && a.y < b.y + b.height && b.y < a.y + a.height;
        this.levels = [];
        placed.forEach((plate, index) => {
          this.levels.push(1 + Math.max(-1, ...this.levels.filter((level, other) => meet(plate, placed[other]))));
        });
        byId('distance').oninput = byId('by-order').onchange = () => this.place();
        byId('turn-back').onclick = () => { [this.turn, this.tilt] = [0, 0]; this.place(); };
        const space = byId('space');
        space.onpointerdown = event => {
          this.hasMoved = false;
          this.last = [event.clientX, event.clientY];
        };
        space.onpointermove = event => {
          if (!this.last || !(event.buttons & 1)) return;
          const [dx, dy] = [event.clientX - this.last[0], event.clientY - this.last[1]];
          if (!this.hasMoved && Math.abs(dx) + Math.abs(dy) < 4) return;
          if (!this.hasMoved) space.setPointerCapture(event.pointerId);
          this.hasMoved = true;
          this.last = [event.clientX, event.clientY];
          this.turn += dx * 0.4;
          this.tilt = Math.max(-85, Math.min(85, this.tilt + dy * 0.4));
          this.place();
        };
        space.onpointerup = space.onpointercancel = () => { this.last = null; };
        space.addEventListener('wheel', event => {
          event.preventDefault();
          this.zoom = Math.max(0.1, Math.min(8, this.zoom * Math.exp(-event.deltaY / 800)));
          this.place();
        }, { passive: false });
        addEventListener('resize', () => { if (shownTab === 'lifted') this.fit(); });
      },

      fit() {
        const box = byId('space').getBoundingClientRect();
        this.scale = 0.62 * Math.min(box.width / report.width, box.height / report.height);
        this.place();
      },

      place() {
        const plates = [...document.querySelectorAll('.plate')];
        const levels = byId('by-order').checked ? plates.map((plate, index) => index) : this.levels;
        const highest = Math.max(1, ...levels);
        /* However many levels there are, they fill as much room. */
        const distance = byId('distance').value * Math.min(1, 12 / highest)
          * Math.max(report.width, report.height) / 500;
        plates.forEach((plate, index) => {
          /* Siblings lie a hair apart, so that they do not flicker through each other. */
          const z = (levels[index] - highest / 2) * distance + index * 0.02;
          plate.style.transform = `translateZ(${z}px)`;
        });
        const scale = (this.scale || 1) * this.zoom;
        byId('world').querySelector('.floor').style.transform = `translateZ(${-(highest / 2 + 1) * distance}px)`;
        byId('world').style.transform = `scale3d(${scale}, ${scale}, ${scale}) rotateX(${-this.tilt}deg) `
          + `rotateY(${-this.turn}deg) translate(-50%, -50%)`;
        byId('world').style.transformOrigin = '0 0';
      },
    };

    """#

  /// The frame plan, step by step.
  private static let plan = #"""
    const planView = {
      images: [],
      turn: 0,

      start() {
        this.passes = new Map(report.passes.map(pass => [pass.number, pass]));
        byId('passes').append(...report.passes.map(pass => {
          const target = report.targets[pass.target];
          const row = make('button', { className: 'row', onclick: () => this.showPass(pass) },
            make('b', { textContent: `Pass ${pass.number}: ${pass.title}` }),
            make('small', { textContent: `into target ${pass.target}, ${target.width} x ${target.height} `
              + `${target.format}, ${number(pass.instances)} instances \u2013 ${pass.cause}` }));
          row.dataset.pass = pass.number;
          return row;
        }));
        const step = byId('step');
        step.max = Math.max(0, report.steps.length - 1);
        step.oninput = () => this.show(Number(step.value));
        byId('previous').onclick = () => this.show(this.now - 1);
        byId('next').onclick = () => this.show(this.now + 1);
        byId('show-change').onchange = () => this.show(this.now);
        addEventListener('keydown', event => {
          if (shownTab !== 'plan' || event.target.tagName === 'INPUT') return;
          if (event.key === 'ArrowLeft') this.show(this.now - 1);
          if (event.key === 'ArrowRight') this.show(this.now + 1);
        });
        if (report.steps.length) this.show(report.steps.length - 1);
      },

      /* The last step of a pass is the image of its target. */
      showPass(pass) {
        let last = pass.firstStep;
        while (report.steps[last + 1] && report.steps[last + 1].pass === pass.number) last += 1;
        this.show(last);
      },

      image(step) {
        if (!this.images[step]) {
          const image = new Image();
          image.src = report.steps[step].patch.image;
          this.images[step] = image.decode().then(() => image);
        }
        return this.images[step];
      },

      async show(index) {
        index = Math.max(0, Math.min(report.steps.length - 1, index));
        this.now = index;
        const turn = ++this.turn;
        const step = report.steps[index], pass = this.passes.get(step.pass), target = report.targets[pass.target];
        byId('step').value = index;
        byId('step-number').textContent = `${index + 1} of ${report.steps.length}`;
        byId('step-title').textContent = `Pass ${pass.number}, target ${pass.target}: ${step.title}`;
        byId('draws').replaceChildren(...(step.details.length > 1
          ? step.details.map(text => make('li', { textContent: text })) : []));
        for (const row of document.querySelectorAll('.passes .row'))
          row.classList.toggle('selected', Number(row.dataset.pass) === pass.number);
        const needed = [];
        for (let other = 0; other <= index; other += 1) {
          if (this.passes.get(report.steps[other].pass).target === pass.target && report.steps[other].patch)
            needed.push(other);
        }
        const images = await Promise.all(needed.map(other => this.image(other)));
        if (turn !== this.turn) return;
        const canvas = byId('canvas'), context = canvas.getContext('2d');
        [canvas.width, canvas.height] = [target.width, target.height];
        byId('target').style.width = `${target.width * Math.max(1, Math.floor(480 / target.width))}px`;
        needed.forEach((other, place) => {
          const { x, y, width, height } = report.steps[other].patch;
          context.clearRect(x, y, width, height);
          context.drawImage(images[place], x, y);
        });
        const change = byId('change').style, patch = step.patch;
        change.display = patch && byId('show-change').checked ? 'block' : 'none';
        if (patch) {
          change.left = `${100 * patch.x / target.width}%`;
          change.top = `${100 * patch.y / target.height}%`;
          change.width = `${100 * patch.width / target.width}%`;
          change.height = `${100 * patch.height / target.height}%`;
        }
      },
    };

    """#

  private static let others = #"""
    function startCostMap() {
      const { columns, rows, milliseconds: costs } = report.costMap;
      const most = Math.max(...costs, 1e-9);
      const color = share => `hsl(${240 - 240 * share} 85% 45%)`;
      const stage = byId('cost-map'), canvas = stage.querySelector('canvas');
      const zoom = Math.max(1, Math.floor(480 / report.width));
      stage.querySelector('img').src = report.image;
      stage.style.width = `${report.width * zoom}px`;
      [canvas.width, canvas.height] = [columns, rows];
      const context = canvas.getContext('2d');
      costs.forEach((cost, index) => {
        context.fillStyle = color(cost / most);
        context.fillRect(index % columns, Math.floor(index / columns), 1, 1);
      });
      byId('cost-legend').append(...[0, 0.25, 0.5, 0.75, 1].map(share => make('span', { className: 'swatch',
        textContent: number(most * share, 1), style: `background:${color(share)}` })));
      stage.onpointermove = event => {
        const box = stage.getBoundingClientRect();
        const column = Math.floor((event.clientX - box.left) / box.width * columns);
        const row = Math.floor((event.clientY - box.top) / box.height * rows);
        const cost = costs[row * columns + column];
        byId('cost-here').textContent = cost === undefined ? '' : `${number(cost, 1)} at the pointer`;
      };
    }

    function startOverdraw() {
      const colors = ['#283c96', '#1e78be', '#14a096', '#5ab446', '#d2c832', '#f09628', '#e65028', '#be143c'];
      byId('legend').append(...['#000', ...colors].map((color, count) => make('span', { className: 'swatch',
        textContent: count === 8 ? '8 or more' : count, style: `background:${color}` })));
      byId('heat').append(...report.targets.map((target, index) => !target.heat ? null
        : make('figure', {},
          make('figcaption', { textContent: `${index === 0 ? 'The frame' : `Target ${index}`}: `
            + `${number(target.mean)} on average, ${number(target.most)} at most` }),
          make('img', { src: target.heat, alt: 'Overdraw',
            style: `width:${target.width * Math.max(1, Math.floor(320 / target.width))}px` })))
        .filter(figure => figure));
    }

    function startCosts() {
      const rows = report.layers.filter(layer => layer.cost || layer.reasons.length)
        .sort((a, b) => (b.cost ? b.cost.milliseconds : 0) - (a.cost ? a.cost.milliseconds : 0));
      const most = Math.max(report.milliseconds, 0.001);
      byId('costs').append(
        make('p', { textContent: `The image takes ${milliseconds(report.milliseconds)} on the CPU, planned and drawn `
          + 'without caches of earlier frames. Each line is the time that is saved without a layer and its '
          + 'sublayers: the fastest of three runs, so ignore differences of a few percent.' }),
        table(['layer', 'less', '', 'passes', 'instances', 'pixels', 'why it is off-screen, what would be cheaper'],
          rows.map(layer => [linkTo(layer), layer.cost ? milliseconds(layer.cost.milliseconds) : '\u2013',
            make('span', { className: 'meter',
              style: `width:${layer.cost ? 120 * Math.min(1, Math.max(0, layer.cost.milliseconds / most)) : 0}px` }),
            layer.cost ? layer.cost.passes : 0, layer.cost ? layer.cost.instances : 0,
            layer.cost ? layer.cost.pixels : 0,
            make('div', {}, ...layer.reasons.map(reason => advice(reason)))])));
    }

    function startAnimations() {
      if (!report.animations.length) {
        byId('animations').append(make('p', { textContent: 'Nothing is animated.' }));
        return;
      }
      const colors = ['#0a63c9', '#d5490c', '#1c8a3c', '#8a2fb8', '#b88a00', '#00868a'];
      const place = seconds => 1000 * Math.max(0, Math.min(1, seconds / report.seconds));
      const lines = report.animations.flatMap(animation => {
        const layer = report.layers[animation.node];
        const chart = makeSVG('svg', { viewBox: '0 0 1000 100', preserveAspectRatio: 'none' });
        const [from, to] = [place(animation.begin), place(animation.end ?? report.seconds)];
        chart.append(makeSVG('rect', { x: from, y: 0, width: Math.max(1, to - from), height: 100 }));
        animation.curves.forEach((curve, index) => chart.append(makeSVG('polyline', {
          points: curve.points.map((y, i) => `${1000 * i / (curve.points.length - 1)},${96 - 92 * y}`).join(' '),
          stroke: colors[index % colors.length] })));
        chart.append(makeSVG('line', { x1: place(report.time), x2: place(report.time), y1: 0, y2: 100 }));
        const keys = animation.curves.map((curve, index) => make('span', {
          style: `color:${colors[index % colors.length]}`,
          textContent: `${curve.name || animation.keyPath}: ${number(curve.least, 3)} to ${number(curve.most, 3)}` }));
        return [
          make('div', {}, linkTo(layer), make('div', {}, make('b', { textContent: animation.keyPath })),
            make('div', { textContent: `${number(animation.begin)} s to `
              + (animation.end === undefined ? 'ever' : `${number(animation.end)} s`) })),
          make('div', {}, chart, make('div', { className: 'keys' }, ...keys),
            make('div', { className: 'said', textContent: animation.description }))];
      });
      byId('animations').append(
        make('p', { textContent: `From 0 to ${number(report.seconds)} s: the values that the image shows, each `
          + 'number between its minimum and its maximum. The line marks the time of the image.' }),
        make('div', { className: 'time-line' }, ...lines));
    }

    """#

  private static let start = #"""
    byId('title').append(report.title, make('small', { textContent: `${report.width} x ${report.height} pixels, at `
      + `${number(report.time, 3)} s, ${number(report.layers.length)} layers, ${number(report.passes.length)} passes` }));
    byId('tabs').append(...tabs.map(([id, title]) => {
      const tab = make('button', { id: 'tab-' + id, textContent: title, onclick: () => show(id) });
      tab.setAttribute('role', 'tab');
      return tab;
    }));
    byId('notes').textContent = report.notes.join(' ');
    layersView.start();
    liftedView.start();
    planView.start();
    startCostMap();
    startOverdraw();
    startCosts();
    startAnimations();
    const [wantedTab, wantedNode] = location.hash.slice(1).split('/');
    select(report.layers[wantedNode] ? Number(wantedNode) : 0);
    show(tabs.some(([id]) => id === wantedTab) ? wantedTab : 'layers');

    """#
}
