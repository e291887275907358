#include "compute/gpu/transfer_log.h"

namespace texelsort::gpu {

TransferLog& transfers() {
  thread_local TransferLog log;
  return log;
}

}  // namespace texelsort::gpu
