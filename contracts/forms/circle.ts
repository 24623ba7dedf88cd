import { z } from 'zod'
import { isValidCnpj, isValidCpf } from '../payment/documents.ts'
import { planForm } from './plan.ts'

const NAME_MAX = 60

export const circleName = z
  .string('Dê um nome ao círculo.')
  .trim()
  .min(3, 'O nome do círculo tem de 3 a 60 caracteres.')
  .max(NAME_MAX, 'O nome do círculo tem de 3 a 60 caracteres.')

const contact = (message: string) => z.string(message).trim().min(5, message).max(120, 'No máximo 120 caracteres.')

/** The operator who answers for a circle, shown on its terms. */
export const operatorForm = z.strictObject({
  name: z
    .string('Diga quem opera o círculo.')
    .trim()
    .min(3, 'Diga quem opera o círculo.')
    .max(120, 'No máximo 120 caracteres.'),
  document: z
    .string('Informe um CPF ou CNPJ válido.')
    .max(30, 'Informe um CPF ou CNPJ válido.')
    .transform((text) => text.replaceAll(/[\s./-]/g, '').toUpperCase())
    .refine((text) => isValidCpf(text) || isValidCnpj(text), 'Informe um CPF ou CNPJ válido.'),
  contact: contact('Informe um telefone ou e-mail de contato.'),
  dataProtectionContact: contact('Informe o contato do encarregado de dados.'),
})
export type OperatorForm = z.output<typeof operatorForm>

/** A new circle. Without a named operator it can only be a demonstration. */
export const newCircleForm = z.strictObject({
  name: circleName,
  mode: z.enum(['demonstracao', 'real']),
  plan: planForm,
  operator: operatorForm.nullable().default(null),
})

export const editCircleForm = z.strictObject({
  name: circleName.optional(),
  operator: operatorForm.nullable().optional(),
})

/** A demonstration is reset only when its name is typed. */
export const resetForm = z.strictObject({
  confirmation: z.string('Escreva o nome do círculo.').trim().max(200),
  keep_places: z.boolean().default(true),
})
