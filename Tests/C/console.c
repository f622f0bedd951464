/* A console that a program takes over for images and restores: after its end, after a crash, and while another
 * console is shown.
 *
 *   console PROGRAM ARGUMENT...
 *
 * PROGRAM runs on /dev/tty1, and must end with status 0 on SIGTERM.
 */
#include <fcntl.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static int failures;

static void check(bool holds, const char *what) {
  printf("console: %s: %s\n", what, holds ? "yes" : "NO");
  failures += !holds;
}

/* Opened each time, because the end of a program that owns the console hangs up all its open descriptors. */
static int open_console(void) {
  int console = open("/dev/tty1", O_RDWR | O_NOCTTY);
  if (console >= 0) return console;
  perror("/dev/tty1");
  exit(2);
}

static bool is_graphic(void) {
  int console = open_console(), mode = -1;
  ioctl(console, KDGETMODE, &mode);
  close(console);
  return mode == KD_GRAPHICS;
}

static int active_console(void) {
  int console = open_console();
  struct vt_stat state = {0};
  ioctl(console, VT_GETSTATE, &state);
  close(console);
  return state.v_active;
}

static void activate(int number) {
  int console = open_console();
  ioctl(console, VT_ACTIVATE, number);
  close(console);
}

static bool is_line_edited(void) {
  int console = open_console();
  struct termios state;
  bool is_edited = tcgetattr(console, &state) == 0 && (state.c_lflag & ICANON) != 0;
  close(console);
  return is_edited;
}

/* Waits for at most a minute, because emulation is slow. */
static bool wait_until(bool (*holds)(void)) {
  for (int i = 0; i < 600 && !holds(); i++) nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
  return holds();
}

static bool is_first(void) { return active_console() == 1; }
static bool is_second(void) { return active_console() == 2; }

static pid_t start(char **arguments) {
  pid_t child = fork();
  if (child != 0) return child;
  setsid();
  int terminal = open("/dev/tty1", O_RDWR);
  ioctl(terminal, TIOCSCTTY, 1);
  execv(arguments[0], arguments);
  _exit(127);
}

static int end(pid_t child, int number) {
  int status = -1;
  kill(child, number);
  waitpid(child, &status, 0);
  return status;
}

int main(int count, char **arguments) {
  if (count < 2) return 2;
  activate(1);
  check(wait_until(is_first), "the first console is there");
  pid_t child = start(arguments + 1);
  check(wait_until(is_graphic), "the program takes the console");
  sleep(5);
  activate(2);
  check(wait_until(is_second), "another console can be looked at");
  sleep(2);
  activate(1);
  check(wait_until(is_first), "the console comes back");
  sleep(2);
  check(waitpid(child, NULL, WNOHANG) == 0, "the program goes on");
  int status = end(child, SIGTERM);
  check(WIFEXITED(status) && WEXITSTATUS(status) == 0, "it ends well");
  check(!is_graphic(), "the console shows text after the end");
  check(is_line_edited(), "its lines are edited again");
  child = start(arguments + 1);
  check(wait_until(is_graphic), "the program takes the console again");
  sleep(5);
  status = end(child, SIGABRT);
  check(WIFSIGNALED(status), "it crashes");
  check(!is_graphic(), "the console shows text after a crash");
  return failures == 0 ? 0 : 1;
}
