// A copy of a file by all processors, with which scripts/external_memory_fs.sh compares external-sort: threads take
// pieces of 4 MiB one after another, read each and write it at its place. parallel_copy IN OUT [THREADS]; prints
// seconds and GB/s.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

constexpr std::size_t piece_bytes = std::size_t{4} << 20;

[[noreturn]] void fail(const char* what) {
  std::perror(what);
  std::exit(1);
}

void copy_pieces(int from, int to, std::size_t bytes, std::atomic<std::size_t>& next) {
  std::vector<char> piece(piece_bytes);
  for (std::size_t begin = next.fetch_add(piece_bytes); begin < bytes; begin = next.fetch_add(piece_bytes)) {
    const std::size_t length = std::min(piece_bytes, bytes - begin);
    if (pread(from, piece.data(), length, static_cast<off_t>(begin)) != static_cast<ssize_t>(length)) fail("read");
    if (pwrite(to, piece.data(), length, static_cast<off_t>(begin)) != static_cast<ssize_t>(length)) fail("write");
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("parallel_copy IN OUT [THREADS]\n", stderr);
    return 2;
  }
  const unsigned count = argc > 3 ? static_cast<unsigned>(std::stoul(argv[3])) : std::thread::hardware_concurrency();
  const auto begin = std::chrono::steady_clock::now();
  const int from = open(argv[1], O_RDONLY | O_CLOEXEC);
  if (from < 0) fail(argv[1]);
  const int to = open(argv[2], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (to < 0) fail(argv[2]);
  struct stat status {};
  if (fstat(from, &status) != 0) fail(argv[1]);
  const auto bytes = static_cast<std::size_t>(status.st_size);
  if (ftruncate(to, status.st_size) != 0) fail(argv[2]);
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < count; ++t) threads.emplace_back([&] { copy_pieces(from, to, bytes, next); });
  for (std::thread& thread : threads) thread.join();
  if (fsync(to) != 0) fail("fsync");
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::printf("%.3f s, %.2f GB/s, %u threads\n", seconds, static_cast<double>(bytes) / seconds * 1e-9, count);
  return 0;
}
