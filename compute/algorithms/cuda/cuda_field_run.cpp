#include "compute/algorithms/cuda/cuda_field_run.h"

#include "compute/algorithms/arrays/record_words.h"
#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/data/large_pages.h"

namespace texelsort::algorithms {

CudaFieldRun::CudaFieldRun(gpu::Device& device, std::shared_ptr<const Problem> problem)
    : CudaRun(device, problem, Sides::two),
      shape_(problem->shape),
      memory_(data::record_memory(problem->n(), problem->type(), problem->shape)) {
  if (problem->payload != data::PayloadKind::record || memory_.words() == 0) return;
  for (GuardedBuffer*& fields : fields_) fields = &add_array(sizeof(std::uint32_t) * memory_.words(), "records");
}

kernels::FieldArrays CudaFieldRun::field_arrays(bool grouped) const {
  return {.in = static_cast<const unsigned*>(pointer(*fields_[side()])),
          .out = static_cast<unsigned*>(pointer(*fields_[side() ^ 1])),
          .count = shape_.fields,
          .rows = shape_.layout != data::Layout::by_field,
          .grouped = grouped};
}

kernels::FieldedKeys CudaFieldRun::fielded_keys(bool grouped) const {
  const Columns from = front(), to = back();
  kernels::FieldedKeys keys{.order = key_order(problem()), .n = n(), .in = from.keys, .out = to.keys, .fields = {}};
  if (has_fields()) keys.fields = field_arrays(grouped);
  if (from.payload == nullptr) return keys;
  keys.fields.in = static_cast<const unsigned*>(from.payload);
  keys.fields.out = static_cast<unsigned*>(to.payload);
  keys.fields.count = static_cast<unsigned>(data::payload_bytes(problem().payload) / sizeof(unsigned));
  keys.fields.rows = keys.fields.count > 1;
  return keys;
}

void CudaFieldRun::load(const data::StateView& state) {
  CudaRun::load(state);
  if (has_fields()) fields_[side()]->write(0, std::as_bytes(std::span(state.fields)));
}

bool CudaFieldRun::keep() {
  CudaRun::keep();
  if (!has_fields()) return true;
  kept_fields_ = GuardedBuffer(sizeof(std::uint32_t) * memory_.words(), "records of the input", buffers_of(device()));
  kept_fields_.copy_from(*fields_[side()]);
  return true;
}

void CudaFieldRun::load_kept() {
  CudaRun::load_kept();
  if (has_fields()) fields_[side()]->copy_from(kept_fields_);
}

data::State CudaFieldRun::read(std::uint64_t first, std::uint64_t count) const {
  data::State state = CudaRun::read(first, count);
  if (problem().payload != data::PayloadKind::record) return state;
  state.shape = shape_;
  if (!has_fields()) return state;
  state.fields = read_records(memory_, first, count, [this](std::uint64_t at, std::uint64_t many) {
    std::vector<std::uint32_t> words;
    data::resize_in_large_pages(words, many);
    fields_[side()]->read(sizeof(std::uint32_t) * at, std::as_writable_bytes(std::span(words)));
    return words;
  });
  return state;
}

std::vector<View> CudaFieldRun::table_views() const {
  std::vector<View> views = more_views();
  if (has_fields()) {
    views.push_back(fields_view(memory_, &fields_[side()]->buffer(), GuardedBuffer::guard_bytes));
  }
  return views;
}

}  // namespace texelsort::algorithms
