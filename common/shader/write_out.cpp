// Runs passes of SPIRV-Tools' optimizer: as few as it takes to get rid of marked loops and of arrays in registers.
// Room: common/shader.
// SPDX-License-Identifier: MIT
#include "shader/write_out.hpp"

#include <fmt/format.h>

#include <spirv-tools/optimizer.hpp>
#include <string>
#include <unordered_map>

#include "scan/errors.hpp"

namespace scan::shader {
namespace {

/// The loops' bounds are known, and all that a loop does stands in it.
void add_passes_before_unrolling(spvtools::Optimizer& optimizer, const Kernel& kernel) {
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> values;
  for (const Constant& constant : kernel.constants) values[constant.id] = {constant.value};
  optimizer.RegisterPass(spvtools::CreateSetSpecConstantDefaultValuePass(values))
      .RegisterPass(spvtools::CreateFreezeSpecConstantValuePass())
      .RegisterPass(spvtools::CreateFoldSpecConstantOpAndCompositePass())
      .RegisterPass(spvtools::CreateUnifyConstantPass())
      .RegisterPass(spvtools::CreateMergeReturnPass())
      .RegisterPass(spvtools::CreateInlineExhaustivePass())
      .RegisterPass(spvtools::CreateEliminateDeadFunctionsPass())
      .RegisterPass(spvtools::CreatePrivateToLocalPass())
      .RegisterPass(spvtools::CreateScalarReplacementPass(0));
}

/// Variables become values, and what can be known is.
void add_simplifying_passes(spvtools::Optimizer& optimizer) {
  optimizer.RegisterPass(spvtools::CreateLocalAccessChainConvertPass())
      .RegisterPass(spvtools::CreateLocalSingleBlockLoadStoreElimPass())
      .RegisterPass(spvtools::CreateLocalSingleStoreElimPass())
      .RegisterPass(spvtools::CreateSSARewritePass())
      .RegisterPass(spvtools::CreateCCPPass())
      .RegisterPass(spvtools::CreateDeadBranchElimPass())
      .RegisterPass(spvtools::CreateBlockMergePass())
      .RegisterPass(spvtools::CreateSimplificationPass());
}

}  // namespace

std::vector<std::uint32_t> write_out(const Kernel& kernel, std::span<const std::uint32_t> words) {
  spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_2);
  std::string log;
  optimizer.SetMessageConsumer([&log](spv_message_level_t, const char*, const spv_position_t&,
                                      const char* message) { log = message; });
  add_passes_before_unrolling(optimizer, kernel);
  add_simplifying_passes(optimizer);
  optimizer.RegisterPass(spvtools::CreateLoopUnrollPass(/*fully_unroll=*/true));
  // Now every index is a constant: arrays can go.
  add_simplifying_passes(optimizer);
  optimizer.RegisterPass(spvtools::CreateScalarReplacementPass(0));
  add_simplifying_passes(optimizer);
  optimizer.RegisterPass(spvtools::CreateAggressiveDCEPass());

  spvtools::OptimizerOptions options;
  options.set_run_validator(false);  // what glslang wrote is valid; a test looks at what comes out
  std::vector<std::uint32_t> result;
  if (!optimizer.Run(words.data(), words.size(), &result, options)) {
    throw Error(fmt::format("{}: its loops cannot be written out: {}", kernel.key, log));
  }
  return result;
}

}  // namespace scan::shader
