import { z } from 'zod'
import { lineFault, tidyLine } from './clean-line.ts'

/** The text with plain line feeds, each line tidied, and no more than one empty line in a row. */
function tidyText(text: string): string {
  return text
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .split('\n')
    .map(tidyLine)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** A text of several lines without anything invisible or reversed, at most so many characters. */
export function cleanText({ missing, max }: { missing: string; max: number }) {
  return z
    .string(missing)
    .overwrite(tidyText)
    .check(({ value, issues }) => {
      const message = value.split('\n').reduce<string | null>((fault, line) => fault ?? lineFault(line), null)
      if (message !== null) issues.push({ code: 'custom', message, input: value })
    })
    .min(1, missing)
    .max(max, `Escreva até ${max} letras.`)
}
