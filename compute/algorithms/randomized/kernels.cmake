texelsort_algorithm_kernels(randomized/cuda/randomized.cuh randomized::device::Launches words)
