/// The script of the page of `glaze inspect`: plain JavaScript, one object for each view.
enum InspectScript {
  static let text = common + layers + lifted + plan + others + animations + start

  /// Elements, the tabs, and which layer is selected.
  private static let common = #"""
    const report = readData('report');
    const titleOf = layer => layer.name || layer.className;
    const open = node => { select(node); show('layers'); };
    const linkTo = layer => make('button', { className: 'link', textContent: titleOf(layer), title: pathOf(layer),
      onclick: () => open(layer.node) });
    /* The names of the layers around one, from the root on. */
    function pathOf(layer) {
      const names = [];
      for (let next = layer; next; next = report.layers[next.parent]) names.unshift(titleOf(next));
      return names.join(' \u203a ');
    }
    /* A difference below its uncertainty means nothing. */
    const isClear = cost => Math.abs(cost.milliseconds) > cost.uncertainty;

    const tabs = [['layers', 'Layers'], ['lifted', 'Lifted apart'], ['plan', 'Frame plan'],
      ['maps', 'Heat maps'], ['costs', 'Costs'], ['animations', 'Animations']];
    function show(tab) {
      for (const [id] of tabs) {
        byId(id).classList.toggle('shown', id === tab);
        byId('tab-' + id).setAttribute('aria-selected', id === tab);
        byId('tab-' + id).tabIndex = id === tab ? 0 : -1;
      }
      byId('tab-' + tab).scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const isNew = tab !== shownTab;
      shownTab = tab;
      if (tab === 'lifted') liftedView.fit();
      remember(isNew);
    }
    let shownTab = '', selected = -1, isRestoring = false;
    /* Tabs are steps of the history; selections in a tab are not. */
    function remember(isNew) {
      const address = `#${shownTab}/${selected}`;
      if (isRestoring || address === location.hash) return;
      if (isNew && location.hash) history.pushState(null, '', address);
      else history.replaceState(null, '', address);
    }
    /* Shows what the address names, after Back and after an edit. */
    function restore() {
      const [tab, node] = location.hash.slice(1).split('/');
      isRestoring = true;
      select(report.layers[node] ? Number(node) : 0);
      show(tabs.some(([id]) => id === tab) ? tab : 'layers');
      isRestoring = false;
      if (!location.hash) remember();
    }

    function select(node) {
      selected = node;
      for (const old of document.querySelectorAll('.row[data-node].selected, polygon.selected, .plate.selected'))
        old.classList.remove('selected');
      for (const one of document.querySelectorAll(
        `.tree [data-node="${node}"], polygon[data-node="${node}"], .plate[data-node="${node}"]`))
        one.classList.add('selected');
      layersView.select(report.layers[node]);
      byId('lifted-name').textContent = report.layers[node] ? pathOf(report.layers[node]) : '';
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
          const row = make('div', { className: 'row' + (layer.absence ? ' absent' : '') }, fold,
            (layer.role ? layer.role + ': ' : '') + titleOf(layer),
            make('small', { textContent: layer.name ? layer.className : '' }));
          row.dataset.node = layer.node;
          row.tabIndex = -1;
          row.title = pathOf(layer);
          row.setAttribute('role', 'treeitem');
          row.setAttribute('aria-level', layer.depth + 1);
          if (parents.has(layer.node)) row.setAttribute('aria-expanded', true);
          row.style.paddingLeft = `${6 + 14 * Math.min(layer.depth, 24)}px`;
          row.onclick = event => event.target === fold && fold.textContent
            ? this.fold(layer.node, fold) : select(layer.node);
          this.rows.push(row);
        }
        byId('tree').append(...this.rows);
        byId('tree').addEventListener('keydown', event => this.move(event));
        byId('search').oninput = event => this.search(event.target.value.trim().toLowerCase());
        byId('search').onkeydown = event => {
          const first = this.rows.find(row => row.style.display !== 'none');
          if ((event.key === 'Enter' || event.key === 'ArrowDown') && first) first.click(), first.focus();
        };
        const { width, height } = report;
        byId('image').src = report.image;
        enlarge(byId('stage'), width);
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

