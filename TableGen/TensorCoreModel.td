//===- TensorCoreModel.td - Root of the model ------------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one source of truth on tensor-core instructions, free of the NVPTX target:
//
//   tensor-core-tblgen -gen-tables   the tables of NVPTXTensorCore/Model
//   tensor-core-tblgen -dump-json    everything, for scripts and docs
//
// TensorCore.td includes it again within NVPTX.td and makes opcode records of it.
//
//===----------------------------------------------------------------------===//

include "llvm/TableGen/SearchableTable.td"

include "Signatures.td"
include "MMATypes.td"
include "MMAShapes.td"
include "GPUTargets.td"
include "MultiprocessorRegisters.td"
include "BitLayout.td"
include "MMADescriptor.td"
include "Legality.td"
include "MatrixDescriptor.td"
include "InstructionDescriptor.td"
include "InstructionDescriptorShapes.td"
include "Instructions.td"
include "PTX/Matrix.td"
include "MMAOpcodes.td"
include "MMAVariants.td"
include "WMMA.td"
include "MMASync.td"
include "MMASparse.td"
include "MMABlockScale.td"
include "MatrixMove.td"
include "WGMMA.td"
include "TCGen05.td"
include "TCGen05MMA.td"
include "FragmentLayouts.td"
include "TensorMemoryLayouts.td"
include "SharedMemoryTiles.td"
include "NumberFormats.td"
include "PTX/IntegerArithmetic.td"
include "PTX/FloatArithmetic.td"
include "PTX/Comparisons.td"
include "PTX/Logic.td"
include "PTX/Conversions.td"
include "PTX/Video.td"
include "PTX/Memory.td"
include "PTX/Atomics.td"
include "PTX/Fences.td"
include "PTX/Control.td"
include "PTX/Textures.td"
include "PTX/Warps.td"
include "PTX/Barriers.td"
include "PTX/AsyncCopies.td"
include "Companions.td"
include "CompanionLegality.td"
include "InstructionRules.td"

defset list<CompanionRow> AllCompanionRows = {
include "BulkCopy.td"
include "AsyncCopy.td"
include "TensorCopy.td"
include "TensorOverrides.td"
include "MBarrier.td"
include "Synchronization.td"
include "CacheControl.td"
include "TensorMap.td"
include "NarrowConversions.td"
include "RubinConversions.td"
include "PackedArithmetic.td"
include "SparseCompression.td"
include "NoFlushAtomics.td"
}

include "CompanionOpcodes.td"
