//===- Completion.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scripts for shells: subcommands, options, values, and the names of instructions, which the
// scripts ask `mma-explain list` for.
//
//===----------------------------------------------------------------------===//

#include "Explain/CommandLine/Options.h"
#include "Explain/Words/WordFormats.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/MMATables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// A subcommand with its options: "--json", "--target=".
struct CommandWords {
  std::string Name, Description;
  std::vector<std::string> Options;
};

} // namespace

static std::vector<CommandWords> getCommands() {
  std::vector<CommandWords> Commands;
  for (const cl::SubCommand *Sub : cl::getRegisteredSubcommands()) {
    if (Sub->getName().empty())
      continue;
    CommandWords Words = {Sub->getName().str(), Sub->getDescription().str(), {}};
    for (const auto &[Name, Option] : Sub->OptionsMap)
      if (Option->getOptionHiddenFlag() == cl::NotHidden)
        Words.Options.push_back(("--" + Name + (Option->ValueStr.empty() ? "" : "=")).str());
    sort(Words.Options);
    Commands.push_back(std::move(Words));
  }
  sort(Commands, [](const auto &L, const auto &R) { return L.Name < R.Name; });
  return Commands;
}

static std::string getTargets() {
  std::string Names;
  for (const GPUTarget &GPU : getGPUTargets())
    Names += (Names.empty() ? "" : " ") + GPU.Name.str();
  return Names;
}

static std::string getFormats() {
  std::string Keys;
  for (const explain::WordFormat &Format : explain::getWordFormats())
    Keys += (Keys.empty() ? "" : " ") + Format.getKey().str();
  return Keys;
}

static void printBash(raw_ostream &OS) {
  std::string Names;
  for (const CommandWords &Command : getCommands())
    Names += (Names.empty() ? "" : " ") + Command.Name;
  OS << "# bash completion of mma-explain: source <(mma-explain completion bash)\n"
        "_mma_explain() {\n"
        "  local word=\"${COMP_WORDS[COMP_CWORD]}\" previous=\"${COMP_WORDS[COMP_CWORD-1]}\"\n"
        "  # bash splits words at '='.\n"
        "  if [ \"$word\" = = ]; then word=; elif [ \"$previous\" = = ]; then "
        "previous=\"${COMP_WORDS[COMP_CWORD-2]}\"; fi\n"
        "  case \"$previous\" in\n"
        "    --target) COMPREPLY=($(compgen -W '"
     << getTargets()
     << "' -- \"$word\")); return ;;\n"
        "    --as) COMPREPLY=($(compgen -W '"
     << getFormats()
     << "' -- \"$word\")); return ;;\n"
        "    --format) COMPREPLY=($(compgen -W 'text csv json svg' -- \"$word\")); return ;;\n"
        "  esac\n"
        "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
        "    COMPREPLY=($(compgen -W '"
     << Names
     << " --help' -- \"$word\")); return\n"
        "  fi\n"
        "  case \"${COMP_WORDS[1]}:$word\" in\n";
  for (const CommandWords &Command : getCommands())
    OS << "    " << Command.Name << ":-*) COMPREPLY=($(compgen -W '" << join(Command.Options, " ")
       << " --help' -- \"$word\"))\n"
          "      case \"${COMPREPLY[0]}\" in *=) compopt -o nospace ;; esac ;;\n";
  OS << "    show:*|list:*|legal:*|layout:*)\n"
        "      COMPREPLY=($(compgen -W \"$(\"${COMP_WORDS[0]}\" list 2>/dev/null "
        "| cut -d' ' -f1 | sed 'p; s/^llvm[.]nvvm[.]//')\" -- \"$word\")) ;;\n"
        "    ptx:*) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n"
        "  esac\n"
        "}\n"
        "complete -F _mma_explain mma-explain\n";
}

static void printFish(raw_ostream &OS) {
  OS << "# fish completion of mma-explain: mma-explain completion fish | source\n"
        "complete -c mma-explain -f\n";
  for (const CommandWords &Command : getCommands()) {
    OS << "complete -c mma-explain -n __fish_use_subcommand -a " << Command.Name << " -d '"
       << Command.Description << "'\n";
    for (StringRef Option : Command.Options) {
      bool HasValue = Option.consume_back("=");
      OS << "complete -c mma-explain -n '__fish_seen_subcommand_from " << Command.Name << "' -l "
         << Option.drop_front(2);
      if (Option == "--target")
        OS << " -x -a '" << getTargets() << "'";
      else if (Option == "--as")
        OS << " -x -a '" << getFormats() << "'";
      else if (HasValue)
        OS << " -x";
      OS << '\n';
    }
  }
  OS << "complete -c mma-explain -n '__fish_seen_subcommand_from show list legal layout' "
        "-a '(mma-explain list | cut -d\" \" -f1)'\n"
        "complete -c mma-explain -n '__fish_seen_subcommand_from ptx' -F\n";
}

Error explain::printCompletion(raw_ostream &OS, StringRef Shell) {
  if (Shell == "bash") {
    printBash(OS);
  } else if (Shell == "zsh") {
    OS << "# zsh completion of mma-explain: source <(mma-explain completion zsh)\n"
          "autoload -U +X bashcompinit && bashcompinit\n";
    printBash(OS);
  } else if (Shell == "fish") {
    printFish(OS);
  } else {
    return makeError("there is no completion for '" + Shell + "'; there is for bash, zsh and fish");
  }
  return Error::success();
}