      /* Shows the layers whose name, class or set properties contain a text. */
      search(text) {
        for (const layer of report.layers) {
          const texts = [layer.name, layer.className, ...layer.properties
            .filter(property => property.standard !== undefined)
            .flatMap(property => [property.name, property.value])];
          const isFound = !text || texts.some(one => one && one.toLowerCase().includes(text));
          this.rows[layer.node].style.display = isFound ? '' : 'none';
        }
        if (!text) this.hideFolded();
      },

      fold(node, mark = this.rows[node].querySelector('.fold')) {
        if (!mark.textContent) return;
        if (this.folded.has(node)) this.folded.delete(node); else this.folded.add(node);
        mark.textContent = this.folded.has(node) ? '\u25b8' : '\u25be';
        this.rows[node].setAttribute('aria-expanded', !this.folded.has(node));
        this.hideFolded();
      },

      hideFolded() {
        const hidden = new Set();
        for (const layer of report.layers) {
          if (hidden.has(layer.parent) || this.folded.has(layer.parent)) hidden.add(layer.node);
          this.rows[layer.node].style.display = hidden.has(layer.node) ? 'none' : '';
        }
      },

      /* The keys of a tree: up and down, left and right to fold and unfold, Home and End. */
      move(event) {
        const isFolded = this.folded.has(selected), layer = report.layers[selected];
        let node = selected;
        if (event.key === ' ' || event.key === 'Enter') { event.preventDefault(); return; }
        const step = { ArrowDown: 1, ArrowUp: -1, Home: 1, End: -1 }[event.key];
        if (step) {
          if (event.key === 'Home') node = -1;
          if (event.key === 'End') node = this.rows.length;
          do node += step; while (this.rows[node] && this.rows[node].style.display === 'none');
        } else if (event.key === 'ArrowRight' && isFolded || event.key === 'ArrowLeft' && !isFolded
          && this.rows[selected].hasAttribute('aria-expanded')) {
          this.fold(selected);
        } else if (event.key === 'ArrowLeft') {
          node = layer.parent;
        } else if (event.key === 'ArrowRight') {
          const child = report.layers.find(other => other.parent === selected);
          if (child) node = child.node;
        } else {
          return;
        }
        event.preventDefault();
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
      at(event) { return this.frontmost(...this.point(event)); },

      frontmost(x, y) {
        const isAbsent = [];
        let found = null;
        for (const layer of report.layers) {
          isAbsent[layer.node] = Boolean(layer.absence || layer.role || isAbsent[layer.parent]);
          if (!isAbsent[layer.node] && inside(layer.quad, x, y)) found = layer;
        }
        return found;
      },

      /* The layer of a pass whose outline is closest to the changed pixels; draws have no layers of their own. */
      covered(patch, pass) {
        if (!patch) return null;
        const [left, top] = [patch.x + pass.origin[0], patch.y + pass.origin[1]];
        let best = null, most = 0.3;
        for (const layer of report.layers) {
          if (layer.quad.length < 3 || layer.absence) continue;
          const xs = layer.quad.map(point => point[0]), ys = layer.quad.map(point => point[1]);
          const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
          const common = Math.max(0, Math.min(x1, left + patch.width) - Math.max(x0, left))
            * Math.max(0, Math.min(y1, top + patch.height) - Math.max(y0, top));
          const share = common / ((x1 - x0) * (y1 - y0) + patch.width * patch.height - common);
          if (share >= most) [best, most] = [layer, share];
        }
        return best;
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
        for (const row of this.rows) if (row.tabIndex === 0) row.tabIndex = -1;
        this.rows[layer.node].tabIndex = 0;
        this.rows[layer.node].scrollIntoView({ block: 'nearest' });
        const set = layer.properties.filter(property => property.standard !== undefined);
        const rest = layer.properties.filter(property => property.standard === undefined);
        byId('details').replaceChildren(
          make('h2', { textContent: titleOf(layer) }),
          ...(layer.depth ? [make('div', { className: 'path', textContent: pathOf(layer) })] : []),
          make('div', { textContent: `${layer.className}, layer ${layer.node}`
            + (layer.role ? `, the ${layer.role} of layer ${layer.parent}` : '')
            + (layer.absence ? ` \u2013 not shown: ${layer.absence}` : '') }),
          ...(layer.cost ? [make('div', { textContent: costText(layer.cost) })] : []),
          passLinks(layer),
          ...layer.reasons.map(reason => advice(reason, 'Off-screen: ')),
          make('h3', { textContent: `Set: ${set.length}` }),
          table(['property', 'value', 'default'],
            set.map(property => [property.name, property.value, property.standard])),
          make('h3', { textContent: `Default values: ${rest.length}` }),
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
    /* Images that are smaller than the pane are enlarged by whole numbers, and show their pixels. */
    function enlarge(element, width, room = 480) {
      const zoom = Math.max(1, Math.floor(room / width));
      element.style.width = `${width * zoom}px`;
      element.classList.toggle('enlarged', zoom > 1);
    }
    /* The passes that draw a layer: its own ones, or those of the closest layer around it. */
    function passLinks(layer) {
      let owner = layer, passes = [];
      while (owner && !passes.length) {
        passes = report.passes.filter(pass => pass.node === owner.node);
        owner = report.layers[owner.parent];
      }
      return !passes.length ? null : make('div', {}, 'Drawn in ', ...passes.flatMap((pass, index) => [index ? ', ' : '',
        make('button', { type: 'button', className: 'link', textContent: `pass ${pass.number}`,
          onclick: () => { planView.showPass(pass); show('plan'); } })]), '.');
    }
    const saved = cost => !isClear(cost) ? `no clear difference (below ${milliseconds(cost.uncertainty)})`
      : `${milliseconds(Math.abs(cost.milliseconds))} ${cost.milliseconds < 0 ? 'more' : 'less'}`
        + `, \u00b1 ${cost.uncertainty.toFixed(2)}`;
    const costText = cost => `Without it and its sublayers: ${saved(cost)}, of ${milliseconds(report.milliseconds)}; `
      + `${counted(cost.passes, 'pass', 'passes')}, ${counted(cost.instances, 'instance')} and `
      + `${counted(cost.pixels, 'touched pixel')} less.`;
    const advice = (reason, head = '') => make('div', { className: 'advice' },
      make('b', { textContent: head + reason.cause }), reason.advice,
      reason.milliseconds === undefined ? null
        : make('div', { textContent: `Without that: ${saved(reason)}.` }));
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
      turn: -32, tilt: 18, zoom: 1, fitted: 1, shift: [0, 0],

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
        byId('distance').oninput = byId('by-order').onchange = () => this.fit();
        byId('turn-back').onclick = () => { [this.turn, this.tilt, this.zoom] = [0, 0, 1]; this.fit(); };
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

      /* The scale at which all levels fit, however they are turned. */
      scale(depth) {
        const box = byId('space').getBoundingClientRect();
        const [turn, tilt] = [this.turn, this.tilt].map(angle => Math.abs(angle) * Math.PI / 180);
        const across = report.width * Math.abs(Math.cos(turn)) + depth * Math.abs(Math.sin(turn));
        const along = report.width * Math.abs(Math.sin(turn)) + depth * Math.abs(Math.cos(turn));
        const down = report.height * Math.cos(tilt) + along * Math.sin(tilt);
        return 0.95 * Math.min(box.width / across, box.height / down);
      },

      /* Fills the space with what is seen: perspective moves the plates aside, and makes near ones larger. */
      fit() {
        [this.fitted, this.shift] = [1, [0, 0]];
        const space = byId('space').getBoundingClientRect();
        for (let turn = 0; turn < 3; turn += 1) {
          this.place();
          const boxes = [...byId('world').children].map(one => one.getBoundingClientRect());
          const [left, top] = ['left', 'top'].map(side => Math.min(...boxes.map(box => box[side])));
          const [right, bottom] = ['right', 'bottom'].map(side => Math.max(...boxes.map(box => box[side])));
          this.shift[0] += (space.left + space.right - left - right) / 2;
          this.shift[1] += (space.top + space.bottom - top - bottom) / 2;
          this.fitted *= Math.min(0.94 * space.width / (right - left), 0.94 * space.height / (bottom - top)) * this.zoom;
        }
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
        const scale = this.scale((highest + 1) * distance) * this.fitted * this.zoom;
        byId('world').querySelector('.floor').style.transform = `translateZ(${-(highest / 2 + 1) * distance}px)`;
        byId('world').style.transform = `translate(${this.shift[0]}px, ${this.shift[1]}px) scale3d(${scale}, ${scale}, ${scale}) rotateX(${-this.tilt}deg) `
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
              + `${target.format}, ${counted(pass.instances, 'instance')} \u2013 ${pass.cause}` }));
          row.dataset.pass = pass.number;
          if (report.layers[pass.node]) row.title = pathOf(report.layers[pass.node]);
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
        const isolated = report.layers[pass.node], covered = layersView.covered(step.patch, pass);
        byId('step-title').replaceChildren(`Pass ${pass.number}, target ${pass.target}: ${step.title}`,
          ...(isolated ? [' \u2013 for ', linkTo(isolated)] : []),
          ...(covered && covered !== isolated ? [', where ', linkTo(covered), ' is'] : []));
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
        enlarge(byId('target'), target.width);
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
    /* A color of a map with its value next to it, which can be read on any color. */
    const swatch = (color, text) => make('span', { className: 'swatch' }, make('i', { style: `background:${color}` }), `${text}`);

    function startCostMap() {
      const { columns, rows, milliseconds: costs } = report.costMap;
      const most = Math.max(...costs, 1e-9);
      const color = share => `hsl(${240 - 240 * share} 85% 45%)`;
      const stage = byId('cost-map'), canvas = stage.querySelector('canvas');
      stage.querySelector('img').src = report.image;
      enlarge(stage, report.width);
      [canvas.width, canvas.height] = [columns, rows];
      const context = canvas.getContext('2d');
      costs.forEach((cost, index) => {
        context.fillStyle = color(cost / most);
        context.fillRect(index % columns, Math.floor(index / columns), 1, 1);
      });
      byId('cost-legend').append(...[0, 0.25, 0.5, 0.75, 1].map(share => swatch(color(share), number(most * share, 1))));
      stage.onpointermove = event => {
        const box = stage.getBoundingClientRect();
        const column = Math.floor((event.clientX - box.left) / box.width * columns);
        const row = Math.floor((event.clientY - box.top) / box.height * rows);
        const cost = costs[row * columns + column];
        byId('cost-here').textContent = cost === undefined ? '' : `${number(cost, 1)} at the pointer`;
      };
      stage.onclick = event => {
        const box = stage.getBoundingClientRect();
        const layer = layersView.frontmost((event.clientX - box.left) / box.width * report.width,
          (event.clientY - box.top) / box.height * report.height);
        if (layer) open(layer.node);
      };
    }

    /* The frame's cells open their layers, those of other targets the pass that draws them. */
    function heatImage(target, index) {
      const image = make('img', { src: target.heat, alt: 'Overdraw' });
      enlarge(image, target.width, 320);
      const pass = report.passes.find(pass => pass.target === index);
      return make('button', { type: 'button', className: 'heat', title: index ? 'Open its pass' : 'Open the layer there',
        onclick: event => {
          const box = image.getBoundingClientRect();
          if (index) { planView.showPass(pass); show('plan'); return; }
          const layer = layersView.frontmost((event.clientX - box.left) / box.width * report.width,
            (event.clientY - box.top) / box.height * report.height);
          if (layer) open(layer.node);
        } }, image);
    }

    function startOverdraw() {
      const colors = ['#283c96', '#1e78be', '#14a096', '#5ab446', '#d2c832', '#f09628', '#e65028', '#be143c'];
      byId('legend').append(...['#000', ...colors].map((color, count) => swatch(color, count === 8 ? '8 or more' : count)));
      byId('heat').append(...report.targets.map((target, index) => !target.heat ? null
        : make('figure', {},
          make('figcaption', { textContent: `${index === 0 ? 'The frame' : `Target ${index}`}: `
            + `${number(target.mean)} on average, ${number(target.most)} at most` }),
          heatImage(target, index)))
        .filter(figure => figure));
    }

    function startCosts() {
      const layers = report.layers.filter(layer => layer.cost || layer.reasons.length);
      const most = Math.max(report.milliseconds, 0.001);
      const none = { milliseconds: -1e9, uncertainty: 0, passes: 0, instances: 0, pixels: 0 };
      const cost = layer => layer.cost || none;
      const meter = layer => make('span', { className: 'meter',
        style: `width:${layer.cost ? 120 * Math.min(1, Math.max(0, layer.cost.milliseconds / most)) : 0}px` });
      for (const layer of layers) layer.rowClass = layer.cost && !isClear(layer.cost) ? 'unclear' : '';
      byId('costs').append(
        make('p', { textContent: `The image takes ${milliseconds(report.milliseconds)} on the CPU, planned and drawn `
          + 'without caches of earlier frames. Each line is the time that is saved without a layer and its '
          + 'sublayers: the median of runs that alternate with it and without it, and the range in which it '
          + 'probably lies. Gray lines are not clearly different from nothing.' }),
        sortedTable([
          ['layer', layer => make('div', {}, linkTo(layer),
            make('div', { className: 'path', textContent: pathOf(layer) })), pathOf],
          ['less, ms', layer => layer.cost
            ? `${layer.cost.milliseconds.toFixed(2)} \u00b1 ${layer.cost.uncertainty.toFixed(2)}` : '\u2013',
            layer => cost(layer).milliseconds, true],
          ['', meter, null],
          ...['passes', 'instances', 'pixels'].map(name =>
            [name, layer => number(cost(layer)[name]), layer => cost(layer)[name], true]),
          ['why it is off-screen, what would be cheaper',
            layer => make('div', {}, ...layer.reasons.map(reason => advice(reason))), layer => (layer.reasons.length ? 0 : 1)]],
          layers, 1));
    }

    /* Three sentences: what the image takes, which layer costs the most, and which effect would pay to change. */
    function startVerdict() {
      const sentences = [`The image takes ${milliseconds(report.milliseconds)} on the CPU`
        + ` in ${number(report.passes.length)} ${report.passes.length === 1 ? 'pass' : 'passes'}.`];
      const clear = report.layers.filter(layer => layer.cost && layer.cost.milliseconds > layer.cost.uncertainty);
      const dearest = clear.sort((a, b) => b.cost.milliseconds - a.cost.milliseconds)[0];
      if (dearest) {
        /* The deepest layer that is nearly as dear says more than the groups around it. */
        let culprit = dearest;
        for (const layer of clear)
          if (layer.depth > culprit.depth && layer.cost.milliseconds > 0.8 * dearest.cost.milliseconds
            && pathOf(layer).startsWith(pathOf(culprit))) culprit = layer;
        const share = 100 * culprit.cost.milliseconds / Math.max(report.milliseconds, 0.001);
        sentences.push(make('span', {}, ' ', linkTo(culprit),
          ` costs the most: ${milliseconds(culprit.cost.milliseconds)}, ${number(Math.min(100, share), 0)} % of it.`));
      }
      const effects = report.layers.flatMap(layer => layer.reasons.map(reason => ({ layer, reason })))
        .filter(({ reason }) => reason.milliseconds > reason.uncertainty);
      const best = effects.sort((a, b) => b.reason.milliseconds - a.reason.milliseconds)[0];
      sentences.push(best ? make('span', {}, ' ', linkTo(best.layer), ` takes `
        + `${milliseconds(best.reason.milliseconds)} because ${best.reason.cause}: ${best.reason.advice}`)
        : ' No effect of a layer would clearly save time.');
      byId('verdict').append(...sentences);
    }

    """#

  private static let start = #"""
    byId('title').append(report.title, make('small', { textContent: `${report.width} x ${report.height} pixels, at `
      + `${number(report.time, 3)} s, ${number(report.layers.length)} layers, ${number(report.passes.length)} passes` }));
    byId('tabs').append(...tabs.map(([id, title]) => {
      const tab = make('button', { id: 'tab-' + id, textContent: title, onclick: () => show(id) });
      tab.setAttribute('role', 'tab');
      tab.setAttribute('aria-controls', id);
      byId(id).setAttribute('role', 'tabpanel');
      byId(id).setAttribute('aria-labelledby', 'tab-' + id);
      return tab;
    }));
    byId('tabs').addEventListener('keydown', event => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const index = tabs.findIndex(([id]) => id === shownTab);
      const [next] = tabs[(index + step + tabs.length) % tabs.length];
      show(next);
      byId('tab-' + next).focus();
      event.preventDefault();
    });
    byId('notes').textContent = report.notes.join(' ');
    layersView.start();
    liftedView.start();
    planView.start();
    startCostMap();
    startOverdraw();
    startCosts();
    startVerdict();
    startAnimations();
    addEventListener('popstate', restore);
    restore();

    """#
}
