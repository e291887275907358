#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "compute/data/error.h"
#include "compute/data/temporary_file.h"
#include "compute/external/block.h"
#include "compute/external/input.h"

/// Sorted runs on disk: blocks of whole records, each with a header and a checksum, and behind them a table of the
/// blocks.
namespace texelsort::external {

struct BlockPlace {
  std::uint64_t offset = 0, stored = 0, raw = 0,
                records = 0;  ///< offset of the header; bytes behind it; of the records
};

/// A run whose file is complete. Owns the file; one that is kept has a name.
struct Run {
  data::OpenFile file{};
  std::filesystem::path path{};  ///< empty: the file has no name
  std::string name{};            ///< for people: "run 3"
  Position begin{}, end{};       ///< the part of the input that it holds
  std::uint64_t records = 0, bytes = 0;
  std::uint64_t stored_bytes = 0;  ///< on disk
  std::vector<BlockPlace> blocks{};
};

/// Writes a run; take() gives it once finish() has been called.
class RunWriter final : public BlockSink {
 public:
  /// `compress`: with zstd. `identity` tells the input that it is of.
  RunWriter(Run run, bool compress, std::uint64_t identity);

  void encode(Block& block) const override;
  void write(const Block& block) override;
  void finish() override;

  Run take() { return std::move(run_); }
  void set_end(Position end) { run_.end = end; }

 private:
  Run run_;
  bool compress_;
  std::uint64_t identity_;
};

/// The disk or the memory has changed a run after it was written.
struct DamagedRun : InternalError {
  DamagedRun(const std::string& message, std::filesystem::path file) : InternalError(message), path(std::move(file)) {}
  std::filesystem::path path;  ///< empty if it has no name
};

/// Reads one block, and checks it. `staging` is room for what is compressed. Throws DamagedRun.
void read_block(const Run& run, std::size_t index, std::vector<std::byte>& raw, std::vector<std::byte>& staging);

/// The run of a kept file; nothing if it is no complete run of that identity.
std::optional<Run> open_run(const std::filesystem::path& path, std::uint64_t identity);

}  // namespace texelsort::external
