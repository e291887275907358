#include "compute/algorithms/distributed/device_memory.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/distributed/sweeps.h"
#include "compute/algorithms/merge/cuda/launch.h"
#include "compute/algorithms/merge/schedule.h"
#include "compute/algorithms/records/cuda/launch.h"
#include "compute/cuda/driver.h"
#include "compute/cuda/launch.h"
#include "compute/data/large_pages.h"
#include "compute/gpu/transfer_log.h"

namespace texelsort::algorithms::distributed {
namespace {

// pattern of the guards, which a sort is unlikely to write for any key type
constexpr auto guard_pattern = std::byte{0xA5};

/// Returns a plan of merge rounds along merge paths.
merge::CudaPlan merge_plan(ProblemForm form, std::uint64_t count, std::uint64_t sequences) {
  form.n = count;
  const merge::CudaSettings settings{
      .selection = merge::device::Selection::diagonal,
      .splitting = merge::Splitting::round,
      .merger = DeviceMemory::ways(sequences) == 4 ? merge::device::Merger::four_path : merge::device::Merger::path};
  return merge::cuda_plan(settings, form, sequences);
}

/// Returns the number of 64-bit numbers per pivot in a selection round: its owner, position, range (two), code, and the
/// two counts of each rank.
constexpr std::uint64_t numbers_of_pivot(std::uint64_t ranks) {
  return 1 + 1 + 2 + 1 + 2 * ranks;
}

std::uint64_t pivot_bytes(const Settings& settings) {
  if (settings.ranks == 1) return 0;
  return sizeof(std::uint64_t) * (settings.ranks - 1) * settings.pivots * numbers_of_pivot(settings.ranks);
}

/// Returns the bytes of the counts of all ranks in one selection round.
std::uint64_t count_bytes(const Settings& settings) {
  return sizeof(std::uint64_t) * 2 * settings.ranks * (settings.ranks - 1) * settings.pivots;
}

std::uint64_t merging_bytes(const ProblemForm& form, const CudaSettings& settings) {
  if (settings.ranks == 1 || settings.finish == Finish::sort) return 0;
  const merge::CudaPlan plan = merge_plan(form, form.n, settings.ranks);
  const std::uint64_t rows_of_all = sizeof(std::uint64_t) * (settings.ranks + 1) * plan.columns();
  return plan.starts_bytes() + std::max(plan.splitters_bytes(), rows_of_all);
}

/// Returns the number of addresses in the table of sources. There is one address per rank, padded to whole groups of
/// merged sequences.
std::uint64_t rows_of_sources(std::uint64_t ranks) {
  const std::uint64_t ways = DeviceMemory::ways(ranks);
  return (ranks + ways - 1) / ways * ways;
}

std::uint64_t sources_bytes(const CudaSettings& settings) {
  if (settings.ranks == 1 || settings.finish == Finish::sort) return 0;
  return sizeof(merge::device::SequenceApart) * rows_of_sources(settings.ranks);
}

/// Returns the bytes of the longest table that the host sends to the device, for the size of a staging buffer. Tables
/// contain pivots (owners, positions and ranges), starts of sequences, or sources.
std::uint64_t longest_table(const CudaSettings& settings) {
  if (settings.ranks == 1) return 0;
  const std::uint64_t pivots = 4 * (settings.ranks - 1) * settings.pivots, starts = settings.ranks + 1;
  return std::max(sizeof(std::uint64_t) * std::max(pivots, starts), sources_bytes(settings));
}

}  // namespace

GuardedArray::GuardedArray(const cuda::Stream& stream, std::uint64_t bytes, std::string_view what)
    : buffer_(bytes_for(bytes), what) {
  if (bytes == 0) return;
  const std::vector<std::byte> pattern_bytes(guard_bytes, guard_pattern);
  buffer_.write(stream, 0, pattern_bytes);
  buffer_.write(stream, guard_bytes + bytes, pattern_bytes);
  buffer_.restrict_to(guard_bytes, bytes);
}

void GuardedArray::write(const cuda::Stream& stream, std::uint64_t offset, std::span<const std::byte> bytes) {
  buffer_.write(stream, guard_bytes + offset, bytes);
}

void GuardedArray::read(const cuda::Stream& stream, std::uint64_t offset, std::span<std::byte> bytes) const {
  buffer_.read(stream, guard_bytes + offset, bytes);
}

bool GuardedArray::damaged(const cuda::Stream& stream) const {
  if (buffer_.size() == 0) return false;
  std::vector<std::byte> words(2 * guard_bytes);
  buffer_.read(stream, 0, std::span(words).first(guard_bytes));
  buffer_.read(stream, buffer_.size() - guard_bytes, std::span(words).last(guard_bytes));
  return std::ranges::any_of(words, [](std::byte word) { return word != guard_pattern; });
}

std::uint64_t DeviceMemory::bytes(const ProblemForm& form, const CudaSettings& settings) {
  const std::uint64_t array = GuardedArray::bytes_for(form.n * data::key_bytes(form.type)) +
                              GuardedArray::bytes_for(form.n * data::payload_bytes(form.payload));
  return 2 * array + sweep_table_bytes(form) + pivot_bytes(settings) + merging_bytes(form, settings) +
         sources_bytes(settings);
}

DeviceMemory::DeviceMemory(int ordinal, const ProblemForm& form, data::Order order, const CudaSettings& settings)
    : form_(form),
      order_(order),
      settings_(settings),
      key_bytes_(data::key_bytes(form.type)),
      payload_bytes_(data::payload_bytes(form.payload)),
      stream_(ordinal, form.execution.on_cpu),
      tables_(sweep_table_bytes(form), "Onesweep's tables"),
      pivots_(pivot_bytes(settings), "pivots"),
      merging_(merging_bytes(form, settings), "splitters of the merging"),
      sources_(sources_bytes(settings), "where the shares are"),
      counts_here_(count_bytes(settings)),
      outbox_(longest_table(settings), std::chrono::seconds(settings.timeout)) {
  for (Side& side : sides_) {
    side.keys = GuardedArray(stream_, form.n * key_bytes_, "keys");
    side.payload = GuardedArray(stream_, form.n * payload_bytes_, "payload");
  }
}

void DeviceMemory::take_any(std::uint64_t count) {
  side_ = 0;
  count_ = count;
  if (count * key_bytes_ > 0) cuda::clear(front().keys.data(), count * key_bytes_, stream_.handle());
  if (count * payload_bytes_ > 0) cuda::clear(front().payload.data(), count * payload_bytes_, stream_.handle());
}

void DeviceMemory::load(const data::StateView& state, std::uint64_t first, std::uint64_t count) {
  side_ = 0;
  count_ = count;
  front().keys.write(stream_, 0, data::bytes(state.keys).subspan(first * key_bytes_, count * key_bytes_));
  if (payload_bytes_ == 0) return;
  front().payload.write(stream_, 0, data::payload_memory(state.payload.subspan(first, count), form_.payload));
}

void DeviceMemory::read(std::uint64_t first, std::uint64_t count, data::State& state, std::uint64_t place) const {
  front().keys.read(stream_, first * key_bytes_,
                    data::bytes(state.keys).subspan(place * key_bytes_, count * key_bytes_));
  if (payload_bytes_ == 0) return;
  std::vector<std::byte> memory;
  data::resize_in_large_pages(memory, count * payload_bytes_);
  front().payload.read(stream_, first * payload_bytes_, memory);
  std::ranges::copy(data::payload_numbers(memory, form_.payload),
                    state.payload.begin() + static_cast<std::ptrdiff_t>(place));
}

void DeviceMemory::copy(const Side& from, std::uint64_t first, Side& to, std::uint64_t place, std::uint64_t count) {
  const auto copy_array = [&](const GuardedArray& source, const GuardedArray& target, std::uint64_t bytes) {
    if (count * bytes == 0) return;
    stream_.driver().copy(stream_.handle(), target.data() + place * bytes, source.data() + first * bytes, count * bytes,
                          cuda::Driver::Way::within);
  };
  copy_array(from.keys, to.keys, key_bytes_);
  copy_array(from.payload, to.payload, payload_bytes_);
}

void DeviceMemory::keep() {
  kept_count_ = count_;
  kept_.keys = GuardedArray(stream_, count_ * key_bytes_, "a copy of the keys");
  kept_.payload = GuardedArray(stream_, count_ * payload_bytes_, "a copy of the payload");
  copy(front(), 0, kept_, 0, count_);
}

void DeviceMemory::load_kept() {
  side_ = 0;
  count_ = kept_count_;
  copy(kept_, 0, front(), 0, count_);
}

std::optional<std::string> DeviceMemory::find_guard_damage() const {
  for (const Side& side : sides_) {
    if (side.keys.damaged(stream_)) return "a word outside the keys";
    if (side.payload.damaged(stream_)) return "a word outside the payload";
  }
  if (order_of_share_.damaged(stream_)) return "a word outside the order of the share";
  return std::nullopt;
}

kernels::Arrays DeviceMemory::arrays() const {
  return {{form_.type, order_}, count_, front().keys.data(), back().keys.data(), front().payload.data(),
          back().payload.data()};
}

void DeviceMemory::come(std::uint64_t phase) {
  if (phase == came_.size()) came_.emplace_back();
  came_[phase].record(stream_);
}

void DeviceMemory::hang() {
  stream_.driver().hang(stream_.handle());
}

void DeviceMemory::sort() {
  queue_sweeps(form_, count_, {[this] { return arrays(); }, [this] { swap(); }}, tables_.data(), stream_.handle());
}

void DeviceMemory::make_room_for_order() {
  order_of_share_ = GuardedArray(stream_, form_.n * payload_bytes_, "the order of the share");
}

void DeviceMemory::number_places(std::uint64_t first) {
  std::swap(front().payload, order_of_share_);
  launches<records::Launches>().number(reinterpret_cast<std::uint32_t*>(front().payload.data()), first, count_,
                                       stream_.handle());
}

void DeviceMemory::write_order(std::span<const std::uint64_t> order) {
  if (order.empty()) return;
  order_of_share_.write(stream_, 0, data::payload_memory(order, form_.payload));
}

void DeviceMemory::read_order(std::span<std::uint64_t> order) const {
  if (order.empty()) return;
  std::vector<std::byte> memory(order.size() * payload_bytes_);
  order_of_share_.read(stream_, 0, memory);
  std::ranges::copy(data::payload_numbers(memory, form_.payload), order.begin());
}

void DeviceMemory::tell(std::span<const Pivot> pivots, const std::vector<Range>& ranges, std::uint64_t rank,
                        std::uint64_t ranks) {
  const std::uint64_t count = pivots.size();
  Numbers numbers;
  for (const Pivot& pivot : pivots) numbers.push_back(pivot.rank);
  for (const Pivot& pivot : pivots) numbers.push_back(pivot.place);
  for (const Range& range : ranges) numbers.insert(numbers.end(), {range.lower, range.upper});
  queue_write(pivots_, 0, numbers);
  auto* memory = reinterpret_cast<std::uint64_t*>(pivots_.data());
  counts_ = memory + 5 * count;
  call_ = {.arrays = arrays(),
           .rank = rank,
           .pivots = count,
           .owners = memory,
           .places = memory + count,
           .ranges = memory + 2 * count,
           .codes = memory + 4 * count,
           .counts = counts_ + 2 * count * rank};
  cuda::clear(counts_, sizeof(std::uint64_t) * 2 * count * ranks, stream_.handle());
  launches<PivotLaunches>(form_.type).tell(call_, stream_.handle());
}

void DeviceMemory::rank_pivots() {
  launches<PivotLaunches>(form_.type).rank(call_, stream_.handle());
}

void DeviceMemory::queue_counts(std::uint64_t count) {
  const std::uint64_t bytes = sizeof(std::uint64_t) * count;
  stream_.driver().copy(stream_.handle(), counts_here_.data().data(), counts_, bytes, cuda::Driver::Way::from_device);
  gpu::transfers().from_device_bytes += bytes;
}

Numbers DeviceMemory::counts_here(std::uint64_t count) const {
  Numbers counts(count);
  std::ranges::copy(counts_here_.data().first(sizeof(std::uint64_t) * count),
                    std::as_writable_bytes(std::span(counts)).begin());
  return counts;
}

void DeviceMemory::expect(const Numbers& starts) {
  starts_ = starts;
  if (merging_.size() > 0) queue_write(merging_, 0, starts_);
}

void DeviceMemory::keep_own(std::uint64_t first, std::uint64_t place, std::uint64_t count) {
  copy(front(), first, back(), place, count);
}

void DeviceMemory::add_messages(const DeviceMemory* sender, const DeviceMemory* receiver, const Way& way,
                                std::uint64_t first, std::uint64_t place, std::uint64_t count,
                                std::vector<cuda::Communicator::Message>& messages) {
  const auto add = [&](GuardedArray Side::*array, std::uint64_t bytes) {
    if (count * bytes == 0) return;
    cuda::Communicator::Message message{.from = way.from, .to = way.to, .bytes = count * bytes};
    if (sender != nullptr) message.source = (sender->sides_[sender->side_].*array).data() + first * bytes;
    if (receiver != nullptr) message.target = (receiver->sides_[receiver->side_ ^ 1].*array).data() + place * bytes;
    messages.push_back(message);
  };
  const DeviceMemory& own = sender != nullptr ? *sender : *receiver;
  add(&Side::keys, own.key_bytes_);
  add(&Side::payload, own.payload_bytes_);
}

void DeviceMemory::take_received() {
  count_ = starts_.back();
  swap();
}

void DeviceMemory::merge(std::uint64_t round) {
  if (count_ == 0) return;
  const merge::CudaPlan plan = merge_plan(form_, count_, starts_.size() - 1);
  merge::device::Parts parts = plan.round(round);
  auto* splitters = reinterpret_cast<std::uint64_t*>(merging_.data() + plan.starts_bytes());
  parts.starts = reinterpret_cast<const std::uint64_t*>(merging_.data());
  parts.splitters = splitters;
  launches<merge::device::SelectLaunches>(form_.type)
      .select_splitters({.arrays = arrays(),
                         .parts = parts,
                         .columns = plan.columns(),
                         .selection = plan.settings.selection,
                         .splitters = splitters},
                        stream_.handle());
  const merge::device::MergeCall call{
      .arrays = arrays(), .parts = parts, .wide_payload = form_.payload == data::PayloadKind::index64};
  if (parts.ways == 4) {
    launches<merge::device::FourPathLaunches>(form_.type).merge_parts(call, stream_.handle());
  } else {
    launches<merge::device::PathLaunches>(form_.type).merge_parts(call, stream_.handle());
  }
  swap();
}

template <typename Number>
void DeviceMemory::queue_write(const cuda::Buffer& buffer, std::uint64_t offset, const std::vector<Number>& numbers) {
  outbox_.send(stream_, buffer.data() + offset, std::as_bytes(std::span(numbers)));
}

void DeviceMemory::point_at(const Ranks& ranks, const Numbers& starts, const Numbers& firsts) {
  std::vector<merge::device::SequenceApart> sources(rows_of_sources(ranks.size()));
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    const Side& share = ranks[rank]->front();
    sources[rank] = {.keys = share.keys.data(),
                     .payload = share.payload.data(),
                     .n = ranks[rank]->count_,
                     .shift = firsts[rank] - starts[rank]};
  }
  queue_write(sources_, 0, sources);
  queue_write(merging_, 0, starts);
}

