//===- CUDAAttributes.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes of CUDA 13 that clang 19 does not know, in a plug-in for its front end. clang lets a
// plug-in attach its own attributes only; so each becomes an annotation, which clang carries
// through templates and into IR, where IR/Lowering/SourceAttributes.cpp gives it its meaning.
// Checked here is only what is lost in IR: whether a parameter is const, and how numbers are
// grouped.
//
// The SDK's macros (__grid_constant__, __cluster_dims__, ...) have the attributes' names.
//
//===----------------------------------------------------------------------===//

#include "IR/Lowering/SourceAttributes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "clang/Sema/DeclSpec.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaDiagnostic.h"

using namespace clang;
using llvm::SmallVector;

static void reportError(Sema &S, SourceLocation Where, llvm::StringRef Message) {
  S.Diag(Where, S.Diags.getDiagnosticIDs()->getCustomDiagID(DiagnosticIDs::Error, Message));
}

/// clang's parser takes a name that stands alone as the first argument of an attribute that is not
/// its own for a word; here it is a variable or a template's parameter.
static Expr *getArgument(Sema &S, const ParsedAttr &A, unsigned I) {
  if (A.isArgExpr(I))
    return A.getArgAsExpr(I);
  const IdentifierLoc *Word = A.getArgAsIdent(I);
  CXXScopeSpec Scope;
  UnqualifiedId Name;
  Name.setIdentifier(Word->Ident, Word->Loc);
  return S
      .ActOnIdExpression(S.getCurScope(), Scope, SourceLocation(), Name,
                         /*HasTrailingLParen=*/false, /*IsAddressOfOperand=*/false)
      .get();
}

/// The expressions of (A, B, C), which is a chain of comma operators to clang.
static void appendTuple(Expr *Tuple, SmallVectorImpl<Expr *> &Elements) {
  Tuple = Tuple->IgnoreParens();
  if (auto *Comma = dyn_cast<BinaryOperator>(Tuple); Comma && Comma->getOpcode() == BO_Comma) {
    appendTuple(Comma->getLHS(), Elements);
    Elements.push_back(Comma->getRHS());
  } else {
    Elements.push_back(Tuple);
  }
}

namespace {

class CUDAAttribute : public ParsedAttrInfo {
public:
  CUDAAttribute(const char *Name, unsigned MinArgs, unsigned MaxArgs)
      : Name(Name), Forms{{ParsedAttr::AS_GNU, Name}} {
    Spellings = Forms;
    NumArgs = MinArgs;
    OptArgs = MaxArgs - MinArgs;
  }

  bool acceptsLangOpts(const LangOptions &Options) const override { return Options.CUDA; }

  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &A, const Decl *D) const override {
    if (isa<FunctionDecl>(D))
      return true;
    S.Diag(A.getLoc(), diag::warn_attribute_wrong_decl_type_str)
        << A << A.isRegularKeywordAttribute() << "functions";
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &A) const override {
    SmallVector<Expr *, 6> Arguments;
    for (unsigned I = 0; I < A.getNumArgs(); ++I) {
      Expr *Argument = getArgument(S, A, I);
      if (!Argument || !append(S, Argument, Arguments))
        return AttributeNotApplied;
    }
    S.AddAnnotationAttr(D, A, (llvm::tensorcore::SourceAttributePrefix + Name).str(), Arguments);
    return AttributeApplied;
  }

protected:
  /// False if something was wrong with the argument, and has been said.
  virtual bool append(Sema &, Expr *Argument, SmallVectorImpl<Expr *> &Arguments) const {
    Arguments.push_back(Argument);
    return true;
  }

private:
  const char *Name;
  Spelling Forms[1];
};

class ClusterDims : public CUDAAttribute {
public:
  ClusterDims() : CUDAAttribute("cluster_dims", 1, 3) {}
};

class MaxNReg : public CUDAAttribute {
public:
  MaxNReg() : CUDAAttribute("maxnreg", 1, 1) {}
};

class InlineHint : public CUDAAttribute {
public:
  InlineHint() : CUDAAttribute("nv_inline_hint", 0, 0) {}
};

class BlockSize : public CUDAAttribute {
public:
  BlockSize() : CUDAAttribute("block_size", 1, 2) {}

protected:
  bool append(Sema &S, Expr *Argument, SmallVectorImpl<Expr *> &Arguments) const override {
    const size_t Before = Arguments.size();
    appendTuple(Argument, Arguments);
    if (Arguments.size() - Before == 3)
      return true;
    reportError(S, Argument->getExprLoc(),
                "__block_size__ takes one or two tuples of three numbers, as in ((128, 1, 1), "
                "(2, 1, 1)): the threads of a block, the blocks of a cluster");
    return false;
  }
};

class GridConstant : public CUDAAttribute {
public:
  GridConstant() : CUDAAttribute("grid_constant", 0, 0) {}

  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &A, const Decl *D) const override {
    auto *Parameter = dyn_cast<ParmVarDecl>(D);
    if (!Parameter) {
      S.Diag(A.getLoc(), diag::warn_attribute_wrong_decl_type_str)
          << A << A.isRegularKeywordAttribute() << "parameters";
      return false;
    }
    const QualType Type = Parameter->getType();
    if (Type.isConstQualified() && !Type->isReferenceType())
      return true;
    reportError(S, A.getLoc(),
                Type->isReferenceType()
                    ? "a parameter that is a reference cannot be __grid_constant__"
                    : "a parameter that is __grid_constant__ has to be const");
    return false;
  }
};

/// GNU's attribute under another name.
class Pure : public CUDAAttribute {
public:
  Pure() : CUDAAttribute("nv_pure", 0, 0) {}

  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &A) const override {
    D->addAttr(PureAttr::CreateImplicit(S.Context, A.getRange()));
    return AttributeApplied;
  }
};

} // namespace

static ParsedAttrInfoRegistry::Add<ClusterDims> AddClusterDims("cluster_dims", "");
static ParsedAttrInfoRegistry::Add<BlockSize> AddBlockSize("block_size", "");
static ParsedAttrInfoRegistry::Add<MaxNReg> AddMaxNReg("maxnreg", "");
static ParsedAttrInfoRegistry::Add<GridConstant> AddGridConstant("grid_constant", "");
static ParsedAttrInfoRegistry::Add<InlineHint> AddInlineHint("nv_inline_hint", "");
static ParsedAttrInfoRegistry::Add<Pure> AddPure("nv_pure", "");
