#pragma once

#include <fmt/format.h>

#include "compute/algorithms/arrays/host_arrays.h"
#include "compute/algorithms/arrays/table_set.h"
#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/deterministic/schedule.h"

namespace texelsort::algorithms::deterministic {

/// GPU Bucket Sort on the arrays of `Base`, which is ComputeRun or CudaRun. This class has the views and, if there are
/// buckets, the tables. Derived classes execute the steps. Constructors of derived classes plan the passes and end with
/// start().
template <typename Base>
class DeterministicRun : public Base, protected Steps {
 protected:
  /// Makes a run. `more` contains further arguments for the constructor of `Base`.
  template <typename... More>
  DeterministicRun(gpu::Device& device, const std::shared_ptr<const Problem>& problem, const Settings& settings,
                   More... more)
      : Base(device, problem, more...),
        plan_(problem->n(), settings.sublist, settings.samples),
        settings_(settings),
        claims_(plan_, key_order(*problem)),
        passes_(plan_, this->problem(), claims_, *this) {
    if (!plan_.has_buckets()) return;
    shapes_ = table_shapes(plan_, problem->type());
    for (const TableShape& shape : shapes_) {
      tables_.push_back(&this->add_table(shape.bytes(), fmt::format("table '{}'", name(shape.kind))));
    }
  }

  void start() {
    for (const Pass& pass : passes_.passes()) this->add_pass(pass);
    this->rewind();
  }
  const GuardedBuffer& table(Table which) const { return *tables_[static_cast<std::size_t>(which)]; }

  const BucketPlan plan_;
  const Settings settings_;
  const Claims claims_;
  PassList passes_;

 private:
  std::vector<View> table_views() const final {
    std::vector<View> views;
    for (std::size_t i = 0; i < passes_.tables_filled(this->passes_done()) && i < shapes_.size(); ++i) {
      const TableShape& shape = shapes_[i];
      views.push_back(table_view(shape.kind, shape.element, shape.count, shown_width(shape.count), *tables_[i]));
    }
    return views;
  }

  std::vector<TableShape> shapes_;
  std::vector<const GuardedBuffer*> tables_;
};

}  // namespace texelsort::algorithms::deterministic
