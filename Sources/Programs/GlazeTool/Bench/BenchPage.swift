import Glaze
import GlazeCore

/// The page of `glaze bench`: a chart and a table of all scenes, or of growing scenes.
struct BenchPage {
  /// Quantiles of the frames of one run, in milliseconds.
  private struct Times: Encodable {
    var least, low, middle, high, most: Double

    init(_ samples: Samples) {
      (least, middle, most) = (samples.minimum, samples.median, samples.maximum)
      (low, high) = (samples.middle.lowerBound, samples.middle.upperBound)
    }
  }

  private struct Step: Encodable {
    var name: String
    var milliseconds: Double
  }

  private struct Result: Encodable {
    var scene, input, backend: String
    var frames: Int
    var first: Double
    var wall, cpu: Times
    var gpu: Times?
    var steps: [Step]
    var draws, passes, instances, pixels: Int
    var memory: Double
  }

  private struct Point: Encodable {
    var backend: String
    var layers: Int
    var milliseconds: Double
    var load: String
  }

  private struct Report: Encodable {
    var results: [Result] = []
    var points: [Point] = []
    var sentences: [String] = []
    var version: String
  }

  private var report: Report
  private let title: String

  /// - Parameter sentences: The meaning of the numbers, a sentence each.
  init(_ results: [BenchResult], sentences: [String]) {
    title = "Times of frames"
    report = Report(sentences: sentences, version: glazeVersion)
    report.results = results.map { result in
      let s = result.statistics
      let steps = [
        ("set", result.set), ("commit", result.commit), ("plan", result.plan),
        ("encode", result.encode), ("execute", result.execute),
      ]
      return Result(
        scene: result.scene, input: result.input, backend: result.backend.rawValue,
        frames: result.frames, first: result.first, wall: Times(result.wall),
        cpu: Times(result.cpu), gpu: result.gpu.map(Times.init),
        steps: steps.compactMap { name, samples in
          samples.map { Step(name: name, milliseconds: $0.median) }
        },
        draws: s.draws, passes: s.passes, instances: s.instances, pixels: result.pixels,
        memory: result.memory)
    }
  }

  init(_ growth: Growth) {
    title = "Times of growing scenes"
    report = Report(version: glazeVersion)
    report.points = growth.points.flatMap { point in
      Growth.Load.allCases.map { load in
        Point(
          backend: point.backend.rawValue, layers: point.layers, milliseconds: point.cpu(load),
          load: load.label)
      }
    }
  }

  func text() throws -> String {
    ReportPage(
      title: title, command: "bench", style: Self.style,
      body: """
        <header class="top"><h1>\(title)<small id="version"></small></h1></header>
        <main class="column" id="main"></main>

        """,
      script: Self.script + (report.points.isEmpty ? Self.bars : Self.growth),
      data: try ReportPage.json(report)
    ).text
  }

  private static let style = """
    .controls { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; margin: 0 0 12px; }
    .legend { display: flex; flex-wrap: wrap; gap: 4px 16px; }
    .legend span::before { content: ''; display: inline-block; width: 12px; height: 12px; margin-right: 6px;
                           border-radius: 3px; background: var(--color); vertical-align: -2px; }
    .bars { display: grid; grid-template-columns: minmax(90px, max-content) minmax(0, 1fr) max-content; gap: 3px 12px;
            align-items: center; font-variant-numeric: tabular-nums; }
    .bars .scene { grid-column: 1 / -1; margin-top: 10px; font-weight: 600; overflow-wrap: anywhere; }
    .track { position: relative; height: 18px; background: var(--soft); border-radius: 3px; }
    .track i { position: absolute; top: 0; bottom: 0; left: 0; min-width: 2px; border-radius: 3px;
               background: var(--color); }
    .track b { position: absolute; top: 50%; height: 0; border-top: 2px solid var(--ink); }
    .track b::before, .track b::after { content: ''; position: absolute; top: -6px; height: 10px; left: 0;
                                        border-left: 2px solid var(--ink); }
    .track b::after { left: auto; right: 0; }
    .parts { display: flex; height: 18px; border-radius: 3px; overflow: hidden; }
    .track .parts i { position: static; min-width: 0; border-radius: 0; background: var(--color); border-right: 1px solid var(--paper); }
    .plot { width: 100%; min-width: 620px; height: auto; max-height: 70vh; }
    .plot text { fill: var(--dim); font-size: 13px; }
    .plot .grid { stroke: var(--rule); }
    .plot .slope { stroke: var(--dim); stroke-dasharray: 2 4; fill: none; }
    .plot .line { fill: none; stroke-width: 2.5; }
    .plot circle { stroke: var(--paper); stroke-width: 1.5; }

    """

