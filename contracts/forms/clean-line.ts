import type { z } from 'zod'

// The characters that a person may write into one line. Kept apart from the schemas, so that a rule about names and one about a circle's
// texts read a line the same way.

export const lineMessages = {
  lines: 'Escreva em uma linha só.',
  invisible: 'Há caracteres invisíveis neste texto. Digite-o de novo, sem colar.',
} as const

/** The text in NFC, with a space of whichever width as a plain one, and none around it. */
export function tidyLine(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\p{Zs}/gu, ' ')
    .trim()
}

/** A pictograph's own joiners and variant marks, which are part of what is seen. */
const PICTOGRAPH_MARKS =
  /(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)(?:\uFE0F|\u200D(?=\p{Extended_Pictographic}))+/gu
/** Controls, directions, fillers and marks that show nothing, private and unassigned characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u
/** More marks on one letter than any language writes. */
const HEAPED_MARKS = /\p{M}{3}/u

/** The fault of a text that must be one line of visible characters, as a sentence; null when it has none. */
export function lineFault(text: string): string | null {
  if (/[\n\r\v\f\u0085\u2028\u2029]/.test(text)) return lineMessages.lines
  const seen = text.replaceAll(PICTOGRAPH_MARKS, '')
  return INVISIBLE.test(seen) || HEAPED_MARKS.test(seen) ? lineMessages.invisible : null
}

/** Makes a field one line: tidied before its other checks, and refused where it is no line. */
export function line(field: z.ZodString): z.ZodString {
  return field.overwrite(tidyLine).check(({ value, issues }) => {
    const message = lineFault(value)
    if (message !== null) issues.push({ code: 'custom', message, input: value })
  })
}

/** The text with plain line feeds, each line tidied, and no more than one empty line in a row. */
export function tidyText(text: string): string {
  return text
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .split('\n')
    .map(tidyLine)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
