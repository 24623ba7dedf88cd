import { COMMANDS } from '../commands.ts'

/** The manual of `man ciranda`: its frame, with what every command says of itself where the frame has `@COMMANDS@`. */
export function manual(frame: string): string {
  const entries = Object.entries<{ says: string; args?: string; more?: string }>(COMMANDS).map(
    ([name, { says, args = '', more = '' }]) =>
      `.TP\n.B ${escaped(name)} ${escaped(args)}\n${escaped(says)}${more && `\n.br\n${escaped(more)}`}`,
  )
  return frame.replace('@COMMANDS@', () => entries.join('\n'))
}

/** roff reads a hyphen as a dash, and a dot or an apostrophe at the beginning of a line as a command. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1')
}