  private static let script = #"""
    const report = readData('report'), main = byId('main');
    byId('version').textContent = `glaze ${report.version}`;
    const backends = [...new Set([...report.results, ...report.points].map(one => one.backend))];
    const color = backend => ['var(--first)', 'var(--second)'][backends.indexOf(backend) % 2];
    const time = value => `${value.toFixed(value < 1 ? 3 : value < 100 ? 2 : 1)} ms`;
    for (const sentence of report.sentences) main.append(make('p', { className: 'lead', textContent: sentence }));
    const legend = make('div', { className: 'legend' }, ...backends.map(backend =>
      make('span', { style: `--color:${color(backend)}`, textContent: backend })));

    """#

  private static let bars = #"""
    const kinds = [['wall', 'Wall time'], ['cpu', 'CPU time of all threads']];
    const chart = make('div', { className: 'bars' }), note = make('p', { className: 'dim' });
    const buttons = kinds.map(([kind, title]) => push(title, () => draw(kind)));
    const scenes = [...new Set(report.results.map(result => result.scene))];
    function draw(kind) {
      buttons.forEach((button, index) => button.setAttribute('aria-pressed', kinds[index][0] === kind));
      const most = Math.max(...report.results.map(result => result[kind].high), 1e-9);
      chart.replaceChildren(...scenes.flatMap(scene => [make('div', { className: 'scene', textContent: scene }),
        ...report.results.filter(result => result.scene === scene).flatMap(result => {
          const { low, middle, high } = result[kind], share = value => 100 * value / most;
          return [make('span', { textContent: result.backend }),
            make('div', { className: 'track', style: `--color:${color(result.backend)}`, role: 'img',
              'aria-label': `${result.backend}: ${time(middle)}, the middle half ${time(low)} to ${time(high)}` },
              make('i', { style: `width:${share(middle)}%` }),
              make('b', { style: `left:${share(low)}%;width:${Math.max(0.2, share(high - low))}%` })),
            make('span', { textContent: time(middle) })];
        })]));
      note.textContent = 'Bars are medians of the frames; the marks hold the middle half of them. Less is better.';
    }
    main.append(make('div', { className: 'controls' },
      make('div', { className: 'segments', role: 'group', 'aria-label': 'Quantity' }, ...buttons), legend), chart, note);
    draw('wall');

    /* Where the wall time goes, as parts of one bar. */
    const names = [...new Set(report.results.flatMap(result => result.steps.map(step => step.name)))];
    const shades = ['#8a6fd1', '#2f8f83', '#c2862a', '#5b8def', '#c0507a'];
    const shade = name => shades[names.indexOf(name) % shades.length];
    const parts = make('div', { className: 'bars' });
    const longest = Math.max(...report.results.map(result =>
      result.steps.reduce((sum, step) => sum + step.milliseconds, 0)), 1e-9);
    for (const scene of scenes) {
      parts.append(make('div', { className: 'scene', textContent: scene }));
      for (const result of report.results.filter(result => result.scene === scene)) {
        const total = result.steps.reduce((sum, step) => sum + step.milliseconds, 0);
        const text = result.steps.map(step => `${step.name} ${time(step.milliseconds)}`).join(', ');
        parts.append(make('span', { textContent: result.backend }),
          make('div', { className: 'track' }, make('div', { className: 'parts', title: text, role: 'img',
            'aria-label': text, style: `width:${100 * total / longest}%` }, ...result.steps.map(step =>
            make('i', { style: `--color:${shade(step.name)};flex:${Math.max(step.milliseconds, 1e-6)}` })))),
          make('span', { textContent: time(total) }));
      }
    }
    main.append(make('h2', { textContent: 'Steps of a frame' }), make('div', { className: 'controls' },
      make('div', { className: 'legend' }, ...names.map(name =>
        make('span', { style: `--color:${shade(name)}`, textContent: name })))), parts,
      make('p', { className: 'dim', textContent: 'Medians of the wall time of each step.' }));

