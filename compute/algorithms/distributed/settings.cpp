#include "compute/algorithms/distributed/settings.h"

namespace texelsort::algorithms::distributed {
namespace {

using Number = std::uint32_t;

template <typename S>
std::vector<Field<S>> shared_fields(const std::string& rank, const std::string& message) {
  return {
      field<S, Number>(&S::ranks, "ranks", "ranks", IntegerRange{1, most_ranks}, std::nullopt,
                       "Number of ranks, each with a share of the keys. " + rank),
      field<S, Shares>(&S::shares, "shares", "", Choices{{"even", "rising", "last"}}, std::nullopt,
                       "Distribution of the keys to the ranks at the start. even: equal numbers. rising: the first "
                       "rank has none, and rank i has i times as many as rank 1. last: the last rank has all."),
      field<S, Number>(&S::pivots, "pivots", "keys", IntegerRange{1, 1024}, 1,
                       "Pivots per selection that all ranks rank in one round; Algorithm 3 has one. More pivots need "
                       "fewer rounds, each of which waits for all ranks. If up to four devices read each other's "
                       "shares, any value above 1 finds all splitters at once, without rounds."),
      field<S, Number>(&S::seed, "seed", "", IntegerRange{0, 4294967295}, std::nullopt, "Seed of the random pivots."),
      field<S, Number>(&S::chunk, "chunk", "KiB", IntegerRange{1, 1 << 22}, std::nullopt, message),
      field<S, Number>(&S::timeout, "timeout", "seconds", IntegerRange{1, 3600}, std::nullopt,
                       "Time without a message from a rank that others wait for, after which all ranks stop and the "
                       "error names it."),
  };
}

}  // namespace

const SettingsTable<Settings>& cpu_settings() {
  static const SettingsTable<Settings> table(shared_fields<Settings>(
      "A rank is a thread with its own memory, or a process.", "Maximum size of a message from one rank to another."));
  return table;
}

const SettingsTable<CudaSettings>& cuda_settings() {
  using S = CudaSettings;
  static const SettingsTable<S> table = [] {
    auto fields = shared_fields<S>(
        "The devices are assigned to the ranks in turn. Default: one rank per device, or four on a single device.",
        "Maximum size of the data that one device sends to another in one group of calls.");
    fields.push_back(
        field<S, Finish>(&S::finish, "finish", "", Choices{{"merge", "sort"}}, Finish::merge,
                         "Method that turns the sequences received by a rank into one sorted sequence. merge: rounds "
                         "that merge pairs along merge paths. sort: the rank's sort again."));
    fields.push_back(field<S, Links>(
        &S::links, "links", "", Choices{{"auto", "nccl", "copies", "peer"}}, std::nullopt,
        "Transport of keys between devices. nccl: NCCL. copies: CUDA's copies. peer: the merging kernels read the "
        "memory of the other devices. auto: peer if every rank has its own device and all devices reach each other's "
        "memory, otherwise nccl if its library is present, otherwise copies. If the ranks are processes, auto is nccl "
        "if each has its own device, otherwise copies, which are MPI messages via the host."));
    return SettingsTable<S>(std::move(fields));
  }();
  return table;
}

}  // namespace texelsort::algorithms::distributed
