//===- CUDAAttributes.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes of CUDA 13 that clang 22 does not know or, as cluster_dims, does not compile, in a
// plug-in for its front end. clang lets a plug-in attach its own attributes only; so each becomes
// an annotation, which clang carries through templates and into IR, where
// IR/Lowering/SourceAttributes.cpp gives it its meaning. Checked here is only what is lost in IR:
// how numbers are grouped.
//
// The SDK's macros (__block_size__, ...) have the attributes' names; for __cluster_dims__,
// CUDA/sdk-shims/nvcc_builtins.h has another macro.
//
//===----------------------------------------------------------------------===//

#include "FrontEnd/ManagedVariables.h"
#include "IR/Lowering/SourceAttributes.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
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
  Name.setIdentifier(Word->getIdentifierInfo(), Word->getLoc());
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
  CUDAAttribute(const char *Name, unsigned MinArgs, unsigned MaxArgs,
                const char *SourceName = nullptr)
      : Name(Name), Forms{{ParsedAttr::AS_GNU, SourceName ? SourceName : Name}} {
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
    Attr *Annotation = S.CreateAnnotationAttr(
        A, (llvm::tensorcore::SourceAttributePrefix + Name).str(), Arguments);
    if (!Annotation)
      return AttributeNotApplied;
    D->addAttr(Annotation);
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

/// Under another name than CUDA's: clang takes no more than 15 blocks for that.
class ClusterDims : public CUDAAttribute {
public:
  ClusterDims() : CUDAAttribute("cluster_dims", 1, 3, "nvptx_cluster_dims") {}
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

/// Annotates what has clang's attribute for the blocks of a cluster, before code is made of it.
class ClangsClusterDims : public ASTConsumer, public RecursiveASTVisitor<ClangsClusterDims> {
public:
  void Initialize(ASTContext &C) override { Context = &C; }

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      TraverseDecl(D);
    return true;
  }

  bool VisitFunctionDecl(FunctionDecl *F) {
    const auto *Dims = F->getAttr<CUDAClusterDimsAttr>();
    if (!Dims || F->isDependentContext() || !Annotated.insert(F).second)
      return true;
    SmallVector<Expr *, 3> Extents;
    for (Expr *Extent : {Dims->getX(), Dims->getY(), Dims->getZ()})
      if (Extent)
        Extents.push_back(Extent);
    F->addAttr(AnnotateAttr::CreateImplicit(
        *Context, (llvm::tensorcore::SourceAttributePrefix + "cluster_dims").str(), Extents.data(),
        Extents.size(), Dims->getRange()));
    return true;
  }

  bool TraverseStmt(Stmt *) { return true; }

private:
  ASTContext *Context = nullptr;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Annotated;
};

class CompileClusterDims : public PluginASTAction {
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &, llvm::StringRef) override {
    return std::make_unique<ClangsClusterDims>();
  }
  bool ParseArgs(const CompilerInstance &, const std::vector<std::string> &) override {
    return true;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

/// Under another name than CUDA's, which clang has for HIP. clang makes no annotation of what is
/// only declared.
class Managed : public CUDAAttribute {
public:
  Managed() : CUDAAttribute("managed", 0, 0, "nvptx_managed") {}

  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &A) const override {
    if (const auto *V = dyn_cast<VarDecl>(D); V && V->hasExternalStorage())
      llvm::tensorcore::getDeclaredManaged().push_back(V);
    return CUDAAttribute::handleDeclAttribute(S, D, A);
  }

  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &A, const Decl *D) const override {
    if (const auto *V = dyn_cast<VarDecl>(D); V && V->hasGlobalStorage() && !V->getTLSKind())
      return true;
    S.Diag(A.getLoc(), diag::warn_attribute_wrong_decl_type_str)
        << A << A.isRegularKeywordAttribute() << "variables of static storage";
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

static FrontendPluginRegistry::Add<CompileClusterDims> AddClangsClusterDims("nvptx-cluster-dims",
                                                                            "");
static ParsedAttrInfoRegistry::Add<ClusterDims> AddClusterDims("cluster_dims", "");
static ParsedAttrInfoRegistry::Add<BlockSize> AddBlockSize("block_size", "");
static ParsedAttrInfoRegistry::Add<MaxNReg> AddMaxNReg("maxnreg", "");
static ParsedAttrInfoRegistry::Add<InlineHint> AddInlineHint("nv_inline_hint", "");
static ParsedAttrInfoRegistry::Add<Managed> AddManaged("managed", "");
static ParsedAttrInfoRegistry::Add<Pure> AddPure("nv_pure", "");
