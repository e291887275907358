#include "compute/external/run_file.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include "compute/data/io/write_target.h"
#include "compute/external/file_access.h"

namespace texelsort::external {
namespace {

constexpr std::uint64_t run_magic = 0x324e555254584554;  // the text "TEXTRUN2" in the file, which identifies its format
constexpr int zstd_level = 1;  // zstd's fastest standard level, because compression must be faster than the disk

/// Footer of a complete run file, which follows the table of pieces. Numbers are in the machine's byte order, because
/// only the same machine reads the file.
struct RunFooter {
  std::uint64_t magic = run_magic, identity = 0;
  Position begin, end;
  std::uint64_t records = 0, bytes = 0, pieces = 0;
  std::uint64_t checksum = 0;  ///< checksum of the table of pieces and of the other fields of the footer
};

template <class Value>
std::span<const std::byte> bytes_of(const Value& value) {
  return std::as_bytes(std::span(&value, 1));
}

/// Computes the XXH3 checksum of bytes. It detects accidental damage in a tenth of the time of zlib's CRC32.
std::uint64_t checksum_of(std::span<const std::byte> bytes, std::uint64_t before = 0) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), before);
}

std::uint64_t checksum_of(RunFooter footer, const std::vector<Piece>& pieces) {
  footer.checksum = 0;
  return checksum_of(bytes_of(footer), checksum_of(std::as_bytes(std::span(pieces))));
}

[[noreturn]] void fail_as_damaged(const Run& run, std::size_t index, const char* what) {
  throw DamagedRun(fmt::format("{}: piece {} of {} is damaged by the disk or the memory ({}): run the sort again",
                               run.name, index + 1, run.pieces.size(), what),
                   run.path);
}

}  // namespace

void Run::unlink() const {
  if (folder >= 0) unlinkat(folder, path.filename().c_str(), 0);
}

RunWriter::RunWriter(Run run, bool compress, std::uint64_t identity)
    : run_(std::move(run)), compress_(compress), identity_(identity) {}

RunWriter::~RunWriter() {
  if (!complete_) run_.unlink();
}

void RunWriter::encode(Block& block) const {
  block.stored.clear();
  std::size_t from = 0;
  for (Piece& piece : block.pieces) {
    const std::span<const std::byte> raw = std::span(block.raw).subspan(from, piece.raw);
    from += piece.raw;
    if (!compress_) {
      piece.stored = piece.raw;
      piece.checksum = checksum_of(raw);
      continue;
    }
    const std::size_t at = block.stored.size();
    block.stored.resize(at + ZSTD_compressBound(raw.size()));
    std::size_t bytes =
        ZSTD_compress(block.stored.data() + at, block.stored.size() - at, raw.data(), raw.size(), zstd_level);
    // Store pieces uncompressed if compression does not shorten them.
    if (ZSTD_isError(bytes) != 0 || bytes >= raw.size()) {
      std::ranges::copy(raw, block.stored.begin() + static_cast<std::ptrdiff_t>(at));
      bytes = raw.size();
    }
    block.stored.resize(at + bytes);
    piece.stored = bytes;
    piece.checksum = checksum_of(std::span(block.stored).subspan(at));
  }
}

void RunWriter::write(const Block& block) {
  const std::vector<std::byte>& stored = block.stored.empty() ? block.raw : block.stored;
  if (stored.empty()) return;
  std::uint64_t offset = 0;
  {
    const std::lock_guard lock(mutex_);
    offset = run_.stored_bytes;
    run_.stored_bytes += stored.size();
    std::vector<Piece>& pieces = written_[block.index] = block.pieces;
    std::uint64_t at = offset;
    for (Piece& piece : pieces) {
      piece.offset = at;
      at += piece.stored;
    }
  }
  write_at(run_.file.descriptor(), stored, offset, run_.name);
}

