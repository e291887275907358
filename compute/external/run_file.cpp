#include "compute/external/run_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "compute/data/write_target.h"
#include "compute/external/file_access.h"

namespace texelsort::external {
namespace {

constexpr std::uint32_t block_magic = 0x31425854;  // "TXB1" on disk
constexpr std::uint64_t run_magic = 0x314e555254584554;
constexpr std::uint32_t is_compressed = 1;
constexpr int zstd_level = 1;  // the fastest of the usual ones: the disk is what it is to relieve

/// In front of each block. Runs are read on the machine that wrote them.
struct BlockHeader {
  std::uint32_t magic = block_magic, flags = 0;
  std::uint64_t index = 0, raw = 0, stored = 0, records = 0;
  std::uint32_t checksum = 0, unused = 0;
};

/// The end of a complete run's file; the table of its blocks is in front of it.
struct RunFooter {
  std::uint64_t magic = run_magic, identity = 0;
  Position begin, end;
  std::uint64_t records = 0, bytes = 0, blocks = 0;
  std::uint64_t checksum = 0;  ///< of the table and of what is above
};

template <class Value>
std::span<const std::byte> bytes_of(const Value& value) {
  return std::as_bytes(std::span(&value, 1));
}

std::uint32_t crc_of(std::uint32_t before, std::span<const std::byte> bytes) {
  return static_cast<std::uint32_t>(crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

/// Of the header, its own place left out, and of what is stored.
std::uint32_t checksum_of(BlockHeader header, std::span<const std::byte> stored) {
  header.checksum = 0;
  return crc_of(crc_of(0, bytes_of(header)), stored);
}

std::uint64_t checksum_of(RunFooter footer, const std::vector<BlockPlace>& blocks) {
  footer.checksum = 0;
  return crc_of(crc_of(0, std::as_bytes(std::span(blocks))), bytes_of(footer));
}

BlockHeader header_of(const Block& block) {
  return {.flags = block.stored.empty() ? 0 : is_compressed,
          .index = block.index,
          .raw = block.raw.size(),
          .stored = block.stored.empty() ? block.raw.size() : block.stored.size(),
          .records = block.records};
}

std::span<const std::byte> stored_bytes(const Block& block) {
  return block.stored.empty() ? block.raw : block.stored;
}

}  // namespace

RunWriter::RunWriter(Run run, bool compress, std::uint64_t identity)
    : run_(std::move(run)), compress_(compress), identity_(identity) {}

void RunWriter::encode(Block& block) const {
  block.stored.clear();
  if (compress_ && !block.raw.empty()) {
    block.stored.resize(ZSTD_compressBound(block.raw.size()));
    const std::size_t bytes =
        ZSTD_compress(block.stored.data(), block.stored.size(), block.raw.data(), block.raw.size(), zstd_level);
    // What does not become smaller is stored as it is.
    block.stored.resize(ZSTD_isError(bytes) == 0 && bytes < block.raw.size() ? bytes : 0);
  }
  block.checksum = checksum_of(header_of(block), stored_bytes(block));
}

void RunWriter::write(const Block& block) {
  if (block.raw.empty()) return;
  BlockHeader header = header_of(block);
  header.checksum = block.checksum;
  const std::uint64_t offset = run_.stored_bytes;
  write_at(run_.file.descriptor(), bytes_of(header), offset, run_.name);
  write_at(run_.file.descriptor(), stored_bytes(block), offset + sizeof header, run_.name);
  run_.blocks.push_back({offset, header.stored, header.raw, header.records});
  run_.stored_bytes += sizeof header + header.stored;
  run_.bytes += header.raw;
  run_.records += header.records;
}

void RunWriter::finish() {
  if (run_.path.empty()) return;
  RunFooter footer{.identity = identity_,
                   .begin = run_.begin,
                   .end = run_.end,
                   .records = run_.records,
                   .bytes = run_.bytes,
                   .blocks = run_.blocks.size()};
  footer.checksum = checksum_of(footer, run_.blocks);
  const auto table = std::as_bytes(std::span(run_.blocks));
  write_at(run_.file.descriptor(), table, run_.stored_bytes, run_.name);
  write_at(run_.file.descriptor(), bytes_of(footer), run_.stored_bytes + table.size(), run_.name);
  if (fdatasync(run_.file.descriptor()) != 0) data::fail_to_write(run_.name, errno);
  const std::filesystem::path part = run_.path;
  run_.path.replace_extension(".run");
  std::filesystem::rename(part, run_.path);
}

void read_block(const Run& run, std::size_t index, std::vector<std::byte>& raw, std::vector<std::byte>& staging) {
  const BlockPlace& place = run.blocks[index];
  BlockHeader header;
  const int descriptor = run.file.descriptor();
  const auto damaged = [&](const char* what) {
    throw DamagedRun(
        fmt::format("{}: block {} of {} is damaged: {}; the disk or the memory has changed it: run it again", run.name,
                    index + 1, run.blocks.size(), what),
        run.path);
  };
  if (read_at(descriptor, std::as_writable_bytes(std::span(&header, 1)), place.offset, run.name) != sizeof header) {
    damaged("its header is cut");
  }
  if (header.magic != block_magic || header.index != index || header.stored != place.stored ||
      header.raw != place.raw) {
    damaged("its header is another");
  }
  const bool compressed = (header.flags & is_compressed) != 0;
  std::vector<std::byte>& stored = compressed ? staging : raw;
  stored.resize(header.stored);
  if (read_at(descriptor, stored, place.offset + sizeof header, run.name) != header.stored) damaged("it is cut");
  if (checksum_of(header, stored) != header.checksum) damaged("its checksum is another");
  if (!compressed) return;
  raw.resize(header.raw);
  if (ZSTD_decompress(raw.data(), raw.size(), staging.data(), staging.size()) != raw.size())
    damaged("zstd cannot read it");
}

std::optional<Run> open_run(const std::filesystem::path& path, std::uint64_t identity) {
  Run run;
  run.file = data::OpenFile(open(path.c_str(), O_RDWR | O_CLOEXEC));
  run.path = path;
  run.name = path.string();
  struct stat status {};
  if (!run.file.is_open() || fstat(run.file.descriptor(), &status) != 0) return std::nullopt;
  const auto bytes = static_cast<std::uint64_t>(status.st_size);
  RunFooter footer;
  if (bytes < sizeof footer) return std::nullopt;
  const std::uint64_t at = bytes - sizeof footer;
  read_at(run.file.descriptor(), std::as_writable_bytes(std::span(&footer, 1)), at, run.name);
  if (footer.magic != run_magic || footer.identity != identity || footer.blocks > at / sizeof(BlockPlace))
    return std::nullopt;
  run.blocks.resize(footer.blocks);
  const auto table = std::as_writable_bytes(std::span(run.blocks));
  run.stored_bytes = at - table.size();
  read_at(run.file.descriptor(), table, run.stored_bytes, run.name);
  if (footer.checksum != checksum_of(footer, run.blocks)) return std::nullopt;
  run.begin = footer.begin;
  run.end = footer.end;
  run.records = footer.records;
  run.bytes = footer.bytes;
  return run;
}

}  // namespace texelsort::external
