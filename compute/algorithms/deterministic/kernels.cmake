texelsort_algorithm_kernels(deterministic/cuda/deterministic.cuh deterministic::device::Launches words)
