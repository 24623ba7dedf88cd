import './no-eval.ts'
import type { z } from 'zod'
import { bankStep, cryptoStep, personalStep, termsStep } from '#contracts/forms/registration.ts'
import type { Registration } from './draft.ts'

const steps = [
  { schema: personalStep, fields: ['firstName', 'lastName', 'email', 'phone', 'cpf', 'birthDate'] },
  {
    schema: bankStep,
    fields: [
      'cep',
      'address',
      'addressNumber',
      'bank',
      'agency',
      'account',
      'pixKeyType',
      'pixKey',
      'pixOwnerName',
      'pixCopyPaste',
      'pixQrCode',
    ],
  },
  {
    schema: cryptoStep,
    fields: ['btcAddress', 'btcQrCode', 'usdtAddress', 'usdtQrCode', 'password', 'confirmPassword'],
  },
  { schema: termsStep, fields: ['termsAccepted'] },
] as const satisfies readonly { schema: z.ZodType; fields: readonly (keyof Registration)[] }[]

export type FieldErrors = Partial<Record<keyof Registration, string>>

/** What is wrong with a step's fields: the first message for each, and the one to show on top. Null when nothing is. */
export function stepFaults(step: number, values: Registration): { fields: FieldErrors; first: string } | null {
  const { schema, fields } = steps[step - 1]!
  const own = Object.fromEntries(fields.map((field) => [field, values[field]]))
  const parsed = schema.safeParse(own)
  if (parsed.success) return null
  const errors: FieldErrors = {}
  for (const issue of parsed.error.issues) errors[issue.path[0] as keyof Registration] ??= issue.message
  return { fields: errors, first: parsed.error.issues[0]!.message }
}
