#include "compute/algorithms/radix/description.h"

#include <utility>

#include <fmt/format.h>

namespace texelsort::algorithms {
namespace {

struct RadixSource {
  std::string name, title;
  network::Citation citation;
};

RadixSource source_of(RadixSort sort) {
  switch (sort) {
    case RadixSort::srts:
      return {"srts",
              "SRTS (Merrill & Grimshaw)",
              {"D. Merrill, A. Grimshaw", "Revisiting Sorting for GPGPU Stream Architectures",
               "University of Virginia, CS2010-03", 2010, "sections 3 and 4"}};
    case RadixSort::grs:
      return {"grs",
              "GRS (Bandyopadhyay & Sahni)",
              {"S. Bandyopadhyay, S. Sahni", "GRS - GPU Radix Sort for Large Multifield Records",
               "International Conference on High Performance Computing (HiPC)", 2010, "section 3"}};
    case RadixSort::prefix:
      return {"prefix",
              "by prefixes and interpolation",
              {"E. Stehle, H.-A. Jacobsen", "A Memory Bandwidth-Efficient Hybrid Radix Sort on GPUs",
               "ACM SIGMOD International Conference on Management of Data", 2017, "hybrid radix sort"}};
    case RadixSort::onesweep:
      break;
  }
  return {"onesweep",
          "Onesweep (Adinets & Merrill)",
          {"A. Adinets, D. Merrill", "Onesweep: A Faster Least Significant Digit Radix Sort for GPUs",
           "arXiv:2206.01784", 2022, "sections 3 and 4"}};
}

}  // namespace

AlgorithmInfo described(RadixSort sort, Backend backend, std::string summary, std::vector<std::uint64_t> form_sizes) {
  RadixSource source = source_of(sort);
  const bool cuda = backend == Backend::cuda;
  return {.id = fmt::format("radix/{}@{}", source.name, name(backend)),
          .title = fmt::format("Radix sort {}, {}", source.title, cuda ? "CUDA" : "compute shaders"),
          .family = "radix",
          .backend = backend,
          .summary = std::move(summary),
          .citation = std::move(source.citation),
          .stable = true,
          .form_sizes = std::move(form_sizes)};
}

}  // namespace texelsort::algorithms
