texelsort_algorithm_kernels(selection/cuda/decide.cuh selection::DecideLaunches once)
texelsort_algorithm_kernels(selection/cuda/histogram.cuh selection::Launches words)
