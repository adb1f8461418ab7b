/** Shells that can complete. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/**
 * What a shell reads to complete the words of `alidade`. It asks the program itself, which knows its commands and the names
 * on the server: `alidade complete-words -- WORDS...` prints one word a line; a line of a single colon stands for files.
 */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  // A colon splits words in bash: what stands before it is taken off the answers, as bash keeps it on the line.
  bash: `_alidade() {
  local line="\${COMP_LINE:0:COMP_POINT}" word files="" prefix
  local -a words
  read -ra words <<< "$line"
  case "$line" in *[[:space:]]) words+=("") ;; esac
  COMPREPLY=()
  word="\${words[\${#words[@]}-1]}"
  prefix=""
  case "$word" in *:*) prefix="\${word%%:*}:" ;; esac
  local answer
  while IFS= read -r answer; do
    if [ "$answer" = ":" ]; then files=1; else COMPREPLY+=("$(printf '%q' "\${answer#"$prefix"}")"); fi
  done < <(alidade complete-words -- "\${words[@]:1}" 2>/dev/null)
  if [ -n "$files" ] && [ -z "$prefix" ]; then
    while IFS= read -r answer; do COMPREPLY+=("$answer"); done < <(compgen -f -- "$word")
    compopt -o filenames 2>/dev/null
  fi
  case "\${COMPREPLY[0]}" in */) compopt -o nospace 2>/dev/null ;; esac
}
complete -F _alidade alidade
`,
  zsh: `#compdef alidade
_alidade() {
  local -a answers
  local files=""
  answers=("\${(@f)$(alidade complete-words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if (( \${answers[(Ie):]} )); then files=1; answers=("\${(@)answers:#:}"); fi
  answers=("\${(@)answers:#}")
  compadd -S '' -- "\${(@M)answers:#*/}"
  compadd -- "\${(@)answers:#*/}"
  [[ -n "$files" ]] && _files
}
if [ "$funcstack[1]" = "_alidade" ]; then _alidade "$@"; else compdef _alidade alidade; fi
`,
  fish: `function __alidade_complete
  set -l words (commandline -opc) (commandline -ct)
  for answer in (alidade complete-words -- $words[2..-1] 2>/dev/null)
    if test "$answer" = ":"
      __fish_complete_path (commandline -ct)
    else
      echo $answer
    end
  end
end
complete -c alidade -f -a '(__alidade_complete)'
`,
};
