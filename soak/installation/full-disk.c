/*
 * Loaded before every program of an installation (LD_PRELOAD): from the k-th write on that needs room under the folder, there is
 * none. A write needs room where a file grows; what is written over is there already, as on a real disk.
 *
 * SOAK_DISK_FOLDER: the folder. SOAK_DISK_COUNTS: a file of two 64-bit numbers that all processes share: k (0: there is always
 * room), and how many writes have needed room since k was set.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static volatile int64_t *counts;
static const char *folder;

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("SOAK_DISK_COUNTS");
  folder = getenv("SOAK_DISK_FOLDER");
  if (!file || !folder) return;
  int fd = open(file, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *mapped = mmap(NULL, 16, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (mapped != MAP_FAILED) counts = mapped;
}

static int is_ours(int fd) {
  char link[64], place[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, place, sizeof place - 1);
  if (length <= 0) return 0;
  place[length] = 0;
  return strncmp(place, folder, strlen(folder)) == 0;
}

/* Whether a write up to this offset finds no room. An offset of -1 stands for the end of the file. */
static int is_full(int fd, off_t offset, size_t bytes) {
  struct stat found;
  if (!counts || counts[0] == 0) return 0;
  int kept = errno;
  if (fstat(fd, &found) || !S_ISREG(found.st_mode)) return errno = kept, 0;
  off_t from = offset >= 0 ? offset : (fcntl(fd, F_GETFL) & O_APPEND) ? found.st_size : lseek(fd, 0, SEEK_CUR);
  int is_growing = from + (off_t)bytes > found.st_size && is_ours(fd);
  errno = kept;
  if (!is_growing) return 0;
  return __sync_add_and_fetch(&counts[1], 1) >= counts[0];
}

static size_t sum(const struct iovec *parts, int count) {
  size_t bytes = 0;
  for (int at = 0; at < count; at += 1) bytes += parts[at].iov_len;
  return bytes;
}

#define REAL(name) ({ static typeof(&name) real; if (!real) real = (typeof(&name))dlsym(RTLD_NEXT, #name); real; })
#define UNLESS_FULL(fd, offset, bytes) if (is_full(fd, offset, bytes)) return errno = ENOSPC, -1

ssize_t write(int fd, const void *from, size_t bytes) {
  UNLESS_FULL(fd, -1, bytes);
  return REAL(write)(fd, from, bytes);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  UNLESS_FULL(fd, -1, sum(parts, count));
  return REAL(writev)(fd, parts, count);
}

ssize_t pwrite(int fd, const void *from, size_t bytes, off_t offset) {
  UNLESS_FULL(fd, offset, bytes);
  return REAL(pwrite)(fd, from, bytes, offset);
}

ssize_t pwrite64(int fd, const void *from, size_t bytes, off64_t offset) {
  UNLESS_FULL(fd, offset, bytes);
  return REAL(pwrite64)(fd, from, bytes, offset);
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  UNLESS_FULL(fd, offset, sum(parts, count));
  return REAL(pwritev)(fd, parts, count, offset);
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
  UNLESS_FULL(fd, offset, sum(parts, count));
  return REAL(pwritev64)(fd, parts, count, offset);
}

int posix_fallocate(int fd, off_t offset, off_t bytes) {
  if (is_full(fd, offset, bytes)) return ENOSPC;
  return REAL(posix_fallocate)(fd, offset, bytes);
}

int posix_fallocate64(int fd, off64_t offset, off64_t bytes) {
  if (is_full(fd, offset, bytes)) return ENOSPC;
  return REAL(posix_fallocate64)(fd, offset, bytes);
}
