texelsort_algorithm_kernels(quick/cuda/places.cuh quick::PlaceLaunches once)
texelsort_algorithm_kernels(quick/cuda/quick.cuh quick::Launches words)
