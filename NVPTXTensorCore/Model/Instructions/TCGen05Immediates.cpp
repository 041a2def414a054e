//===- TCGen05Immediates.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The immediates, in a table.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/TCGen05Immediates.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

static constexpr TCGen05Immediate Immediates[] = {
    {"kind", 0, 3, "0 (f16), 1 (tf32), 2 (f8f6f4) or 3 (i8)", MMAField_MMAKind},
    {"any_kind", 0, 4, "0 (f16), 1 (tf32), 2 (f8f6f4), 3 (i8) or 4 (ti16)", MMAField_MMAKind},
    {"cta_group", 1, 2, "1 or 2", MMAField_CTAGroup},
    {"collector_usage", 0, 3, "0 (discard), 1 (lastuse), 2 (fill) or 3 (use)", MMAField_Collector},
    {"collector_usage_b", 0, 3, "0 (discard), 1 (lastuse), 2 (fill) or 3 (use)",
     MMAField_CollectorB},
    {"exclusive", 0, 1, "true or false", MMAField_Exclusive},
    {"collector_buffer", 0, 3, "from 0 to 3 (b0 to b3)", MMAField_Buffer},
    {"scale_input_d", 0, MaxScaleInput, "from 0 to 15", std::nullopt},
    {"pack", 0, 1, "true or false", MMAField_Packed},
    {"unpack", 0, 1, "true or false", MMAField_Unpacked},
    {"half_split_offset", INT64_MIN, INT64_MAX, "an offset", std::nullopt}};

const TCGen05Immediate *tensorcore::lookupTCGen05Immediate(StringRef Name) {
  auto HasName = [Name](const TCGen05Immediate &I) { return I.Name == Name; };
  const TCGen05Immediate *It = find_if(Immediates, HasName);
  return It == std::end(Immediates) ? nullptr : It;
}

unsigned TCGen05Immediate::getFieldValue(int64_t Immediate) const {
  return Field == MMAField_MMAKind ? lookupTCGen05ImmediateKind(Immediate)->Field : Immediate;
}

int64_t TCGen05Immediate::getImmediate(unsigned FieldValue) const {
  auto IsKind = [&](const TCGen05ImmediateKind &Kind) { return Kind.Field == FieldValue; };
  return Field == MMAField_MMAKind ? find_if(getTCGen05ImmediateKinds(), IsKind)->Number
                                   : FieldValue;
}
