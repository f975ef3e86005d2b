# CTest reads this after the list of tests: those of the lists *_asan get both labels.
foreach(test IN LISTS gpu_tests_opengl_asan gpu_tests_vulkan_asan)
  set_tests_properties("${test}" PROPERTIES LABELS "gpu;asan")
endforeach()
