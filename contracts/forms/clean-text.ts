import { z } from 'zod'
import { lineFault, tidyText } from './clean-line.ts'

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
