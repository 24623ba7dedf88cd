import '#web/api/no-eval.ts'
import type { z } from 'zod'
import { dayOf } from '#contracts/age.ts'
import { bankStep, cryptoStep, personalStepOn, termsStep } from '#contracts/forms/registration.ts'
import { missingFieldText } from '#web/text/missing-field.ts'
import type { Registration } from './draft.ts'

const laterSteps = [bankStep, cryptoStep, termsStep] as const satisfies readonly z.ZodType[]

export type FieldErrors = Partial<Record<keyof Registration, string>>

/**
 * The faults of a step's fields, or null when there are none. `first` is the specification's sentence, shown on top;
 * in `fields` each empty field says that it is itself what is missing, instead of repeating that sentence under every
 * one.
 */
export function stepFaults(step: number, values: Registration): { fields: FieldErrors; first: string } | null {
  const schema = step === 1 ? personalStepOn(dayOf(Date.now())) : laterSteps[step - 2]!
  const names = Object.keys(schema.shape) as (keyof Registration)[]
  const parsed = schema.safeParse(Object.fromEntries(names.map((name) => [name, values[name]])))
  if (parsed.success) return null
  const fields: FieldErrors = {}
  for (const issue of parsed.error.issues) {
    const name = issue.path[0] as keyof Registration
    fields[name] ??= missingFieldText(name, values[name]) ?? issue.message
  }
  return { fields, first: parsed.error.issues[0]!.message }
}
