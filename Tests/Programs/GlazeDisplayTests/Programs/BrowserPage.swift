import Foundation
import Testing

/// A page in headless Chromium, in frames of given sizes; nothing is added to the file of the page.
struct BrowserPage {
  /// The file of the page.
  var file: String
  /// The sizes in which the script runs, in points: a desktop and a phone.
  var sizes = [(1440, 900), (390, 844)]
  /// Whether the browser prefers dark pages.
  var isDark = false

  static let isThere = Program.areThere("chromium")

  /// Runs a script for each size.
  ///
  /// The script is the body of an asynchronous function. It reads the page as `page`, its window, and finds
  /// elements with `find` and `all`; `press` sends a key to an element, `wait` waits for the page, and `say` adds to
  /// the result. `check` says everything that breaks `rules`.
  ///
  /// - Returns: The texts that the script said, for each size.
  func run(_ script: String) throws -> [[String]] {
    let url = URL(fileURLWithPath: file)
    let folder = url.deletingLastPathComponent().path
    let host = folder + "/host-\(UUID().uuidString).html"
    try Data(text(url.lastPathComponent, script).utf8).write(to: URL(fileURLWithPath: host))
    defer { try? FileManager.default.removeItem(atPath: host) }
    let dark = isDark ? "--force-dark-mode" : "--disable-dark-mode"
    let output = try Program.run(
      "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1600,1000",
      // The script may read the page in the frame, which is another file.
      "--allow-file-access-from-files", "--user-data-dir=\(folder)/profile",
      "--virtual-time-budget=20000", "--enable-logging=stderr", dark, "--dump-dom",
      "file://\(host)", in: folder)
    // Errors and warnings of the page; a request to outside would be refused by its policy.
    let complaints = output.split(separator: "\n").filter { $0.contains("CONSOLE") }
    #expect(complaints.isEmpty)
    let start = try #require(output.range(of: "<output id=\"said\">"), "\(output.suffix(2000))")
    let end = try #require(output.range(of: "</output>", range: start.upperBound..<output.endIndex))
    let json = String(output[start.upperBound..<end.lowerBound])
      .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    return try JSONDecoder().decode([[String]].self, from: Data(json.utf8))
  }

  private func text(_ name: String, _ script: String) -> String {
    """
    <!DOCTYPE html><meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'unsafe-inline' 'unsafe-eval' data: blob: file:">
    <body><script>
    const results = [];
    \(Self.rules)
    async function run(width, height) {
      const said = [], frame = document.createElement('iframe');
      frame.style = `width: ${width}px; height: ${height}px; border: 0`;
      frame.src = '\(name)';
      const loaded = new Promise(resolve => { frame.onload = resolve; });
      document.body.append(frame);
      await loaded;
      const page = frame.contentWindow;
      const find = selector => page.document.querySelector(selector);
      const all = selector => [...page.document.querySelectorAll(selector)];
      const say = (...values) => said.push(...values.map(String));
      const wait = () => new Promise(resolve => setTimeout(resolve, 200));
      const press = (key, element = page.document.body) =>
        element.dispatchEvent(new page.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      const check = () => say(...rules(page));
      page.addEventListener('error', event => say('error: ' + event.message));
      page.addEventListener('unhandledrejection', event => say('rejected: ' + event.reason));
      await wait();
      try {
        \(script)
      } catch (error) { say(String(error)); }
      frame.remove();
      results.push(said);
    }
    (async () => {
      for (const [width, height] of [\(sizes.map { "[\($0.0), \($0.1)]" }.joined(separator: ", "))])
        await run(width, height);
      const output = document.createElement('output');
      output.id = 'said';
      output.textContent = JSON.stringify(results);
      document.body.replaceChildren(output);
    })();
    </script>
    """
  }

