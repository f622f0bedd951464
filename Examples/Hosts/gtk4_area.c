/* A host with GTK 4: a document in a GtkGLArea over a sky that the host draws, animated by GTK's clock.
 *
 *   gtk4_area DOCUMENT [IMAGE.png SECONDS]
 *
 * Build: cc gtk4_area.c $(pkg-config --cflags --libs glaze gtk4 opengl) -o gtk4_area
 * Run:   ./gtk4_area player.json
 *
 * The layer "card" stays in the center; a click turns the document's state on and off. With
 * IMAGE.png, the area as GTK shows it at SECONDS is written to the file, and the program ends.
 */
#include "sky.h"
#include <glaze.h>
#include <gtk/gtk.h>

static const char *image;
static double moment;
static glaze_document *document;
static glaze_layer *root;
static glaze_renderer *renderer;
static glaze_session *session;

static void fail(const char *message) {
  g_printerr("gtk4_area: %s\n", message);
  exit(1);
}

static void check(glaze_code code) {
  if (code != GLAZE_OK) fail(glaze_error_message());
}

static void realize(GtkGLArea *area) {
  gtk_gl_area_make_current(area);
  if (gtk_gl_area_get_error(area) != NULL) fail(gtk_gl_area_get_error(area)->message);
  sky_open();
  renderer = glaze_renderer_create("context", NULL);
  if (renderer == NULL) fail(glaze_error_message());
  session = glaze_session_create(renderer, root, NULL);
  check(glaze_session_commit(session, 0));
}

/* Releases Glaze's objects while the context is current. */
static void unrealize(GtkGLArea *area) {
  gtk_gl_area_make_current(area);
  glaze_session_release(session);
  glaze_renderer_release(renderer);
}

/* Sizes are in pixels here; widgets use points. */
static void resize(GtkGLArea *area, int width, int height) {
  double scale = gtk_widget_get_scale_factor(GTK_WIDGET(area));
  glaze_render_options options = {.struct_size = sizeof options, .scale = scale};
  check(glaze_session_set_options(session, &options));
  glaze_transaction_begin();
  glaze_transaction_set_disables_actions(true);
  glaze_rect bounds = {0, 0, width / scale, height / scale};
  check(glaze_object_set_rect(root, "bounds", bounds));
  glaze_point middle = {bounds.width / 2, bounds.height / 2};
  check(glaze_object_set_point(root, "sublayers.card.position", middle));
  glaze_transaction_commit();
}

/* GTK has bound its framebuffer. The sky's state is not set again, because Glaze does not change it. */
static gboolean render(void) {
  sky_draw(moment);
  glaze_target bound = {.struct_size = sizeof bound, .kind = GLAZE_TARGET_CURRENT_FRAMEBUFFER};
  check(glaze_session_render(session, moment, &bound, NULL));
  return TRUE;
}

/* Writes the area as GTK shows it to the file. */
static void save(GtkWidget *area) {
  GdkPaintable *shown = gtk_widget_paintable_new(area);
  GtkSnapshot *snapshot = gtk_snapshot_new();
  gdk_paintable_snapshot(shown, snapshot, gtk_widget_get_width(area), gtk_widget_get_height(area));
  GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
  GskRenderer *gsk = gtk_native_get_renderer(gtk_widget_get_native(area));
  GdkTexture *texture = gsk_renderer_render_texture(gsk, node, NULL);
  gdk_texture_save_to_png(texture, image);
  g_object_unref(texture);
  gsk_render_node_unref(node);
  g_object_unref(shown);
}

/* Toggles between the document's first state and no state. */
static void click(void) {
  bool is_plain = glaze_document_state(document) == NULL;
  glaze_document_set_state(document, is_plain ? glaze_document_state_at(document, 0) : NULL, true);
}

/* Called before every frame; the clock counts microseconds. */
static gboolean tick(GtkWidget *area, GdkFrameClock *clock, gpointer seconds) {
  static int frames = 0;
  if (image == NULL) {
    static gint64 start = 0;
    gint64 now = gdk_frame_clock_get_frame_time(clock);
    if (start == 0) start = now;
    moment = (now - start) / 1e6;
  } else if (frames == 1) {
    /* The first frame was at time 0; this one shows whether the first left the state unchanged. */
    moment = *(double *)seconds;
    click();
    check(glaze_session_commit(session, moment - 1));
  } else if (frames == 2) {
    save(area);
    gtk_window_destroy(GTK_WINDOW(gtk_widget_get_root(area)));
    return G_SOURCE_REMOVE;
  }
  frames++;
  gtk_gl_area_queue_render(GTK_GL_AREA(area));
  return G_SOURCE_CONTINUE;
}

int main(int count, char **arguments) {
  if (count != 2 && count != 4) fail("usage: gtk4_area DOCUMENT [IMAGE.png SECONDS]");
  double seconds = count == 4 ? g_ascii_strtod(arguments[3], NULL) : 0;
  if (count == 4) image = arguments[2];
  document = glaze_document_open(arguments[1], NULL);
  if (document == NULL) fail(glaze_error_message());
  root = glaze_document_root(document);

  gtk_init();
  GtkWidget *window = gtk_window_new(), *area = gtk_gl_area_new();
  gtk_gl_area_set_required_version(GTK_GL_AREA(area), 4, 3);
  gtk_widget_set_size_request(area, 720, 420);
  g_signal_connect(area, "realize", G_CALLBACK(realize), NULL);
  g_signal_connect(area, "unrealize", G_CALLBACK(unrealize), NULL);
  g_signal_connect(area, "resize", G_CALLBACK(resize), NULL);
  g_signal_connect(area, "render", G_CALLBACK(render), NULL);
  GtkGesture *clicks = gtk_gesture_click_new();
  g_signal_connect(clicks, "pressed", G_CALLBACK(click), NULL);
  gtk_widget_add_controller(area, GTK_EVENT_CONTROLLER(clicks));
  gtk_widget_add_tick_callback(area, tick, &seconds, NULL);
  gtk_window_set_child(GTK_WINDOW(window), area);
  gtk_window_present(GTK_WINDOW(window));
  while (g_list_model_get_n_items(gtk_window_get_toplevels()) > 0)
    g_main_context_iteration(NULL, TRUE);

  glaze_object_release(root);
  glaze_document_release(document);
  return 0;
}
