import Foundation
import Glaze
import GlazeCore
import GlazeGeometry
import GlazeLayers
import GlazePlan
import GlazeScene
import GlazeTree

/// The page of `glaze diff`: two images with what differs in their layers.
struct DiffPage {
  /// A difference of the documents.
  private struct Change: Encodable {
    var place: String
    var text: String
    var name: String?
    var first: String?
    var second: String?
    /// The outlines of the layer in both images; empty where it lies outside or is missing.
    var quads: [[[Double]]]
  }

  private struct Report: Encodable {
    var summary: String
    var pair: ReportPair
    var changes: [Change]
  }

  /// The outlines of the layers of a document, in pixels of its image.
  struct Outlines {
    private var quads: [ObjectIdentifier: [[Double]]] = [:]

    init(of document: Document, options: RenderOptions, at time: Double) throws {
      let frame = try PlannedFrame(
        of: document.rootLayer, options: options, optimizations: .all,
        at: document.moment(at: time))
      for (node, layer) in frame.tree.layers(under: document.rootLayer).enumerated() {
        guard let layer, quads[ObjectIdentifier(layer)] == nil else { continue }
        quads[ObjectIdentifier(layer)] = frame.tree.outline(
          of: node, toPixels: frame.viewport.transform)
      }
    }

    func quad(of layer: CALayer?) -> [[Double]] {
      layer.flatMap { quads[ObjectIdentifier($0)] } ?? []
    }
  }

  private let titles: (String, String)
  private let report: Report

  init(
    titles: (String, String), images: (PixelBuffer, PixelBuffer),
    changes: [DocumentComparison.Change], outlines: (Outlines, Outlines), summary: String
  ) throws {
    self.titles = titles
    report = Report(
      summary: summary, pair: try ReportPair(images.0, images.1, titles: titles),
      changes: changes.map { change in
        Change(
          place: change.place, text: change.text, name: change.property?.name,
          first: change.property?.first, second: change.property?.second,
          quads: [
            outlines.0.quad(of: change.layers.first), outlines.1.quad(of: change.layers.second),
          ])
      })
  }

  func text() throws -> String {
    func name(_ title: String) -> String { URL(fileURLWithPath: title).lastPathComponent }
    let title = "\(name(titles.0)) and \(name(titles.1))"
    return ReportPage(
      title: title, command: "diff", style: Self.style, body: Self.body(title),
      script: Self.script, data: try ReportPage.json(report)
    ).text
  }

  private static func body(_ title: String) -> String {
    """
    <header class="top"><h1>\(ReportPage.escaped(title))</h1></header>
    <main class="column">
    <p class="lead" id="summary"></p>
    <div id="viewer"></div>
    <p class="keys-help"><kbd>1</kbd> to <kbd>4</kbd> view <kbd>n</kbd> <kbd>p</kbd> next, previous difference
    <kbd>+</kbd> <kbd>-</kbd> zoom <kbd>0</kbd> fit</p>
    <div id="bins"></div>
    <h2 id="count"></h2>
    <div id="changes"></div>
    </main>

    """
  }

  private static let style = """
    #bins h2 { margin-top: 24px; }
    .place { display: flex; width: 100%; gap: 10px; justify-content: space-between; margin-top: 12px; padding: 5px 8px;
             border: 0; border-radius: 5px; background: var(--soft); text-align: left; font-weight: 600;
             overflow-wrap: anywhere; }
    button.place { cursor: pointer; }
    button.place:hover { background: var(--rule); }
    .place[aria-pressed=true] { background: var(--mark); color: var(--on-mark); }
    .place small { font-weight: normal; white-space: nowrap; }
    #changes table { margin: 2px 0 0 8px; width: calc(100% - 8px); table-layout: fixed; }
    #changes td { font: 12px/1.5 var(--mono); }
    #changes td:first-child, #changes th:first-child { width: 24%; }
    #changes p { margin: 4px 8px; font: 12px/1.5 var(--mono); overflow-wrap: anywhere; }
    th.first { color: var(--first); }
    th.second { color: var(--second); }

    """

  private static let script = #"""
    const report = readData('report');
    const viewer = new Viewer(['A', 'B']);
    byId('summary').textContent = report.summary;
    if (report.pair.bins.length)
      byId('bins').append(make('h2', { textContent: 'Pixels that differ' }), binsOf(report.pair));
    byId('viewer').append(viewer.element);
    viewer.show(report.pair);
    byId('count').textContent = report.changes.length
      ? `${counted(report.changes.length, 'property', 'properties')} differ${report.changes.length === 1 ? 's' : ''}`
      : 'No property differs';

    /* The changes of a layer stand together, below a button that marks the layer in the images. */
    const places = new Map();
    for (const change of report.changes) {
      if (!places.has(change.place)) places.set(change.place, []);
      places.get(change.place).push(change);
    }
    let marked = null;
    function mark(button, quads) {
      if (marked) marked.setAttribute('aria-pressed', false);
      marked = marked === button ? null : button;
      if (marked) marked.setAttribute('aria-pressed', true);
      viewer.mark(marked ? quads : null);
      const quad = quads.find(quad => quad.length > 2);
      if (marked && quad) {
        const box = viewer.element.getBoundingClientRect();
        if (box.bottom < 120 || box.top > innerHeight - 120) viewer.element.scrollIntoView({ block: 'nearest' });
        viewer.reveal(quad[0]);
      }
    }
    for (const [place, changes] of places) {
      const { quads } = changes[0];
      const hasMark = quads.some(quad => quad.length > 2);
      const head = make(hasMark ? 'button' : 'div', { className: 'place' }, make('span', { textContent: place }),
        make('small', { textContent: hasMark ? 'show in the images' : '' }));
      if (hasMark) {
        head.type = 'button';
        head.setAttribute('aria-pressed', false);
        head.onclick = () => mark(head, quads);
      }
      byId('changes').append(head);
      const values = changes.filter(change => change.name);
      if (values.length) byId('changes').append(make('table', {},
        make('thead', {}, make('tr', {}, make('th', { scope: 'col', textContent: 'property' }),
          make('th', { scope: 'col', className: 'first', textContent: 'A' }),
          make('th', { scope: 'col', className: 'second', textContent: 'B' }))),
        make('tbody', {}, ...values.map(({ name, first, second }) =>
          make('tr', {}, ...[name, first, second].map(text => make('td', { textContent: text })))))));
      for (const change of changes) if (!change.name)
        byId('changes').append(make('p', { textContent: change.text }));
    }

    """#
}
