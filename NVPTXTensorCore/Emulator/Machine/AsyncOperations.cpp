//===- AsyncOperations.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asynchronous operations are in chains, whose operations happen one after the other; the seed
// chooses the chain that goes on next.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/AsyncOperations.h"
#include "Emulator/Machine/Ordering.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

Actor emulator::makeAsyncActor(const Instruction &I, Block &Of,
                               const std::shared_ptr<AsyncAuthor> &Author, Proxy Through) {
  Actor Who;
  Who.Through = Through;
  Who.Operation = Author.get();
  Who.Of = &Of;
  Who.At = &I;
  if (Author)
    Who.Lane = Author->Lane;
  return Who;
}

void AsyncOperations::add(Chain Of, std::unique_ptr<AsyncOperation> Operation) {
  auto It = find_if(Chains, [&](const auto &Q) { return Q->Of == Of; });
  if (It == Chains.end())
    It = Chains.insert(It, std::make_unique<Queue>(Queue{Of, {}}));
  (*It)->Operations.push_back(std::move(Operation));
}

void AsyncOperations::performOne(Cluster &C, uint64_t Choice) {
  Queue &Chosen = *Chains[Choice % Chains.size()];
  if (!Chosen.Operations.front()->perform(C)) // which may have added others
    return;
  Chosen.Operations.pop_front();
  if (Chosen.Operations.empty())
    erase_if(Chains, [&](const auto &Q) { return Q.get() == &Chosen; });
}

const AsyncAuthor *AsyncOperations::findWriter(const WrittenLocation &At) const {
  for (const auto &Q : Chains)
    for (const auto &Each : Q->Operations)
      if (const AsyncAuthor *Author = Each->findWriter(At))
        return Author;
  return nullptr;
}

void AsyncOperations::performAll(Cluster &C) {
  while (!isEmpty())
    performOne(C, 0);
}