SharesCall DeviceMemory::shares_call(const merge::CudaPlan& plan, const merge::device::Parts& parts) {
  SharesCall call{.arrays = arrays(),
                  .sequences = reinterpret_cast<const merge::device::SequenceApart*>(sources_.data()),
                  .parts = parts,
                  .columns = plan.columns(),
                  .splitters = reinterpret_cast<std::uint64_t*>(merging_.data() + plan.starts_bytes())};
  call.parts.starts = reinterpret_cast<const std::uint64_t*>(merging_.data());
  call.parts.splitters = call.splitters;
  call.wide_payload = form_.payload == data::PayloadKind::index64;
  return call;
}

void DeviceMemory::queue_splitters(const Ranks& ranks, const Numbers& shares) {
  point_at(ranks, shares, Numbers(ranks.size()));
  const merge::CudaPlan plan = merge_plan(form_, shares.back(), ranks.size());
  merge::device::Parts parts = plan.round(0);
  parts.parts = ranks.size();
  parts.share = 0;
  launches<ShareLaunches>(form_.type).select(shares_call(plan, parts), stream_.handle());
}

Numbers DeviceMemory::read_splitters(std::uint64_t ranks) const {
  Numbers rows((ranks + 1) * ranks);
  merging_.read(stream_, merge_plan(form_, form_.n, ranks).starts_bytes(), std::as_writable_bytes(std::span(rows)));
  return rows;
}

void DeviceMemory::merge_shares(const Ranks& ranks, const Numbers& starts, const Numbers& firsts) {
  starts_ = starts;
  if (starts.back() == 0) return;
  point_at(ranks, starts, firsts);
  const merge::CudaPlan plan = merge_plan(form_, starts.back(), ranks.size());
  const SharesCall call = shares_call(plan, plan.round(0));
  launches<ShareLaunches>(form_.type).select(call, stream_.handle());
  launches<ShareLaunches>(form_.type).merge(call, stream_.handle());
}

}  // namespace texelsort::algorithms::distributed
