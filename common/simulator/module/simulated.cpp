// What of SPIR-V is simulated: the capabilities and instructions that compute shaders on plain data need.
// Room: common/simulator/module.
// SPDX-License-Identifier: MIT
#include "simulator/module/reader.hpp"

namespace scan::simulator {

bool is_simulated(spv::Capability capability) {
  switch (capability) {
    case spv::CapabilityMatrix:  // part of Shader; the types are refused
    case spv::CapabilityShader:
    case spv::CapabilityInt64:
    case spv::CapabilityFloat64:
    case spv::CapabilityInt64Atomics:
    case spv::CapabilityGroupNonUniform:
    case spv::CapabilityGroupNonUniformVote:
    case spv::CapabilityGroupNonUniformArithmetic:
    case spv::CapabilityGroupNonUniformBallot:
    case spv::CapabilityGroupNonUniformShuffle:
    case spv::CapabilityGroupNonUniformShuffleRelative:
    case spv::CapabilityGroupNonUniformClustered:
    case spv::CapabilityGroupNonUniformQuad: return true;
    default: return false;
  }
}

bool is_simulated(spv::Op opcode) {
  switch (opcode) {
    // control
    case spv::OpBranch:
    case spv::OpBranchConditional:
    case spv::OpSwitch:
    case spv::OpPhi:
    case spv::OpLoopMerge:
    case spv::OpSelectionMerge:
    case spv::OpReturn:
    case spv::OpReturnValue:
    case spv::OpUnreachable:
    case spv::OpFunctionCall:
    case spv::OpExtInst:
    // memory
    case spv::OpVariable:
    case spv::OpLoad:
    case spv::OpStore:
    case spv::OpAccessChain:
    case spv::OpInBoundsAccessChain:
    case spv::OpArrayLength:
    // composites
    case spv::OpCopyObject:
    case spv::OpCopyLogical:
    case spv::OpCompositeConstruct:
    case spv::OpCompositeExtract:
    case spv::OpCompositeInsert:
    case spv::OpVectorShuffle:
    case spv::OpVectorExtractDynamic:
    case spv::OpVectorInsertDynamic:
    case spv::OpSelect:
    // arithmetic that is not by component
    case spv::OpVectorTimesScalar:
    case spv::OpDot:
    case spv::OpIAddCarry:
    case spv::OpISubBorrow:
    case spv::OpUMulExtended:
    case spv::OpSMulExtended:
    case spv::OpAny:
    case spv::OpAll:
    // bits
    case spv::OpBitcast:
    case spv::OpBitFieldInsert:
    case spv::OpBitFieldSExtract:
    case spv::OpBitFieldUExtract:
    case spv::OpBitReverse:
    case spv::OpBitCount:
    // barriers
    case spv::OpControlBarrier:
    case spv::OpMemoryBarrier: return true;
    default: break;
  }
  const auto within = [&](spv::Op first, spv::Op last) {
    return opcode >= first && opcode <= last;
  };
  return within(spv::OpConvertFToU, spv::OpFConvert) || within(spv::OpSNegate, spv::OpFMod) ||
         within(spv::OpIsNan, spv::OpIsInf) || within(spv::OpLogicalEqual, spv::OpLogicalNot) ||
         within(spv::OpIEqual, spv::OpFUnordGreaterThanEqual) ||
         within(spv::OpShiftRightLogical, spv::OpNot) ||
         within(spv::OpAtomicLoad, spv::OpAtomicCompareExchange) ||
         within(spv::OpAtomicIIncrement, spv::OpAtomicXor) ||
         within(spv::OpGroupNonUniformElect, spv::OpGroupNonUniformQuadSwap);
}

}  // namespace scan::simulator
