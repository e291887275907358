// What scripts/external_bench.sh compares external-sort with: a plain external merge of 100-byte records by their first
// ten bytes, as one would write it with the standard library. One thread: chunks are read, sorted by std::sort through
// an index of (first eight bytes, place), written as runs, and merged by a binary heap with one buffer for each run.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

namespace {

constexpr std::size_t record_bytes = 100, key_bytes = 10;

[[noreturn]] void fail(const char* what) {
  std::perror(what);
  std::exit(1);
}

std::uint64_t prefix_of(const char* record) {
  std::uint64_t number = 0;
  std::memcpy(&number, record, sizeof number);
  return __builtin_bswap64(number);
}

struct Entry {
  std::uint64_t prefix;
  const char* record;
};

bool before(const Entry& a, const Entry& b) {
  if (a.prefix != b.prefix) return a.prefix < b.prefix;
  const int rest = std::memcmp(a.record + 8, b.record + 8, key_bytes - 8);
  return rest != 0 ? rest < 0 : a.record < b.record;
}

struct File {
  explicit File(std::FILE* opened) : file(opened) {
    if (file == nullptr) fail("open");
    std::setvbuf(file, nullptr, _IONBF, 0);
  }
  File(File&& other) noexcept : file(std::exchange(other.file, nullptr)) {}
  File& operator=(File&&) = delete;
  ~File() {
    if (file != nullptr) std::fclose(file);
  }
  std::FILE* file;
};

void write_all(const File& to, const std::vector<char>& bytes, std::size_t count) {
  if (std::fwrite(bytes.data(), 1, count, to.file) != count) fail("write");
}

std::vector<File> make_runs(const char* input, std::size_t memory) {
  const File in(std::fopen(input, "rb"));
  const std::size_t records = memory / (record_bytes + sizeof(Entry));
  std::vector<char> chunk(records * record_bytes), out(std::size_t{1} << 20);
  std::vector<Entry> entries;
  std::vector<File> runs;
  while (const std::size_t count = std::fread(chunk.data(), record_bytes, records, in.file)) {
    entries.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const char* record = chunk.data() + i * record_bytes;
      entries.push_back({prefix_of(record), record});
    }
    std::sort(entries.begin(), entries.end(), before);
    File run(std::tmpfile());
    std::size_t filled = 0;
    for (const Entry& entry : entries) {
      if (filled + record_bytes > out.size()) write_all(run, out, std::exchange(filled, 0));
      std::memcpy(out.data() + filled, entry.record, record_bytes);
      filled += record_bytes;
    }
    write_all(run, out, filled);
    std::rewind(run.file);
    runs.push_back(std::move(run));
  }
  return runs;
}

struct Source {
  File file;
  std::vector<char> buffer;
  std::size_t at = 0, end = 0;

  bool next() {
    at += record_bytes;
    if (at < end) return true;
    end = std::fread(buffer.data(), 1, buffer.size(), file.file);
    at = 0;
    return end > 0;
  }
};

void merge(std::vector<File> runs, const char* output, std::size_t memory) {
  const File to(std::fopen(output, "wb"));
  const std::size_t each = std::max<std::size_t>(1, memory / (runs.size() + 1) / record_bytes) * record_bytes;
  std::vector<Source> sources;
  for (File& run : runs) sources.push_back({std::move(run), std::vector<char>(each)});
  struct Head {
    Entry entry;
    std::size_t source;
  };
  const auto later = [](const Head& a, const Head& b) {
    if (a.entry.prefix != b.entry.prefix) return a.entry.prefix > b.entry.prefix;
    const int rest = std::memcmp(a.entry.record + 8, b.entry.record + 8, key_bytes - 8);
    return rest != 0 ? rest > 0 : a.source > b.source;
  };
  std::priority_queue<Head, std::vector<Head>, decltype(later)> heap(later);
  const auto push = [&](std::size_t i) {
    const char* record = sources[i].buffer.data() + sources[i].at;
    heap.push({{prefix_of(record), record}, i});
  };
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (sources[i].next()) push(i);
  }
  std::vector<char> out(std::min<std::size_t>(each, std::size_t{1} << 20));
  std::size_t filled = 0;
  while (!heap.empty()) {
    const Head head = heap.top();
    heap.pop();
    if (filled + record_bytes > out.size()) write_all(to, out, std::exchange(filled, 0));
    std::memcpy(out.data() + filled, head.entry.record, record_bytes);
    filled += record_bytes;
    if (sources[head.source].next()) push(head.source);
  }
  write_all(to, out, filled);
  if (fsync(fileno(to.file)) != 0) fail("fsync");
}

}  // namespace

int main(int count, char** words) {
  if (count != 4) {
    std::fprintf(stderr, "usage: %s INPUT OUTPUT MEMORY_BYTES\n", words[0]);
    return 2;
  }
  const std::size_t memory = std::stoull(words[3]) - (std::size_t{16} << 20);
  merge(make_runs(words[1], memory), words[2], memory);
}
