/// The page of `glaze check` and of failing tests: scenes with their comparisons on the left, images on the right.
enum ComparisonPage {
  /// The page without data, which is appended: one script element for each comparison and each scene.
  static var text: String {
    ReportPage(
      title: "Compared images", command: "check", style: style, body: body, script: script
    ).text
  }

  private static let body = """
    <header class="top"><h1>Compared images</h1><span id="totals"></span></header>
    <main class="split">
    <nav class="list" id="list" aria-label="Scenes"></nav>
    <section class="shown" id="shown" aria-live="polite"></section>
    </main>

    """

  private static let style = """
    .split { display: grid; grid-template-columns: 330px minmax(0, 1fr); height: calc(100vh - 44px); }
    .list { overflow: auto; border-right: 1px solid var(--line); padding: 8px 0 16px; }
    .list h2 { display: flex; justify-content: space-between; gap: 10px; margin: 12px 12px 4px; font-size: 13px; }
    .list h2 span:first-child { min-width: 0; overflow-wrap: anywhere; }
    .item { display: flex; width: 100%; gap: 8px; justify-content: space-between; padding: 4px 12px 4px 20px; border: 0;
            background: none; text-align: left; cursor: pointer; }
    .item span:first-child { min-width: 0; overflow-wrap: anywhere; }
    .item:hover { background: var(--soft); }
    .item[aria-current=true] { background: var(--mark); color: var(--on-mark); }
    .item[aria-current=true] .chip { background: var(--paper); }
    .more { padding: 2px 12px 2px 20px; color: var(--dim); font-size: 12px; }
    .shown { overflow: auto; padding: 14px 18px 24px; }
    .shown > * + * { margin-top: 12px; }
    .shown p { margin: 0; max-width: 90ch; overflow-wrap: anywhere; }
    .shown details summary { cursor: pointer; }
    #totals { display: flex; flex-wrap: wrap; gap: 4px 8px; }
    @media (max-width: 700px) {
      .split { display: block; height: auto; }
      .list { max-height: 38vh; border-right: 0; border-bottom: 1px solid var(--line); }
      .item { padding-top: 9px; padding-bottom: 9px; }
      .shown { padding: 12px; }
    }

    """

  private static let script = #"""
    const words = { equal: 'equal', within: 'within tolerance', differs: 'differs' };
    const chip = (outcome, text = words[outcome]) => make('span', { className: `chip ${outcome}`, textContent: text });
    const scenes = new Map();
    const sceneOf = name => {
      if (!scenes.has(name)) scenes.set(name, { name, comparisons: new Map(), rows: [], notes: [] });
      return scenes.get(name);
    };
    /* The last comparison of a title counts. */
    for (const element of document.querySelectorAll('script.comparison')) {
      const comparison = JSON.parse(element.textContent);
      sceneOf(comparison.scene).comparisons.set(comparison.title, comparison);
    }
    for (const element of document.querySelectorAll('script.scene')) {
      const { scene, rows, notes } = JSON.parse(element.textContent);
      Object.assign(sceneOf(scene), { rows, notes });
    }
    const count = (scene, outcome) => scene.rows.length ? scene.rows.filter(row => row.outcome === outcome).length
      : [...scene.comparisons.values()].filter(comparison => comparison.outcome === outcome).length;
    const outcomeOf = scene => ['differs', 'within', 'equal'].find(outcome => count(scene, outcome)) || 'equal';
    const sum = outcome => [...scenes.values()].reduce((total, scene) => total + count(scene, outcome), 0);
    const differing = count => `${number(count, 0)} ${count === 1 ? 'differs' : 'differ'}`;
    byId('totals').append(chip('differs', differing(sum('differs'))), chip('within', `${sum('within')} within tolerance`),
      chip('equal', `${sum('equal')} equal`));

    const viewer = new Viewer(['expected', 'actual']);
    const items = [];
    /* What a scene consists of, as a table. */
    const overview = scene => sortedTable([
      ['drawn', row => row.title, row => row.title],
      ['outcome', row => chip(row.outcome), row => ['differs', 'within', 'equal'].indexOf(row.outcome)],
      ['pixels that differ', row => number(row.pixels), row => row.pixels, true],
      ['by at most, levels', row => number(row.levels), row => row.levels, true]], scene.rows, 1);

    /* A click is a step of the history; the keys that leaf through the list are not. */
    function show(index, isStep = false) {
      const { scene, comparison } = items[index];
      items.forEach(({ button }, other) => button.setAttribute('aria-current', other === index));
      items[index].button.scrollIntoView({ block: 'nearest' });
      const parts = [make('h2', {}, `${scene.name}`)];
      if (comparison) {
        parts.push(make('p', {}, chip(comparison.outcome), ' ', comparison.note));
        parts.push(viewer.element, make('p', { className: 'keys-help' },
          ...[['1', 'to'], ['4', 'view'], ['n', 'next difference'], ['+', ''], ['-', 'zoom'], ['0', 'fit'],
            ['j', ''], ['k', 'next, previous comparison']]
            .flatMap(([key, text]) => [make('kbd', { textContent: key }), ` ${text} `])));
        if (comparison.pair.bins.length)
          parts.push(make('h3', { textContent: 'Pixels that differ' }), binsOf(comparison.pair));
      } else {
        parts.push(make('p', { textContent: outcomeOf(scene) === 'equal'
          ? 'All images are equal to the byte.' : 'The images are equal within tolerance.' }));
      }
      for (const note of scene.notes) parts.push(make('p', { className: 'dim', textContent: note }));
      if (scene.rows.length) {
        parts.push(make('details', { open: !comparison }, make('summary', {
          textContent: `All ${scene.rows.length} comparisons of the scene` }), overview(scene)));
      }
      byId('shown').replaceChildren(...parts);
      if (comparison) viewer.show(comparison.pair);
      const address = '#' + encodeURIComponent(`${scene.name}/${comparison ? comparison.title : ''}`);
      if (address !== location.hash) history[isStep && location.hash ? 'pushState' : 'replaceState'](null, '', address);
      current = index;
    }
    let current = 0;

    const order = { differs: 0, within: 1, equal: 2 };
    const sorted = [...scenes.values()].sort((a, b) => order[outcomeOf(a)] - order[outcomeOf(b)]);
    for (const scene of sorted) {
      const outcome = outcomeOf(scene);
      byId('list').append(make('h2', {}, make('span', { textContent: scene.name }),
        make('span', {}, chip(outcome, outcome === 'differs' ? differing(count(scene, 'differs')) : words[outcome]))));
      const add = (comparison, title, mark) => {
        const index = items.length;
        const button = make('button', { type: 'button', className: 'item', onclick: () => show(index, true) },
          make('span', { textContent: title }), mark);
        items.push({ scene, comparison, button });
        byId('list').append(button);
      };
      for (const comparison of scene.comparisons.values())
        add(comparison, comparison.title, chip(comparison.outcome));
      if (scene.rows.length) add(null, `all ${scene.rows.length} comparisons`, null);
    }
    addEventListener('keydown', event => {
      const step = { j: 1, k: -1 }[event.key];
      if (step && !event.ctrlKey && !event.metaKey) show((current + step + items.length) % items.length);
    });
    function restore() {
      const wanted = decodeURIComponent(location.hash.slice(1));
      const index = items.findIndex(({ scene, comparison }) =>
        `${scene.name}/${comparison ? comparison.title : ''}` === wanted);
      if (items.length) show(Math.max(0, index));
    }
    addEventListener('popstate', restore);
    restore();

    """#
}
