import Foundation
import GlazeGeometry
import Testing

/// Paths in the notation of Apple's files: numbers, then their operator.
@Suite struct PostfixPathTests {
  @Test(arguments: [
    ("5 5 m 35 5 l 20 35 l h", "M 5 5 L 35 5 L 20 35 Z"),
    ("0 0 m 1 2 3 4 5 6 c", "M 0 0 C 1 2 3 4 5 6"),
    ("0 0 m 1 2 3 4 q h 7 7 m 8 8 l", "M 0 0 Q 1 2 3 4 Z M 7 7 L 8 8"),
    ("1 2 30 40 re", "M 1 2 L 31 2 L 31 42 L 1 42 Z"),
    ("\n-1.5e1,+.5 m\t2. 3 l\n", "M -15 0.5 L 2 3"),
    ("", ""), ("  ", ""),
  ])
  func operatorsStandBehindTheirNumbers(text: String, svg: String) throws {
    #expect(try CGPath(postfixPath: text).svgPath == svg)
    #expect(try CGPath(pathText: text).svgPath == svg)
    // The first letter distinguishes the other notation.
    #expect(try CGPath(pathText: " " + svg).svgPath == svg)
  }

  @Test(
    arguments: [
      ("1 m", .wrongCount("m", expected: 2, found: 1), 2),
      ("1 2 m 1 2 3 4 5 c", .wrongCount("c", expected: 6, found: 5), 9),
      ("1 2 m 9 h", .wrongCount("h", expected: 0, found: 1), 5),
      ("h", .missingMove("h"), 1),
      ("1 2 m 3 4 lh", .unknownWord("lh"), 6),
      ("1 2 m inf 4 l", .unknownWord("inf"), 4),
      ("1 2 m 1e999 4 l", .unknownWord("1e999"), 4),
      ("1 2", .missingOperator, 2),
    ] as [(String, PostfixPathError.Problem, Int)])
  func mistakesAreNamedWithTheirPlace(
    text: String, problem: PostfixPathError.Problem, word: Int
  ) {
    #expect(throws: PostfixPathError(problem: problem, word: word)) {
      try CGPath(postfixPath: text)
    }
  }
}
