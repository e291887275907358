#include "compute/algorithms/radix/sources.h"

#include <utility>

#include <fmt/format.h>

namespace texelsort::algorithms {

const RadixSource& srts_source() {
  static const RadixSource source{"srts",
                                  "SRTS (Merrill & Grimshaw)",
                                  {"D. Merrill, A. Grimshaw", "Revisiting Sorting for GPGPU Stream Architectures",
                                   "University of Virginia, CS2010-03", 2010, "sections 3 and 4"}};
  return source;
}

const RadixSource& grs_source() {
  static const RadixSource source{"grs",
                                  "GRS (Bandyopadhyay & Sahni)",
                                  {"S. Bandyopadhyay, S. Sahni", "GRS - GPU Radix Sort for Large Multifield Records",
                                   "International Conference on High Performance Computing (HiPC)", 2010, "section 3"}};
  return source;
}

const RadixSource& onesweep_source() {
  static const RadixSource source{
      "onesweep",
      "Onesweep (Adinets & Merrill)",
      {"A. Adinets, D. Merrill", "Onesweep: A Faster Least Significant Digit Radix Sort for GPUs", "arXiv:2206.01784",
       2022, "sections 3 and 4"}};
  return source;
}

const RadixSource& prefix_source() {
  static const RadixSource source{
      "prefix",
      "by prefixes",
      {"E. Stehle, H.-A. Jacobsen", "A Memory Bandwidth-Efficient Hybrid Radix Sort on GPUs",
       "ACM SIGMOD International Conference on Management of Data", 2017, "hybrid radix sort"}};
  return source;
}

AlgorithmInfo RadixSource::described(Backend backend, std::string summary,
                                     std::vector<std::uint64_t> form_sizes) const {
  return {.id = fmt::format("radix/{}@{}", name, algorithms::name(backend)),
          .title = fmt::format("Radix sort {}, {}", title, backend == Backend::cuda ? "CUDA" : "compute shaders"),
          .family = "radix",
          .backend = backend,
          .summary = std::move(summary),
          .citation = citation,
          .stable = true,
          .form_sizes = std::move(form_sizes)};
}

}  // namespace texelsort::algorithms