    const column = (title, value, digits = 2) => [title, result => number(value(result), digits), value, true];
    main.append(make('h2', { textContent: 'All numbers' }), sortedTable([
      ['scene', result => result.scene, result => result.scene],
      ['backend', result => result.backend, result => result.backend],
      column('wall median, ms', result => result.wall.middle),
      column('least', result => result.wall.least), column('most', result => result.wall.most),
      column('CPU median, ms', result => result.cpu.middle), column('least', result => result.cpu.least),
      column('first frame, ms', result => result.first), column('frames', result => result.frames),
      column('draws', result => result.draws), column('passes', result => result.passes),
      column('instances', result => result.instances), column('pixels', result => result.pixels),
      column('peak memory, MB', result => result.memory, 1)], report.results, 0));

    """#

  private static let growth = #"""
    const width = 960, height = 520, box = { left: 70, right: 930, top: 16, bottom: 470 };
    const points = report.points.filter(point => point.milliseconds > 0);
    const range = values => [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))];
    const wide = ([from, to]) => [from, Math.max(to, from + 1)];
    const [x0, x1] = wide(range(points.map(point => point.layers)));
    const [y0, y1] = wide(range(points.map(point => point.milliseconds)));
    const x = layers => box.left + (Math.log10(layers) - x0) / (x1 - x0) * (box.right - box.left);
    const y = value => box.bottom - (Math.log10(value) - y0) / (y1 - y0) * (box.bottom - box.top);
    const svg = makeSVG('svg', { viewBox: `0 0 ${width} ${height}`, class: 'plot', role: 'img',
      'aria-label': 'CPU milliseconds per frame over layers; the table below has the numbers' });
    const text = (string, left, top, anchor) => {
      const element = makeSVG('text', { x: left, y: top, 'text-anchor': anchor });
      element.textContent = string;
      svg.append(element);
    };
    for (let power = x0; power <= x1; power += 1) {
      svg.append(makeSVG('line', { class: 'grid', x1: x(10 ** power), x2: x(10 ** power), y1: box.top, y2: box.bottom }));
      text(number(10 ** power, 0), x(10 ** power), box.bottom + 20, 'middle');
    }
    for (let power = y0; power <= y1; power += 1) {
      svg.append(makeSVG('line', { class: 'grid', x1: box.left, x2: box.right, y1: y(10 ** power), y2: y(10 ** power) }));
      text(number(10 ** power, 3), box.left - 8, y(10 ** power) + 4, 'end');
    }
    text('layers', (box.left + box.right) / 2, box.bottom + 42, 'middle');
    const loads = [...new Set(report.points.map(point => point.load))];
    const dashes = ['', '12 5', '6 5', '2 4'];
    for (const backend of backends) for (const load of loads) {
      const own = points.filter(point => point.backend === backend && point.load === load);
      svg.append(makeSVG('polyline', { class: 'line', stroke: color(backend), 'stroke-dasharray': dashes[loads.indexOf(load)],
        points: own.map(point => `${x(point.layers)},${y(point.milliseconds)}`).join(' ') }));
      for (const point of own) {
        const title = makeSVG('title', {});
        title.textContent = `${backend}, ${load}, ${counted(point.layers, 'layer')}: ${time(point.milliseconds)}`;
        svg.append(makeSVG('circle', { cx: x(point.layers), cy: y(point.milliseconds), r: 4.5, style: `fill:${color(backend)}` },
          title));
      }
    }
    const key = load => makeSVG('svg', { width: 34, height: 8, 'aria-hidden': 'true' }, makeSVG('line', { x1: 0, x2: 34,
      y1: 4, y2: 4, 'stroke-width': 2.5, stroke: 'currentColor', 'stroke-dasharray': dashes[loads.indexOf(load)] }));
    main.append(make('p', { className: 'lead', textContent: 'CPU milliseconds per frame of plain layers, '
      + 'the least of all frames; both axes are logarithmic.' }),
      make('div', { className: 'controls' }, legend, ...loads.map(load => make('span', {}, key(load), ` ${load}`))),
      make('div', { className: 'wide' }, svg),
      make('h2', { textContent: 'All numbers' }), sortedTable([
        ['backend', point => point.backend, point => point.backend],
        ['layers', point => number(point.layers, 0), point => point.layers, true],
        ['changes', point => point.load, point => loads.indexOf(point.load)],
        ['CPU, ms', point => number(point.milliseconds, 3), point => point.milliseconds, true],
        ['for each layer, \u00b5s', point => number(1000 * point.milliseconds / point.layers, 3),
          point => point.milliseconds / point.layers, true]], report.points, 0));

    """#
}
