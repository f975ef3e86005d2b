# add_chapter(NN_name SOURCES … [LIBRARIES …]): the library chapter_NN_name, which holds the scan functions and the list of
# stages, so that tests and benchmarks call exactly what the binary runs; and the binary NN_name, which is main.cpp.
function(add_chapter name)
  cmake_parse_arguments(PARSE_ARGV 1 chapter "" "" "SOURCES;LIBRARIES")
  list(TRANSFORM chapter_SOURCES PREPEND ${name}/)
  add_library(chapter_${name} STATIC ${chapter_SOURCES})
  target_include_directories(chapter_${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(chapter_${name} PUBLIC scan_harness ${chapter_LIBRARIES} PRIVATE fmt::fmt)
  add_executable(${name} ${name}/main.cpp)
  target_link_libraries(${name} PRIVATE chapter_${name})
endfunction()
