// Plain reads and writes by threads against io_uring on one thread, interleaved, as the merge reads and writes: pieces
// of runs in an order that jumps between them. io_ways FILE FOLDER [ROUNDS]; prints a table. What is said of it in
// docs/external.md was measured by this.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <liburing.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

constexpr std::size_t runs = 32, depth = 8;

[[noreturn]] void fail(const char* what) {
  std::perror(what);
  std::exit(1);
}

struct Job {
  int file = -1;
  std::size_t bytes = 0, pieces = 0;
  bool writes = false;

  /// The place of piece i: one of each run after another.
  off_t offset(std::size_t i) const {
    const std::size_t per_run = pieces / runs;
    return static_cast<off_t>((i % runs * per_run + i / runs) * bytes);
  }
};

void by_threads(const Job& job, unsigned count) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < count; ++t) {
    threads.emplace_back([&] {
      std::vector<char> buffer(job.bytes, 'x');
      for (std::size_t i = next++; i < job.pieces; i = next++) {
        const ssize_t done = job.writes ? pwrite(job.file, buffer.data(), job.bytes, job.offset(i))
                                        : pread(job.file, buffer.data(), job.bytes, job.offset(i));
        if (done != static_cast<ssize_t>(job.bytes)) fail("piece");
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

void by_ring(const Job& job, unsigned) {
  io_uring ring{};
  if (io_uring_queue_init(depth, &ring, 0) != 0) fail("io_uring");
  std::vector<std::vector<char>> buffers(depth, std::vector<char>(job.bytes, 'x'));
  std::size_t asked = 0;
  const auto ask = [&](std::size_t slot) {
    io_uring_sqe* entry = io_uring_get_sqe(&ring);
    const auto offset = static_cast<std::uint64_t>(job.offset(asked++));
    const auto bytes = static_cast<unsigned>(job.bytes);
    if (job.writes) {
      io_uring_prep_write(entry, job.file, buffers[slot].data(), bytes, offset);
    } else {
      io_uring_prep_read(entry, job.file, buffers[slot].data(), bytes, offset);
    }
    entry->user_data = slot;
  };
  for (std::size_t slot = 0; slot < depth && asked < job.pieces; ++slot) ask(slot);
  for (std::size_t done = 0; done < job.pieces; ++done) {
    io_uring_cqe* result = nullptr;
    if (io_uring_submit(&ring) < 0 || io_uring_wait_cqe(&ring, &result) != 0) fail("io_uring");
    if (result->res != static_cast<int>(job.bytes)) fail("piece");
    const std::size_t slot = result->user_data;
    io_uring_cqe_seen(&ring, result);
    if (asked < job.pieces) ask(slot);
  }
  io_uring_queue_exit(&ring);
}

struct Taken {
  double wall = 0, processor = 0;
};

template <class Work>
Taken timed(const Job& job, unsigned threads, Work work, bool cold) {
  if (cold) posix_fadvise(job.file, 0, 0, POSIX_FADV_DONTNEED);
  rusage before{}, after{};
  getrusage(RUSAGE_SELF, &before);
  const auto start = std::chrono::steady_clock::now();
  work(job, threads);
  if (job.writes && fdatasync(job.file) != 0) fail("sync");
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  getrusage(RUSAGE_SELF, &after);
  const auto seconds = [](const timeval& a, const timeval& b) {
    return static_cast<double>(b.tv_sec - a.tv_sec) + static_cast<double>(b.tv_usec - a.tv_usec) * 1e-6;
  };
  return {wall, seconds(before.ru_utime, after.ru_utime) + seconds(before.ru_stime, after.ru_stime)};
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

}  // namespace

int main(int count, char** words) {
  if (count < 3) {
    std::fprintf(stderr, "usage: %s FILE FOLDER [ROUNDS]\n", words[0]);
    return 2;
  }
  const int rounds = count > 3 ? std::atoi(words[3]) : 5;
  const unsigned processors = std::max(1u, std::thread::hardware_concurrency());
  const int in = open(words[1], O_RDONLY);
  const int out = open(words[2], O_TMPFILE | O_RDWR, 0600);
  struct stat status {};
  if (in < 0 || out < 0 || fstat(in, &status) != 0) fail("open");
  const auto all = static_cast<std::size_t>(status.st_size);
  std::printf("%u processors, %.2f GB, pieces of %zu runs in turn, %d rounds; median GB/s (processor s)\n", processors,
              static_cast<double>(all) * 1e-9, runs, rounds);
  for (const std::size_t bytes : {std::size_t{256} << 10, std::size_t{2} << 20}) {
    for (const int kind : {0, 1, 2}) {
      const bool writes = kind == 2, cold = kind == 1;
      const Job job{.file = writes ? out : in, .bytes = bytes, .pieces = all / bytes / runs * runs, .writes = writes};
      std::vector<double> wall[2], processor[2];
      for (int round = 0; round < rounds; ++round) {
        for (const int way : {0, 1}) {
          if (writes && ftruncate(out, 0) != 0) fail("truncate");
          const Taken taken = timed(job, processors, way == 0 ? by_threads : by_ring, cold);
          wall[way].push_back(taken.wall);
          processor[way].push_back(taken.processor);
        }
      }
      const double gb = static_cast<double>(job.pieces * bytes) * 1e-9;
      std::printf("%-22s %4zu KiB: %u threads %.2f (%.2f), io_uring depth %zu %.2f (%.2f)\n",
                  writes ? "written and synced"
                  : cold ? "read from the disk"
                         : "read from page cache",
                  bytes >> 10, processors, gb / median(wall[0]), median(processor[0]), depth, gb / median(wall[1]),
                  median(processor[1]));
    }
  }
}
