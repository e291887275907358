// Ways for many threads to fill a new file in a file system in memory: a copy of FILE by pwrite, by pwrite after
// fallocate, through a mapping, through a mapping of populated pieces, and fallocate alone. memory_file_ways FILE
// FOLDER [ROUNDS [THREADS]]; prints seconds and GB/s of each, interleaved. What docs/external.md says of them was
// measured by this.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace {

constexpr std::size_t piece_bytes = std::size_t{4} << 20;

[[noreturn]] void fail(const char* what) {
  std::perror(what);
  std::exit(1);
}

struct Copy {
  int from = -1, to = -1;
  std::size_t bytes = 0;
  char* in = nullptr;
  char* out = nullptr;
};

template <class Work>
void by_pieces(std::size_t bytes, unsigned count, Work&& work) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < count; ++t) {
    threads.emplace_back([&] {
      std::vector<char> piece(piece_bytes);
      for (std::size_t at = next.fetch_add(piece_bytes); at < bytes; at = next.fetch_add(piece_bytes))
        work(piece, at, std::min(piece_bytes, bytes - at));
    });
  }
  for (std::thread& thread : threads) thread.join();
}

void allocate(const Copy& copy, unsigned count) {
  by_pieces(copy.bytes, count, [&](auto&, std::size_t at, std::size_t length) {
    if (fallocate(copy.to, 0, static_cast<off_t>(at), static_cast<off_t>(length)) != 0) fail("fallocate");
  });
}

void write_pieces(const Copy& copy, unsigned count) {
  by_pieces(copy.bytes, count, [&](auto& piece, std::size_t at, std::size_t length) {
    if (pread(copy.from, piece.data(), length, static_cast<off_t>(at)) < 0) fail("read");
    if (pwrite(copy.to, piece.data(), length, static_cast<off_t>(at)) < 0) fail("write");
  });
}

void only_write(const Copy& copy, unsigned count) {
  by_pieces(copy.bytes, count, [&](auto& piece, std::size_t at, std::size_t length) {
    if (pwrite(copy.to, piece.data(), length, static_cast<off_t>(at)) < 0) fail("write");
  });
}

void write_allocated(const Copy& copy, unsigned count) {
  if (fallocate(copy.to, 0, 0, static_cast<off_t>(copy.bytes)) != 0) fail("fallocate");
  write_pieces(copy, count);
}

void allocate_at_once(const Copy& copy, unsigned) {
  if (fallocate(copy.to, 0, 0, static_cast<off_t>(copy.bytes)) != 0) fail("fallocate");
}

void only_read(const Copy& copy, unsigned count) {
  by_pieces(copy.bytes, count, [&](auto& piece, std::size_t at, std::size_t length) {
    if (pread(copy.from, piece.data(), length, static_cast<off_t>(at)) < 0) fail("read");
  });
}

char* map(int file, std::size_t bytes, bool writes) {
  void* at = mmap(nullptr, bytes, writes ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, file, 0);
  if (at == MAP_FAILED) fail("map");
  return static_cast<char*>(at);
}

void through_mapping(const Copy& copy, unsigned count) {
  char* out = map(copy.to, copy.bytes, true);
  by_pieces(copy.bytes, count, [&](auto&, std::size_t at, std::size_t length) {
    if (pread(copy.from, out + at, length, static_cast<off_t>(at)) < 0) fail("read");
  });
  munmap(out, copy.bytes);
}

void through_populated(const Copy& copy, unsigned count) {
  char* out = map(copy.to, copy.bytes, true);
  by_pieces(copy.bytes, count, [&](auto&, std::size_t at, std::size_t length) {
#ifdef MADV_POPULATE_WRITE
    madvise(out + at, length, MADV_POPULATE_WRITE);
#endif
    if (pread(copy.from, out + at, length, static_cast<off_t>(at)) < 0) fail("read");
  });
  munmap(out, copy.bytes);
}

void only_populate(const Copy& copy, unsigned count) {
  char* out = map(copy.to, copy.bytes, true);
  by_pieces(copy.bytes, count, [&](auto&, std::size_t at, std::size_t length) {
    for (std::size_t i = at; i < at + length; i += 4096) out[i] = 1;
  });
  munmap(out, copy.bytes);
}

