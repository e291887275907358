#include <emscripten/html5.h>
#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/gpu/context.h"

namespace texelsort::gpu {
namespace {

class CanvasContext final : public OwnContext {
 public:
  explicit CanvasContext(EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context) : context_(context) {}
  ~CanvasContext() override { emscripten_webgl_destroy_context(context_); }
  void make_current() const override {
    if (emscripten_webgl_make_context_current(context_) != EMSCRIPTEN_RESULT_SUCCESS) {
      throw InternalError("the page's WebGL context cannot be made current");
    }
  }

 private:
  EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context_;
};

}  // namespace

std::vector<ContextCandidate> context_candidates(std::optional<unsigned> only) {
  if (only) throw UsageError("a web page cannot choose an EGL device: the browser chooses");
  return {{.what = "canvas"}};
}

bool only_software_devices(std::optional<unsigned>) {
  return false;
}

std::unique_ptr<OwnContext> make_context(const ContextCandidate& candidate, bool, ContextTrial& trial) {
  trial = {candidate.what, false, ""};
  EmscriptenWebGLContextAttributes wanted;
  emscripten_webgl_init_context_attributes(&wanted);
  wanted.majorVersion = 2;
  wanted.antialias = EM_FALSE;
  const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_create_context("#canvas", &wanted);
  if (context <= 0) {
    trial.outcome = "the browser does not provide WebGL 2";
    return nullptr;
  }
  auto made = std::make_unique<CanvasContext>(context);
  made->make_current();
  trial.good = true;
  return made;
}

std::string_view advice_without_context() {
  return "use another browser, or choose an algorithm that ends in @cpu";
}

std::optional<int> current_cuda_ordinal() {
  return std::nullopt;
}

}  // namespace texelsort::gpu
