texelsort_algorithm_kernels(distributed/cuda/pivots.cuh distributed::PivotLaunches words)
texelsort_algorithm_kernels(distributed/cuda/shares.cuh distributed::ShareLaunches words)
