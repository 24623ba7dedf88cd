import '#web/api/no-eval.ts'
import type { z } from 'zod'
import { dayOf } from '#contracts/age.ts'
import { ageFault, bankStep, cryptoStep, personalStepOn, termsStep } from '#contracts/forms/registration.ts'
import { shortFormOn } from '#contracts/forms/short-registration.ts'
import { typesOfPixKey } from '#contracts/payment/pix-key.ts'
import { missingFieldText } from '#web/text/missing-field.ts'
import type { Registration } from './draft.ts'

const laterSteps = [bankStep, cryptoStep, termsStep] as const satisfies readonly z.ZodType[]

export type FieldErrors = Partial<Record<keyof Registration, string>>

type Faults = { readonly fields: FieldErrors; readonly first: string }

/**
 * The faults of a step's fields, or null when there are none. `first` is the specification's sentence, shown on top;
 * in `fields` each empty field says that it is itself what is missing, instead of repeating that sentence under every
 * one.
 */
export function stepFaults(step: number, values: Registration): Faults | null {
  return faultsOf(step === 1 ? personalStepOn(dayOf(Date.now())) : laterSteps[step - 2]!, values)
}

/** The same for the one page of a roda. An e-mail is asked for until somebody says that they have none. */
export function shortFaults(values: Registration): Faults | null {
  const today = dayOf(Date.now())
  const found = withUnknownKey(withWhole(faultsOf(shortFormOn(today), values), values, today), values.pixKey)
  if (values.email !== '' || values.hasNoEmail) return found
  const email = 'Informe o e-mail, ou diga que não tem.'
  return { fields: { ...found?.fields, email }, first: found?.first ?? email }
}

/** Age and key are judged beside the others, and not only once all of those are right: who mends a page mends it once. */
function withWhole(found: Faults | null, values: Registration, today: string): Faults | null {
  if (!found) return null
  const { birthDate, pixKey } = values
  const age = birthDate === '' ? null : ageFault(birthDate, today)
  const fields: FieldErrors = {
    ...(age === null ? {} : { birthDate: age }),
    ...(pixKey.trim() === '' || typesOfPixKey(pixKey).length > 0 ? {} : { pixKey: UNKNOWN_KEY }),
    ...found.fields,
  }
  return { ...found, fields }
}

const UNKNOWN_KEY =
  'Não reconhecemos esta chave. Um celular tem o DDD e 9 números; confira também o e-mail, o CPF ou a chave aleatória.'

/** A key of no kind is not said to be a wrong one of a kind that nobody chose. */
function withUnknownKey(found: Faults | null, pixKey: string): Faults | null {
  const wrong = found?.fields.pixKey
  if (!found || !wrong || pixKey.trim() === '' || typesOfPixKey(pixKey).length > 0) return found
  return { fields: { ...found.fields, pixKey: UNKNOWN_KEY }, first: found.first === wrong ? UNKNOWN_KEY : found.first }
}

function faultsOf(schema: z.ZodObject, values: Registration): Faults | null {
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
