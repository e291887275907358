#include "compute/algorithms/distributed/settings.h"

namespace texelsort::algorithms::distributed {
namespace {

using Number = std::uint32_t;

template <typename S>
std::vector<Field<S>> shared_fields(const std::string& rank, const std::string& message) {
  return {
      field<S, Number>(&S::ranks, "ranks", "ranks", IntegerRange{1, most_ranks}, std::nullopt,
                       "Shares of the keys, " + rank),
      field<S, Shares>(
          &S::shares, "shares", "", Choices{{"even", "rising", "last"}}, std::nullopt,
          "How many keys each rank has at the start: all the same, the i-th i times as many as the second, "
          "the first none, or the last one all."),
      field<S, Number>(
          &S::pivots, "pivots", "keys", IntegerRange{1, 1024}, 1,
          "Pivots of one selection that all ranks rank in a round; Algorithm 3 has one. More take fewer "
          "rounds, and every round waits for all ranks. Where up to four devices read each other's shares, more "
          "than one means no rounds: all splitters are found at once."),
      field<S, Number>(&S::seed, "seed", "", IntegerRange{0, 4294967295}, std::nullopt,
                       "Where the pivots' random numbers start."),
      field<S, Number>(&S::chunk, "chunk", "KiB", IntegerRange{1, 1 << 22}, std::nullopt, message),
      field<S, Number>(&S::timeout, "timeout", "seconds", IntegerRange{1, 3600}, std::nullopt,
                       "After so long without a word from a rank that others wait for, all end, and it is named."),
  };
}

}  // namespace

const SettingsTable<Settings>& cpu_settings() {
  static const SettingsTable<Settings> table(shared_fields<Settings>("each of which a thread has in memory of its own.",
                                                                     "Bytes of a message from one rank to another."));
  return table;
}

const SettingsTable<CudaSettings>& cuda_settings() {
  using S = CudaSettings;
  static const SettingsTable<S> table = [] {
    auto fields =
        shared_fields<S>("which the devices take in turn: tuned, one for each device, and four on one device.",
                         "Bytes that one device sends to another in one group of calls.");
    fields.push_back(field<S, Finish>(&S::finish, "finish", "", Choices{{"merge", "sort"}}, Finish::merge,
                                      "What makes one sorted sequence of those that a rank has received: rounds of "
                                      "merging pairs along merge paths, or its sort once more."));
    fields.push_back(field<S, Links>(&S::links, "links", "", Choices{{"auto", "nccl", "copies", "peer"}}, std::nullopt,
                                     "What carries keys between devices: NCCL, CUDA's own copies, or the kernels that "
                                     "merge, which read the other devices' memory. auto: these where every rank has a "
                                     "device of its own and all reach each other, else NCCL where there is its "
                                     "library, else copies. Of ranks that are processes NCCL where each has a device "
                                     "of its own, else copies, which are MPI's messages by way of the host."));
    return SettingsTable<S>(std::move(fields));
  }();
  return table;
}

}  // namespace texelsort::algorithms::distributed
