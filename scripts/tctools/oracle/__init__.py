# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Judges that are independent of the model.

What these modules know, people typed from the PTX ISA. None of them reads the model, directly or
through another module, so that a fault of the model cannot hide in them; test/Scripts/layers.test
checks their imports.
"""