void RunWriter::finish() {
  std::uint64_t bare = 0;
  for (const auto& [index, pieces] : written_) {
    for (const Piece& piece : pieces) {
      run_.pieces.push_back(piece);
      run_.pieces.back().before = bare;
      bare += piece.bare;
      run_.bytes += piece.raw;
      run_.records += piece.records;
    }
  }
  written_.clear();
  run_.pieces.shrink_to_fit();
  if (run_.folder < 0) {
    complete_ = true;
    return;
  }
  RunFooter footer{.identity = identity_,
                   .begin = run_.begin,
                   .end = run_.end,
                   .records = run_.records,
                   .bytes = run_.bytes,
                   .pieces = run_.pieces.size()};
  footer.checksum = checksum_of(footer, run_.pieces);
  const auto table = std::as_bytes(std::span(run_.pieces));
  write_at(run_.file.descriptor(), table, run_.stored_bytes, run_.name);
  write_at(run_.file.descriptor(), bytes_of(footer), run_.stored_bytes + table.size(), run_.name);
  if (fdatasync(run_.file.descriptor()) != 0) data::fail_to_write(run_.name, errno);
  std::filesystem::path whole = run_.path;
  whole.replace_extension(".run");
  if (renameat(run_.folder, run_.path.filename().c_str(), run_.folder, whole.filename().c_str()) != 0) {
    data::fail_to_write(run_.name, errno);
  }
  run_.path = std::move(whole);
  complete_ = true;
}

void require_intact(const Run& run, std::size_t index, std::span<const std::byte> stored) {
  if (checksum_of(stored) != run.pieces[index].checksum) fail_as_damaged(run, index, "its checksum is wrong");
}

std::span<const std::byte> decoded(const Run& run, std::size_t index, std::span<const std::byte> stored,
                                   std::vector<std::byte>& raw) {
  const Piece& piece = run.pieces[index];
  if (piece.stored == piece.raw) return stored;
  raw.resize(piece.raw);
  if (ZSTD_decompress(raw.data(), raw.size(), stored.data(), stored.size()) != raw.size())
    fail_as_damaged(run, index, "zstd cannot decompress it");
  return raw;
}

void read_pieces(const Run& run, std::size_t first, std::size_t end, std::span<std::byte> stored) {
  while (first < end) {
    // Read pieces that are adjacent in the file with one call.
    std::size_t next = first;
    std::uint64_t bytes = 0;
    do {
      bytes += run.pieces[next++].stored;
    } while (next < end && run.pieces[next].offset == run.pieces[first].offset + bytes);
    if (read_at(run.file.descriptor(), stored.first(bytes), run.pieces[first].offset, run.name) != bytes)
      fail_as_damaged(run, first, "the file is incomplete");
    stored = stored.subspan(bytes);
    first = next;
  }
}

std::optional<Run> open_run(int folder, const std::filesystem::path& path, std::uint64_t identity) {
  Run run{.folder = folder, .path = path, .name = path.string()};
  // Open without blocking, because the path may name a pipe.
  constexpr int flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  run.file = data::OpenFile(openat(folder, path.filename().c_str(), flags));
  struct stat status {};
  if (!run.file.is_open() || fstat(run.file.descriptor(), &status) != 0) return std::nullopt;
  if (!S_ISREG(status.st_mode) || status.st_uid != geteuid()) return std::nullopt;
  const auto bytes = static_cast<std::uint64_t>(status.st_size);
  RunFooter footer;
  if (bytes < sizeof footer) return std::nullopt;
  const std::uint64_t at = bytes - sizeof footer;
  read_at(run.file.descriptor(), std::as_writable_bytes(std::span(&footer, 1)), at, run.name);
  if (footer.magic != run_magic || footer.identity != identity || footer.pieces > at / sizeof(Piece))
    return std::nullopt;
  run.pieces.resize(footer.pieces);
  const auto table = std::as_writable_bytes(std::span(run.pieces));
  run.stored_bytes = at - table.size();
  read_at(run.file.descriptor(), table, run.stored_bytes, run.name);
  if (footer.checksum != checksum_of(footer, run.pieces)) return std::nullopt;
  run.begin = footer.begin;
  run.end = footer.end;
  run.records = footer.records;
  run.bytes = footer.bytes;
  return run;
}

}  // namespace texelsort::external
