import COpenGL
import Glaze
import GlazeCore
import GlazeGL
import Testing

/// The error messages for contexts that Glaze cannot draw in.
@Suite(.serialized) struct ContextVersionTests {
  /// The error is one sentence, and the context does not change.
  @Test(arguments: TestHost.Kind.refused)
  func contextsThatAreTooOldAreRefused(kind: TestHost.Kind) throws {
    let host = try TestHost(kind)
    // Contexts without a surface share Mesa's default framebuffer, whose draw buffer other tests
    // change.
    var framebuffer: GLuint = 0
    glGenFramebuffers(1, &framebuffer)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    defer { glDeleteFramebuffers(1, &framebuffer) }
    let questions = ContextQuestions()
    let before = questions.answers
    for make in [{ _ = try Renderer(.currentContext) }, { _ = try CARenderer() }] {
      let error = #expect(throws: GlazeError.self, performing: make)
      #expect(error?.code == .noDevice)
      let message = error?.message ?? ""
      #expect(
        message.contains(
          /OpenGL 3\.3 or OpenGL ES 3\.0 is needed, but the current context is OpenGL \S/))
      #expect(!message.contains("\n") && !message.contains(". "), "\(message)")
    }
    #expect(questions.differences(before, questions.answers).isEmpty)
    #expect(glGetError() == 0)
    withExtendedLifetime(host) {}
  }
}
