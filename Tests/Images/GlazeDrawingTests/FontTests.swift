import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeText
import Synchronization
import Testing

@Suite struct FontTests {
  private func width(_ font: String, _ text: String = "Hamburgefonstiv") -> CGFloat {
    TextLayout(text, style: TextStyle(fontName: font, fontSize: 100)).measure().width
  }

  @Test func helveticaHasItsWidths() {
    // Helvetica's advances in thousandths: H 722, i 222, W 944, m 833.
    #expect(abs(width("Helvetica", "H") - 72.2) < 0.1)
    #expect(abs(width("Helvetica", "i") - 22.2) < 0.1)
    #expect(abs(width("Arial", "m") - 83.3) < 0.1)
    #expect(abs(width("Times New Roman", "H") - 72.2) < 0.1)
    #expect(abs(width("Courier", "i") - 60) < 0.1)
  }

  @Test func namesCarryTheirStyle() {
    let bold = width("Helvetica-Bold", "i")
    #expect(abs(bold - 27.8) < 0.1)
    for name in ["Helvetica Bold", "Arial-BoldMT", "HelveticaNeue-Bold", "Helvetica-BoldOblique"] {
      #expect(width(name, "i") == bold, "\(name)")
    }
    #expect(width("ArialMT") == width("Arial"))
    #expect(width("TimesNewRomanPS-BoldMT") != width("TimesNewRomanPSMT"))
    #expect(width("TimesNewRomanPSMT") == width("Times"))
  }

  @Test func installedFacesAreFoundByEveryName() {
    let regular = width("Liberation Serif")
    #expect(width("LiberationSerif") == regular)
    #expect(width("liberation serif") == regular)
    #expect(width("LiberationSerif-Bold") == width("Liberation Serif Bold"))
    #expect(width("LiberationSerif-Bold") != regular)
    #expect(!FontDiagnostics.substitutions.contains { $0.requested.hasPrefix("Liberation") })
  }

  @Test func missingFontsAreToldOnce() {
    let told = Mutex<[FontSubstitution]>([])
    let name = "No Such Font \(UInt64.random(in: 0 ... .max))"
    FontDiagnostics.setHandler { substitution in told.withLock { $0.append(substitution) } }
    defer { FontDiagnostics.setHandler(nil) }
    for _ in 0..<3 { #expect(width(name) > 0) }
    _ = CTFont(name, size: 12).ascent
    let own = told.withLock { $0.filter { $0.requested == name } }
    #expect(own.count == 1)
    #expect(own.first?.used.isEmpty == false)
    #expect(own.first?.description.contains(name) == true)
    #expect(FontDiagnostics.substitutions.filter { $0.requested == name }.count == 1)
    #expect(!FontDiagnostics.substitutions.contains { $0.requested == "Helvetica" })
  }

  @Test func fontObjectsKeepNameAndSize() {
    let font = CTFontCreateWithName("Helvetica", 17, nil)
    #expect(CTFontGetSize(font) == 17)
    #expect(CTFontCopyPostScriptName(font) == "Helvetica")
    #expect(CTFontGetAscent(font) > 10 && CTFontGetDescent(font) > 2)
    #expect(CTFontGetLeading(font) >= 0)
    #expect(font == CTFont("Helvetica", size: 17))
    #expect(CTFont("", size: 0) == CTFont("Helvetica", size: 12))
    #expect(CGFont("") == nil)
    #expect(CGFont("Arial") == CGFont("Arial"))
    #expect(CGFont("Arial")?.postScriptName == "Arial")
  }

  @Test func sizesScaleMetrics() {
    let small = CTFont("Helvetica", size: 10)
    let large = CTFont("Helvetica", size: 100)
    #expect(abs(small.ascent * 10 - large.ascent) < 0.1)
    #expect(
      abs(
        width("Helvetica") - 10
          * TextLayout(
            "Hamburgefonstiv", style: TextStyle(fontName: "Helvetica", fontSize: 10)
          ).measure().width) < 0.5)
  }
}