  /// The rules for every page, whatever it shows: it fits, and everything has a name, can be read and can be reached.
  private static let rules = #"""
    function rules(page) {
      const { document } = page, root = document.documentElement, found = [];
      const style = element => page.getComputedStyle(element);
      const isShown = element => element.checkVisibility({ checkVisibilityCSS: true })
        && element.getClientRects().length > 0;
      const elements = [...document.body.querySelectorAll('*')].filter(isShown);
      const nameOf = element => element.tagName.toLowerCase() + (element.id ? '#' + element.id : '')
        + [...element.classList].map(name => '.' + name).join('') + ` "${element.textContent.trim().slice(0, 20)}"`;
      const parents = element => element ? [element, ...parents(element.parentElement)] : [];

      /* Nothing lies beside the page or is cut, except in parts that scroll. */
      const width = root.clientWidth;
      if (root.scrollWidth > width) found.push(`the page scrolls to the side: ${root.scrollWidth} of ${width}`);
      for (const element of elements) {
        const box = element.getBoundingClientRect(), outer = parents(element.parentElement);
        const isInside = outer.some(one => style(one).overflowX !== 'visible' && one !== document.body && one !== root);
        if (!isInside && box.width && (box.right > width + 1 || box.left < -1)) found.push(`outside: ${nameOf(element)}`);
        if (style(element).overflowX === 'hidden' && style(element).textOverflow !== 'ellipsis'
          && !element.matches('.hidden, .sheet, .space, .viewer, canvas, #cost-map, body, html')
          && element.scrollWidth > element.clientWidth + 1) found.push(`cut: ${nameOf(element)}`);
      }

      /* Controls have a name, a size for fingers, and a place in the order of Tab. */
      const controls = 'button, a[href], input, select, textarea, summary, [role=slider], [role=tab], [tabindex]';
      const hasName = element => (element.getAttribute('aria-label') || element.textContent.trim()
        || element.title || (element.labels && element.labels.length && element.labels[0].textContent.trim())
        || element.getAttribute('aria-labelledby'));
      for (const element of elements.filter(one => one.matches(controls))) {
        /* A label belongs to its control. */
        const box = (element.closest('label') || element).getBoundingClientRect();
        if (!hasName(element)) found.push(`no name: ${nameOf(element)}`);
        if (element.tabIndex > 0) found.push(`out of order: ${nameOf(element)}`);
        const isInText = element.matches('.link, a') && style(element).display.startsWith('inline');
        if (width < 500 && !isInText && !element.matches('.divider, [role=tabpanel], .scroll')
          && (box.height < 23.5 || box.width < 23.5))
          found.push(`small, ${box.width.toFixed()} x ${box.height.toFixed()}: ${nameOf(element)}`);
      }
      for (const image of elements.filter(one => one.tagName === 'IMG'))
        if (!image.hasAttribute('alt')) found.push(`no alternative: ${nameOf(image)}`);

      /* One main part, one title, headings without gaps, references that exist. */
      if (!root.lang || !document.title) found.push('no language or title');
      if (elements.filter(one => one.matches('main')).length !== 1) found.push('not one main part');
      const levels = elements.filter(one => /^H[1-6]$/.test(one.tagName)).map(one => Number(one.tagName[1]));
      if (levels.filter(level => level === 1).length !== 1) found.push('not one title');
      levels.forEach((level, index) => {
        if (index && level > levels[index - 1] + 1) found.push(`a heading of level ${level} after ${levels[index - 1]}`);
      });
      const names = [...document.querySelectorAll('[id]')].map(one => one.id);
      if (new Set(names).size !== names.length) found.push('an id twice');
      for (const element of elements) for (const attribute of ['aria-controls', 'aria-labelledby', 'aria-describedby'])
        for (const id of (element.getAttribute(attribute) || '').split(' '))
          if (id && !document.getElementById(id)) found.push(`no element ${id}`);

      /* Text differs from its background by 4.5 to 1, or 3 to 1 if it is large. */
      const parse = text => {
        const numbers = (text.match(/[\d.]+%?/g) || []).map(Number);
        const scale = text.startsWith('color(') ? 255 : 1;
        return text.startsWith('rgb') || text.startsWith('color(srgb')
          ? [...numbers.slice(0, 3).map(value => value * scale), numbers[3] === undefined ? 1 : numbers[3]] : [0, 0, 0, 0];
      };
      const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
      const light = color => color.slice(0, 3).map(value => value / 255)
        .map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
        .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
      const background = element => {
        let color = [0, 0, 0, 0];
        for (const one of parents(element)) {
          const own = parse(style(one).backgroundColor);
          const alpha = color[3] + own[3] * (1 - color[3]);
          if (alpha) color = [0, 1, 2].map(i => (color[i] * color[3] + own[i] * own[3] * (1 - color[3])) / alpha).concat(alpha);
        }
        return over(color, page.matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18, 1] : [255, 255, 255, 1]);
      };
      for (const element of elements) {
        const hasText = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
        if (!hasText || element.disabled || element.matches('.badge *, svg *')) continue;
        const opacity = parents(element).reduce((product, one) => product * Number(style(one).opacity), 1);
        if (opacity === 0) continue;
        const below = background(element), color = parse(style(element).color);
        const shown = over([...color.slice(0, 3), color[3] * opacity], below);
        const [a, b] = [light(shown), light(below)], ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        const size = parseFloat(style(element).fontSize), isLarge = size >= 24 || size >= 18.66 && style(element).fontWeight >= 700;
        if (ratio < (isLarge ? 3 : 4.5)) found.push(`contrast ${ratio.toFixed(2)}: ${nameOf(element)}`);
      }

      /* Nothing is loaded from elsewhere. */
      for (const { name } of page.performance.getEntriesByType('resource'))
        if (!/^(data|blob):/.test(name)) found.push(`loaded: ${name}`);
      return [...new Set(found)];
    }
    """#
}
