import { nameFault, tidyName } from '#contracts/forms/person-name.ts'

const NAME_MAX = 60

/**
 * The first line of a letter. A name stands there as one clean line, whatever stands in the database: one from before
 * names were checked, or written there by hand, could otherwise say something in the circle's own voice.
 */
export function greeting(firstName: string): string {
  const clean = tidyName(firstName.split(/[\p{Cc}\p{Zl}\p{Zp}]/u)[0]!.replaceAll(/[^\p{L}\p{M} '’.-]/gu, ' ')).slice(
    0,
    NAME_MAX,
  )
  return nameFault(clean) === null ? `Olá, ${clean}.` : 'Olá.'
}