void huge_mapping(const Copy& copy, unsigned count) {
  char* out = map(copy.to, copy.bytes, true);
  if (madvise(out, copy.bytes, MADV_HUGEPAGE) != 0) std::perror("huge pages");
  by_pieces(copy.bytes, count, [&](auto&, std::size_t at, std::size_t length) {
    if (pread(copy.from, out + at, length, static_cast<off_t>(at)) < 0) fail("read");
  });
  munmap(out, copy.bytes);
}

/// Maps a piece, has its pages made, copies, and gives the mapping back.
void copy_piece(const Copy& copy, std::size_t at, std::size_t length, bool populate) {
  void* out = mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_SHARED, copy.to, static_cast<off_t>(at));
  if (out == MAP_FAILED) fail("map");
  if (populate && madvise(out, length, MADV_POPULATE_WRITE) != 0) fail("populate");
  if (pread(copy.from, out, length, static_cast<off_t>(at)) < 0) fail("read");
  munmap(out, length);
}

void mapped_pieces(const Copy& copy, unsigned count) {
  by_pieces(copy.bytes, count, [&](auto&, std::size_t at, std::size_t length) { copy_piece(copy, at, length, false); });
}

void populated_pieces(const Copy& copy, unsigned count) {
  by_pieces(copy.bytes, count, [&](auto&, std::size_t at, std::size_t length) { copy_piece(copy, at, length, true); });
}

struct Way {
  const char* name;
  void (*run)(const Copy&, unsigned);
  bool allocated = false;  ///< before the time is taken
};

constexpr Way ways[] = {{"read alone", only_read},
                        {"pwrite alone", only_write},
                        {"pread, pwrite", write_pieces},
                        {"fallocate, pread, pwrite", write_allocated},
                        {"fallocate alone", allocate_at_once},
                        {"fallocate by threads", allocate},
                        {"pread into a mapping", through_mapping},
                        {"pread into a populated mapping", through_populated},
                        {"pread into a mapping of large pages", huge_mapping},
                        {"mapped pieces", mapped_pieces},
                        {"mapped and populated pieces", populated_pieces},
                        {"touching a mapping", only_populate},
                        {"allocated: pread, pwrite", write_pieces, true},
                        {"allocated: pread into a mapping", through_mapping, true},
                        {"allocated: mapped pieces", mapped_pieces, true},
                        {"allocated: mapped, populated pieces", populated_pieces, true},
                        {"allocated: touching a mapping", only_populate, true}};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("memory_file_ways FILE FOLDER [ROUNDS [THREADS]]\n", stderr);
    return 2;
  }
  const int rounds = argc > 3 ? std::stoi(argv[3]) : 3;
  const unsigned count = argc > 4 ? static_cast<unsigned>(std::stoul(argv[4])) : std::thread::hardware_concurrency();
  utsname system{};
  uname(&system);
  std::printf("%s %s, %u threads\n", system.sysname, system.release, count);
  Copy copy;
  copy.from = open(argv[1], O_RDONLY | O_CLOEXEC);
  if (copy.from < 0) fail(argv[1]);
  struct stat status {};
  if (fstat(copy.from, &status) != 0) fail(argv[1]);
  copy.bytes = static_cast<std::size_t>(status.st_size);
  const std::string out = std::string(argv[2]) + "/memory-file-ways";
  for (int round = 0; round < rounds; ++round) {
    for (const Way& way : ways) {
      copy.to = open(out.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
      if (copy.to < 0 || ftruncate(copy.to, status.st_size) != 0) fail(out.c_str());
      if (way.allocated && fallocate(copy.to, 0, 0, status.st_size) != 0) fail("fallocate");
      const auto begin = std::chrono::steady_clock::now();
      way.run(copy, count);
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      std::printf("%-36s %.3f s  %.2f GB/s\n", way.name, seconds, static_cast<double>(copy.bytes) / seconds * 1e-9);
      std::fflush(stdout);
      close(copy.to);
      unlink(out.c_str());
    }
  }
  return 0;
}
