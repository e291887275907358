texelsort_algorithm_kernels(warpsort/cuda/places.cuh warpsort::PlaceLaunches once)
texelsort_algorithm_kernels(warpsort/cuda/warpsort.cuh warpsort::Launches words)
