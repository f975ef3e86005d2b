// Every kernel that the shaders can become: each .comp with every element type, operator, local scan and
// reduction it takes. Room: tests/faults. SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <vector>

#include "shader/kernel.hpp"

namespace scan::test {

/// The folders in shaders/ that are a chapter's, in its order: they begin with its number.
std::set<std::string> folders_of_chapters();

/// Of the .comp files in shaders/<folder>. What a shader takes is read from the files that it includes.
std::vector<shader::Kernel> every_kernel(const std::string& folder);

/// "08_scan_then_propagate/scan_tiles, ELEMENT_TYPE 2, …" for messages.
std::string description_of(const shader::Kernel& kernel);

}  // namespace scan::test
