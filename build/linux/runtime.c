/*
 * The beginning of an AppImage: mounts the file system that follows it in the same file, and runs the AppRun in there.
 * build/appImage.ts compiles it with Debian's libraries if the usual runtime cannot be fetched. It is linked statically and needs only
 * fusermount3 (the package fuse3), which current distributions bring.
 * How an AppImage is laid out: https://github.com/AppImage/AppImageSpec/blob/master/draft.md
 */
#define _GNU_SOURCE
#define FUSE_USE_VERSION 32
#define _FILE_OFFSET_BITS 64
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <squashfuse/ll.h>

static volatile sig_atomic_t has_ended;
static volatile sig_atomic_t app;

static void on_child(int signal) { (void)signal; has_ended = 1; }
static void pass_on(int signal) { if (app > 0) kill(app, signal); }

/* Where this program ends in its file, which is where the file system begins; 0 if it cannot be read. */
static size_t end_of_program(const char *path) {
  Elf64_Ehdr header;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t count = file < 0 ? -1 : read(file, &header, sizeof header);
  if (file >= 0) close(file);
  return count == sizeof header ? header.e_shoff + (size_t)header.e_shentsize * header.e_shnum : 0;
}

/* Answers the kernel's questions about the file system until the app has ended. */
static void serve(struct fuse_session *session, const sigset_t *usual) {
  struct fuse_buf request = {0};
  struct pollfd question = {.fd = fuse_session_fd(session), .events = POLLIN};
  while (!has_ended && !fuse_session_exited(session)) {
    /* Signals are let in only while it waits, so that none is missed between the check and the wait. */
    if (ppoll(&question, 1, NULL, usual) <= 0) continue;
    int size = fuse_session_receive_buf(session, &request);
    if (size == -EINTR || size == -EAGAIN) continue;
    if (size <= 0) break;
    fuse_session_process_buf(session, &request);
  }
  free(request.mem);
}

int main(int argc, char **argv) {
  char self[PATH_MAX] = "";
  if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) return perror("Fabula"), 127;
  size_t offset = end_of_program(self);
  if (argc == 2 && strcmp(argv[1], "--appimage-offset") == 0) return printf("%zu\n", offset), 0;

  char folder[] = "/tmp/.mount_fabula_XXXXXX";
  sqfs_ll *image = sqfs_ll_open(self, offset);
  if (!image || !mkdtemp(folder)) return fprintf(stderr, "Fabula: this AppImage is damaged; fetch it again.\n"), 127;

  struct fuse_lowlevel_ops calls = {
    .getattr = sqfs_ll_op_getattr, .opendir = sqfs_ll_op_opendir, .releasedir = sqfs_ll_op_releasedir,
    .readdir = sqfs_ll_op_readdir, .lookup = sqfs_ll_op_lookup, .open = sqfs_ll_op_open, .create = sqfs_ll_op_create,
    .release = sqfs_ll_op_release, .read = sqfs_ll_op_read, .readlink = sqfs_ll_op_readlink,
    .listxattr = sqfs_ll_op_listxattr, .getxattr = sqfs_ll_op_getxattr, .forget = sqfs_ll_op_forget,
    .statfs = stfs_ll_op_statfs,
  };
  char *options[] = {"fabula", "-o", "ro,nodev,nosuid,fsname=fabula"};
  struct fuse_args mount = FUSE_ARGS_INIT(3, options);
  sqfs_ll_chan channel;
  if (sqfs_ll_mount(&channel, folder, &mount, &calls, sizeof calls, image) != SQFS_OK) {
    rmdir(folder);
    fprintf(stderr, "Fabula: an AppImage needs fusermount3 here. Install it (“apt-get install fuse3” or “dnf install fuse3”), or take "
                    "the deb or rpm instead.\n");
    return 127;
  }

  sigset_t usual, held;
  sigprocmask(SIG_SETMASK, NULL, &usual);
  sigemptyset(&held);
  sigaddset(&held, SIGCHLD);
  sigprocmask(SIG_BLOCK, &held, NULL);
  sigaction(SIGCHLD, &(struct sigaction){.sa_handler = on_child}, NULL);

  app = fork();
  if (app == 0) {
    char start[PATH_MAX], cwd[PATH_MAX];
    sigprocmask(SIG_SETMASK, &usual, NULL);
    snprintf(start, sizeof start, "%s/AppRun", folder);
    setenv("APPDIR", folder, 1);
    setenv("APPIMAGE", self, 1);
    setenv("ARGV0", argv[0], 1);
    if (getcwd(cwd, sizeof cwd)) setenv("OWD", cwd, 1);
    execv(start, argv);
    perror("Fabula");
    _exit(127);
  }
  for (const int *signal = (const int[]){SIGTERM, SIGINT, SIGHUP, 0}; *signal; signal++)
    sigaction(*signal, &(struct sigaction){.sa_handler = pass_on}, NULL);
  serve(channel.session, &usual);

  int status = 127 << 8;
  waitpid(app, &status, 0);
  sqfs_ll_unmount(&channel, folder);
  rmdir(folder);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
