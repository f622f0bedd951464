import GlazeCore

/// The page of `glaze inspect`, self-contained with the report, the style and the script.
struct InspectPage {
  var report: InspectReport

  func text() throws -> String {
    ReportPage(
      title: report.title, command: "inspect", style: InspectStyle.text, body: Self.body,
      script: InspectScript.text, data: try ReportPage.json(report)
    ).text
  }

  private static let body = """
    <header class="top">
    <h1 id="title"></h1>
    <nav role="tablist" id="tabs"></nav>
    </header>
    <div role="region" id="summary" aria-label="Summary">
    <p id="verdict"></p>
    <p id="notes"></p>
    </div>
    <main>
    <section id="layers">
      <div class="side">
        <input type="search" id="search" class="field" placeholder="name, class or property" aria-label="Search layers">
        <div class="tree" id="tree" role="tree" aria-label="Layers"></div>
      </div>
      <div class="middle">
        <div class="bar">
          <label><input type="checkbox" id="all-outlines"> all outlines</label>
          <label><input type="checkbox" id="hide-image"> outlines only</label>
          <span id="pointer"></span>
        </div>
        <div class="stage" id="stage">
          <img id="image" alt="The frame">
          <svg id="outlines" aria-hidden="true"></svg>
        </div>
      </div>
      <div class="details" id="details"></div>
    </section>
    <section id="lifted">
      <div class="bar">
        <label>distance <input type="range" id="distance" min="0" max="120" value="36"></label>
        <label><input type="checkbox" id="by-order"> one level for each layer</label>
        <button type="button" class="push" id="turn-back">turn back</button>
        <output id="lifted-name"></output>
        <span>Drag to turn; click a layer to select it.</span>
      </div>
      <div class="space" id="space"><div id="world"></div></div>
    </section>
    <section id="plan">
      <div class="passes" id="passes"></div>
      <div class="middle">
        <div class="bar">
          <button type="button" class="push" id="previous" aria-label="Previous step">&#9664;</button>
          <input type="range" id="step" min="0" value="0" aria-label="Step">
          <button type="button" class="push" id="next" aria-label="Next step">&#9654;</button>
          <output id="step-number"></output>
          <label><input type="checkbox" id="show-change" checked> what changes</label>
        </div>
        <p id="step-title"></p>
        <div class="target checkered" id="target"><canvas id="canvas"></canvas><i id="change"></i></div>
        <ol class="draws" id="draws"></ol>
      </div>
    </section>
    <section id="maps">
      <h2>Cost</h2>
      <p>Milliseconds to draw parts of the image, for each million pixels: <span
        id="cost-legend"></span> <output id="cost-here"></output></p>
      <div class="stage" id="cost-map"><img alt="The frame"><canvas></canvas></div>
      <h2>Overdraw</h2>
      <p>The number of instances that touch each pixel: <span id="legend"></span></p>
      <div class="targets" id="heat"></div>
    </section>
    <section id="costs"></section>
    <section id="animations"></section>
    </main>
    """
}
