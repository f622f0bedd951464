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
      #expect(message.contains(/OpenGL 4\.3 is needed, but the current context is OpenGL \S/))
      #expect(message.contains(kind.isEmbedded ? "desktop OpenGL" : "object labels"))
      #expect(!message.contains("\n") && !message.contains(". "), "\(message)")
    }
    #expect(questions.differences(before, questions.answers).isEmpty)
    #expect(glGetError() == 0)
    withExtendedLifetime(host) {}
  }

  @Test func oldContextsAreToldWhatTheyLack() {
    #expect(HostTraits.missingFeatures(of: 33).count > HostTraits.missingFeatures(of: 42).count)
    #expect(HostTraits.missingFeatures(of: 43).isEmpty)
    let error = GLError.oldContext(
      found: "OpenGL 4.2", missing: HostTraits.missingFeatures(of: 42))
    #expect(
      error.description
        == "OpenGL 4.3 is needed, but the current context is OpenGL 4.2, which lacks GLSL 4.30 "
        + "shaders, separate vertex formats, copies between textures, object labels; "
        + "make a 4.3 context, or use the software backend")
  }
}
