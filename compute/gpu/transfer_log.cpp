#include "compute/gpu/transfer_log.h"

namespace texelsort::gpu {

TransferLog& transfers() {
  static TransferLog log;
  return log;
}

}  // namespace texelsort::gpu
