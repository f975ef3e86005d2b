# CTest reads this after the list of tests: those of the lists *_asan get both labels.
foreach(test IN LISTS faults_opengl_asan faults_vulkan_asan)
  set_tests_properties("${test}" PROPERTIES LABELS "faults;asan")
endforeach()
