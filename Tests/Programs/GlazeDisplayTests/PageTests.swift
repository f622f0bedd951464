import Foundation
import Testing

/// The pages of inspect, diff, check and bench in a browser: sizes, names, contrast, keys and links.
@Suite(.serialized, .enabled(if: BrowserPage.isThere)) struct PageTests {
  /// A card with text, a blur, a mask and an animation; names are long, and one needs HTML escapes.
  private static func scene(_ color: String, radius: Int) -> String {
    """
    {"width": 320, "height": 200, "root": {"name": "<b>root", "backgroundColor": [0.95, 0.95, 1], "sublayers": [
      {"name": "card", "bounds": [0, 0, 120, 90], "position": [90, 100], "cornerRadius": \(radius),
       "backgroundColor": \(color), "borderWidth": 3, "borderColor": [0, 0, 0], "shadowOpacity": 0.5,
       "animations": [{"keyPath": "position.x", "fromValue": 90, "toValue": 200, "duration": 2}]},
      {"name": "a_layer_whose_name_is_longer_than_a_phone_is_wide_because_tools_write_such_names_too",
       "bounds": [0, 0, 60, 60], "position": [250, 60], "backgroundColor": [0, 0.5, 0.2],
       "filters": [{"type": "gaussianBlur", "inputRadius": 4}],
       "mask": {"bounds": [0, 0, 40, 40], "position": [30, 30], "backgroundColor": [0, 0, 0]}},
      {"name": "hidden", "hidden": true, "bounds": [0, 0, 9, 9], "backgroundColor": [1, 0, 0]},
      {"name": "tie", "bounds": [0, 0, 20, 20], "position": [250.5, 150.5], "backgroundColor": [1, 0, 0],
       "allowsEdgeAntialiasing": false}]}}
    """
  }

  /// The pages and how they are made; all have content in every part.
  enum Kind: String, CaseIterable {
    case inspect, diff, differences, tolerated, times, growth

    var arguments: [String] {
      let backend = ["--backend", "software"]
      switch self {
      case .inspect: return ["inspect", "a.json", "-o", "page.html"]
      case .diff: return ["diff", "a.json", "b.json", "-o", "page.html"] + backend
      case .differences:
        return ["check", "a.json", "b.json", "-o", ".", "--tolerance", "0"] + backend
          + ["--only", "mirrored,again,tiles"]
      case .tolerated:
        return ["check", "a.json", "-o", ".", "--tolerance", "0:100", "--only", "mirrored,again"]
          + backend
      case .times:
        return ["bench", "a.json", "b.json", "--frames", "2", "--chart", "page.html"] + backend
      case .growth:
        return ["bench", "--growth", "3,30", "--frames", "1", "--chart", "page.html"] + backend
      }
    }

    var file: String { [.differences, .tolerated].contains(self) ? "index.html" : "page.html" }
  }

  private func withPage(_ kind: Kind, _ body: (String) throws -> Void) throws {
    try withFolder { folder in
      for (name, scene) in [
        ("a", Self.scene("[1, 0.5, 0]", radius: 10)), ("b", Self.scene("\"#28f\"", radius: 24)),
      ] {
        try Data(scene.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).json"))
      }
      let program = try Program("glaze", kind.arguments, in: folder)
      // diff and check end with 1 if something differs.
      #expect(try program.end() <= 1, "\(program.said)")
      try body(folder + "/" + kind.file)
    }
  }

  @Test(arguments: Kind.allCases) func pagesFitAndCanBeReadAndReached(_ kind: Kind) throws {
    // Every state of a page that a person can open with one click.
    let script = """
      check();
      for (const button of all('[role=tab], .segments .push, .item, .place, .sort, details summary, .row[data-pass]')) {
        if (button.disabled || !button.checkVisibility()) continue;
        button.click();
        await wait();
        const before = said.length;
        check();
        if (said.length > before) say(`after ${button.textContent}`);
      }
      """
    try withPage(kind) { file in
      for isDark in [false, true] {
        let said = try BrowserPage(file: file, isDark: isDark).run(script)
        #expect(said == [[], []], "\(kind) \(isDark ? "dark" : "light")")
      }
    }
  }

  @Test func theKeysOfDiffReachEverything() throws {
    try withPage(.diff) { file in
      let said = try BrowserPage(file: file).run(
        """
        const view = () => all('.viewer [aria-pressed=true]').map(button => button.textContent).join();
        say(view(), all('.pane').length);
        press('2'); say(view(), all('.pane').length);
        press('3'); say(view());
        const [a, b] = all('.sheet img').map(image => image.style.visibility);
        say(a !== b);
        press('4'); say(view(), all('img.difference').length);
        press('1');
        const handle = find('.divider'), at = () => Number(handle.getAttribute('aria-valuenow'));
        say(at());
        press('ArrowRight', handle); say(at());
        press('End', handle); say(at());
        press('Home', handle); say(at());
        const zoom = () => find('.viewer output').textContent.split(' at ')[1];
        const fit = zoom();
        press('+'); say(zoom() !== fit); press('0'); say(zoom() === fit);
        for (let turn = 0; turn < 30 && !find('.loupe canvas'); turn += 1) await wait();
        press('n'); say(/difference 1 of [0-9]+/.test(find('.facts').textContent), all('.sheet .aim').length);
        press('p'); say(/differs by [0-9]+ levels?/.test(find('.facts').textContent));
        const place = find('button.place');
        place.click(); say(place.getAttribute('aria-pressed'), all('.sheet polygon').length);
        place.click(); say(place.getAttribute('aria-pressed'), all('.sheet polygon').length);
        say(find('#count').textContent);
        """)
      let expected = [
        "Divider", "1", "Side by side", "2", "Blink", "true", "Difference", "1", "50", "51", "100",
        "0", "true", "true", "true", "1", "true", "true", "2", "false", "0", "2 properties differ",
      ]
      #expect(said == [expected, expected])
    }
  }

  @Test func theKeysAndAddressesOfCheckLeadToComparisons() throws {
    try withPage(.differences) { file in
      let said = try BrowserPage(file: file).run(
        """
        const items = all('.item'), at = () => items.findIndex(item => item.getAttribute('aria-current') === 'true');
        say(at(), find('#totals').textContent.includes('differ'));
        say(find('.shown h2').textContent.endsWith('.json'));
        press('j'); say(at()); press('k'); say(at()); press('k'); say(at() === items.length - 1);
        /* Each comparison has an address, which Back and a copied link restore. */
        items[0].click(); await wait();
        /* The loupe follows when images are decoded, which takes its time. */
        const words = () => find('.shown h2').textContent + find('.shown p').textContent;
        const first = page.location.hash, title = words();
        items[1].click(); await wait();
        say(page.location.hash !== first);
        page.history.back(); await wait();
        say(at(), page.location.hash === first, words() === title);
        page.location.hash = '#nothing'; await wait();
        say(at());
        """)
      let expected = ["0", "true", "true", "1", "0", "true", "true", "0", "true", "true", "0"]
      #expect(said == [expected, expected])
    }
    try withPage(.tolerated) { file in
      let said = try BrowserPage(file: file).run(
        "say(find('#totals').textContent, find('.shown').textContent.includes('equal within tolerance'))"
      )
      #expect(said[0].last == "true" && said[0][0].hasPrefix("0 differ1 within tolerance"))
    }
  }

  @Test func theTablesOfBenchSort() throws {
    for kind in [Kind.times, .growth] {
      try withPage(kind) { file in
        let said = try BrowserPage(file: file).run(
          """
          const column = () => all('tbody tr').map(row => row.children[index].textContent);
          let index = 0;
          for (const button of all('.sort')) {
            button.click(); const up = column(), head = button.parentElement;
            const first = head.getAttribute('aria-sort');
            button.click(); const down = column();
            if (first === head.getAttribute('aria-sort')) say('not turned: ' + button.textContent);
            if ([...up].sort().join() !== [...down].sort().join()) say('lost: ' + button.textContent);
            if (new Set(up).size === up.length && up.join() !== [...down].reverse().join())
              say('not reversed: ' + button.textContent);
            index += 1;
          }
          say(all('[role=img]').length > 0, all('[role=img]').every(image => image.getAttribute('aria-label')));
          """)
        #expect(said == [["true", "true"], ["true", "true"]], "\(kind)")
      }
    }
  }

  @Test func backAndAddressesOfInspectLeadToTabsAndLayers() throws {
    try withPage(.inspect) { file in
      let said = try BrowserPage(file: file).run(
        """
        const tab = () => find('[role=tab][aria-selected=true]').textContent;
        const layer = () => find('#details h2').textContent;
        say(tab());
        find('#tab-plan').click(); await wait();
        find('.row[data-pass]').click(); await wait();
        find('#step-title .link')?.click(); await wait();
        say(tab());
        page.history.back(); await wait(); say(tab());
        page.history.back(); await wait(); say(tab());
        page.location.hash = '#lifted/2'; await wait();
        say(tab(), layer());
        page.location.hash = '#nothing/99'; await wait();
        say(tab(), layer());
        find('#verdict .link').click(); await wait();
        say(tab());
        """)
      let expected = [
        "Layers", "Layers", "Frame plan", "Layers", "Lifted apart",
        "a_layer_whose_name_is_longer_than_a_phone_is_wide_because_tools_write_such_names_too",
        "Layers", "<b>root", "Layers",
      ]
      for said in said {
        // Layer 2 or its mask, whichever comes first in the tree.
        #expect(said.count == expected.count && said.dropLast(0).first == "Layers", "\(said)")
        #expect(said == expected, "\(said)")
      }
    }
  }
}
