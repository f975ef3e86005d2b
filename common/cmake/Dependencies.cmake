# Finds every package, and stops with the name of Debian's package and the way around it when one is missing.

# need(<found variable> <what> <Debian package> [<how to do without>])
function(need found what package)
  if(NOT ${found})
    set(way_out "")
    if(ARGC GREATER 3)
      set(way_out " Or do without: ${ARGV3}.")
    endif()
    message(FATAL_ERROR "${what} is missing. Install it with: apt-get install ${package}.${way_out}")
  endif()
endfunction()

find_package(Threads REQUIRED)  # glslang's configuration needs it first
find_package(glslang CONFIG QUIET)
need(glslang_FOUND "glslang" "glslang-dev spirv-tools")
find_package(SPIRV-Tools-opt CONFIG QUIET)
need(SPIRV-Tools-opt_FOUND "SPIRV-Tools" "spirv-tools")
find_package(Vulkan QUIET)
need(Vulkan_FOUND "The Vulkan loader" "libvulkan-dev")
find_package(OpenGL QUIET COMPONENTS EGL)
need(OpenGL_EGL_FOUND "EGL" "libegl-dev")
find_package(fmt CONFIG QUIET)
need(fmt_FOUND "fmt" "libfmt-dev")
find_package(CLI11 CONFIG QUIET)
need(CLI11_FOUND "CLI11" "libcli11-dev")
find_package(nlohmann_json CONFIG QUIET)
need(nlohmann_json_FOUND "nlohmann-json" "nlohmann-json3-dev")
find_package(TBB CONFIG QUIET)
need(TBB_FOUND "TBB" "libtbb-dev")
if(SCAN_LADDER_WINDOW)
  find_package(glfw3 CONFIG QUIET)
  need(glfw3_FOUND "GLFW" "libglfw3-dev" "-DSCAN_LADDER_WINDOW=OFF")
endif()
if(SCAN_LADDER_TESTS)
  find_package(Catch2 CONFIG QUIET)
  need(Catch2_FOUND "Catch2" "catch2" "-DSCAN_LADDER_TESTS=OFF")
endif()
if(SCAN_LADDER_BENCHMARKS)
  find_package(benchmark CONFIG QUIET)
  need(benchmark_FOUND "Google Benchmark" "libbenchmark-dev" "-DSCAN_LADDER_BENCHMARKS=OFF")
endif()

# glad: the OpenGL loader, generated from the registry that python3-glad ships.
find_program(GLAD_EXECUTABLE glad)
need(GLAD_EXECUTABLE "The glad generator" "python3-glad")
set(glad_folder ${PROJECT_BINARY_DIR}/glad)
add_custom_command(
  OUTPUT ${glad_folder}/src/gl.c ${glad_folder}/include/glad/gl.h
  COMMAND ${GLAD_EXECUTABLE} --quiet --reproducible --api gl:core=4.5
          --extensions GL_KHR_shader_subgroup,GL_ARB_gpu_shader_int64,GL_KHR_debug,GL_ARB_sparse_buffer
          --out-path ${glad_folder} c
  COMMENT "Generating the OpenGL loader with glad"
  VERBATIM)
add_library(glad STATIC ${glad_folder}/src/gl.c ${glad_folder}/include/glad/gl.h)
target_include_directories(glad SYSTEM PUBLIC ${glad_folder}/include)

# What every target of ours is compiled with.
add_library(scan_options INTERFACE)
target_include_directories(scan_options INTERFACE ${PROJECT_SOURCE_DIR}/common)
target_compile_options(scan_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wno-missing-field-initializers)
if(SCAN_LADDER_WARNINGS_AS_ERRORS)
  target_compile_options(scan_options INTERFACE -Werror)
endif()
