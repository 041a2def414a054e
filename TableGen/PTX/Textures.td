//===- Textures.td - Textures and surfaces --------------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Texture Instructions" and "Surface Instructions". A texel's location is
// [handle, {coordinates}], maybe with a sampler.
//
//===----------------------------------------------------------------------===//

def Geometry          : Modifier<"Geometry", [".1d", ".2d", ".3d", ".a1d", ".a2d", ".cube", ".acube", ".2dms", ".a2dms"]>;
def PlaneGeometry     : Some<Geometry, [".2d", ".a2d"]>;
def Cubes             : Some<Geometry, [".cube", ".acube"]>;
def Multisample       : Some<Geometry, [".2dms", ".a2dms"]>;
def ImageGeometry     : Some<Geometry, [".1d", ".2d", ".3d", ".a1d", ".a2d"]>;
def Channel           : Modifier<"Channel", [".r", ".g", ".b", ".a"]>;
def OutsideOf         : Modifier<"OutsideOf", [".trap", ".clamp", ".zero"]>;
def Queried           : Modifier<"Queried", [".width", ".height", ".depth", ".array_size", ".normalized_coords"]>;
def QueriedSize       : Some<Queried, [".width", ".height", ".depth", ".array_size"]>;
def QueriedOfTexture  : Modifier<"", [".channel_data_type", ".channel_order", ".num_mipmap_levels", ".num_samples",
                                      ".filter_mode", ".addr_mode_0", ".addr_mode_1", ".addr_mode_2"]>;
def QueriedOfSurface  : Modifier<"", [".channel_data_type", ".channel_order", ".memory_layout"]>;
def QueriedOfLevel    : Modifier<"", [".width", ".height", ".depth"]>;
def SurfaceLoadCaching : Modifier<"", ["", ".ca", ".cg", ".cs", ".cv"]>;
def UpToV2            : Some<Vector, ["", ".v2"]>;
def TexelTypes        : TypeModifier<["u32", "s32", "f32", "f16"]>;
def GatheredTypes     : TypeModifier<["u32", "s32", "f32"]>;
def HalfTexels        : TypeModifier<["f16x2"]>;
def S32               : TypeModifier<["s32"]>;
def CoordinateTypes   : TypeModifier<["s32", "f32"]>;
def Bits8To64         : TypeModifier<["b8", "b16", "b32", "b64"]>;
def Bits8To32         : TypeModifier<["b8", "b16", "b32"]>;
def TypeB32           : TypeModifier<["b32"]>;

defvar Location       = [SpecialOperand<"place", "1d=[%d9, {%r1}] | 2d=[%d9, {%r1, %r2}] | a1d=[%d9, {%r1, %r2}] | "
                                              "=[%d9, {%r1, %r2, %r3, %r4}]">]<PTXOperand>;
defvar Handle         = [SpecialOperand<"handle", "[%d9]">]<PTXOperand>;
defvar Texel          = [Elements<Result<"d">>]<PTXOperand> # [PairedPredicate<"p">]<PTXOperand> # Location;
defvar OffsetAndDepth = [Optional<"offset">, Optional<"depth">]<PTXOperand>;
defvar Level          = [HintBits<"level", 32>]<PTXOperand>;
defvar Gradient       = "1d={%r1} | a1d={%r1} | 2d={%r1, %r2} | a2d={%r1, %r2} | ={%r1, %r2, %r3, %r4}";
defvar Gradients      = [SpecialOperand<"dPdx", Gradient>, SpecialOperand<"dPdy", Gradient>]<PTXOperand>;
defvar SurfaceLoad    = [Elements<Result<"d">>]<PTXOperand> # Location;
defvar SurfaceStore   = Location # [Elements<Source<"b">>]<PTXOperand>;

/// Texels, of which the emulator knows those of 32 bits.
multiclass Texture<string mnemonic, list<PTXOperand> operands> {
  def ""       : PTXInstruction<mnemonic, [ImageGeometry, V4, TexelTypes, CoordinateTypes], operands>;
  def _F16X2   : PTXInstruction<mnemonic, [ImageGeometry, V2, HalfTexels, CoordinateTypes], operands>;
  def _CUBE       : PTXInstruction<mnemonic, [Cubes, V4, TexelTypes, F32], operands>;
  def _CUBE_F16X2 : PTXInstruction<mnemonic, [Cubes, V2, HalfTexels, F32], operands>;
}
multiclass MultisampleTexture<string mnemonic, list<PTXOperand> operands> {
  def _MS       : PTXInstruction<mnemonic, [Multisample, V4, TexelTypes, S32], operands>;
  def _MS_F16X2 : PTXInstruction<mnemonic, [Multisample, V2, HalfTexels, S32], operands>;
}

// clang-format off
defm PTX_TEX          : Texture<"tex",                 Texel # OffsetAndDepth>;
defm PTX_TEX          : MultisampleTexture<"tex",      Texel # OffsetAndDepth>;
defm PTX_TEX_BASE     : Texture<"tex.base",            Texel # OffsetAndDepth>;
defm PTX_TEX_BASE     : MultisampleTexture<"tex.base", Texel # OffsetAndDepth>;
defm PTX_TEX_LEVEL    : Texture<"tex.level",           Texel # Level # OffsetAndDepth>;
defm PTX_TEX_GRAD     : Texture<"tex.grad",            Texel # Gradients # OffsetAndDepth>;
//                                      mnemonic     modifiers                                                            operands
def PTX_TLD4          : PTXInstruction<"tld4",      [Channel, PlaneGeometry, V4, GatheredTypes, F32],                 Texel # OffsetAndDepth>;
def PTX_TLD4_CUBE     : PTXInstruction<"tld4",      [Channel, Cubes, V4, GatheredTypes, F32],                 Texel # OffsetAndDepth>;
def PTX_SULD          : PTXInstruction<"suld.b",    [ImageGeometry, SurfaceLoadCaching, UpToV2, Bits8To64, OutsideOf], SurfaceLoad>;
def PTX_SULD_V4       : PTXInstruction<"suld.b",    [ImageGeometry, SurfaceLoadCaching, V4, Bits8To32, OutsideOf],     SurfaceLoad>;
def PTX_SUST          : PTXInstruction<"sust.b",    [ImageGeometry, StoreOperator, UpToV2, Bits8To64, OutsideOf],      SurfaceStore>;
def PTX_SUST_V4       : PTXInstruction<"sust.b",    [ImageGeometry, StoreOperator, V4, Bits8To32, OutsideOf],          SurfaceStore>;
def PTX_SUST_P        : PTXInstruction<"sust.p",    [ImageGeometry, UpToV4, TypeB32, OutsideOf],                       SurfaceStore>;
def PTX_TXQ           : PTXInstruction<"txq",       [Queried, TypeB32],                                                  D # Handle>;
def PTX_TXQ_OTHER     : PTXInstruction<"txq",       [QueriedOfTexture, TypeB32],                                         D # Handle>;
def PTX_TXQ_LEVEL     : PTXInstruction<"txq.level", [QueriedOfLevel, TypeB32],                                           D # Handle # Level>;
def PTX_SUQ           : PTXInstruction<"suq",       [QueriedSize, TypeB32],                                              D # Handle>;
def PTX_SUQ_OTHER     : PTXInstruction<"suq",       [QueriedOfSurface, TypeB32],                                         D # Handle>;
// clang-format on
