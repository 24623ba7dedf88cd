import { z } from 'zod'
import { fitsPeople } from '#circle/plan.ts'
import type { Plan } from '#circle/plan.ts'
import { ANSWER_DAYS_MAX, ANSWER_DAYS_MIN } from '../limits.ts'
import { isValidCnpj, isValidCpf } from '../payment/documents.ts'
import { payableFault } from '../payment/payable.ts'
import { planOf } from '../plans.ts'
import { SIMULATED_MEMBERS } from '../simulation.ts'
import { line } from './clean-line.ts'
import { planForm } from './plan.ts'

const NAME_MAX = 60

export const circleName = line(z.string('Dê um nome ao círculo.'))
  .min(3, 'O nome tem de 3 a 60 caracteres.')
  .max(NAME_MAX, 'O nome tem de 3 a 60 caracteres.')

const contact = (message: string) => line(z.string(message)).min(5, message).max(120, 'No máximo 120 caracteres.')

/** The operator who answers for a circle, shown on its terms. */
export const operatorForm = z.strictObject({
  name: line(z.string('Diga o nome de quem responde.'))
    .min(3, 'Diga o nome de quem responde.')
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

type CircleTexts = {
  readonly name?: string | undefined
  readonly plan?: { readonly name: string } | undefined
  readonly operator?: OperatorForm | null | undefined
}

/**
 * The faults of a demonstration's texts, by field: nothing in them may be paid to. The operator's document is a PIX key as well,
 * so a demonstration names its operator only in the plain words of its own name.
 */
export function payableFields({ name, plan, operator }: CircleTexts): Record<string, string> {
  const texts = {
    name,
    'plan.name': plan?.name,
    ...Object.fromEntries(Object.entries(operator ?? {}).map(([field, text]) => [`operator.${field}`, text])),
  }
  const faults = Object.entries(texts).map(([field, text]) => [field, text ? payableFault(text) : null] as const)
  return Object.fromEntries(faults.filter((fault): fault is [string, string] => fault[1] !== null))
}

/** The fault of a real circle whose turn has more donations than there are others to give them; null when it has none. */
export function peopleFault(plan: Plan, people: number | null | undefined): string | null {
  if (people === null || people === undefined || fitsPeople(plan, people)) return null
  return `Com ${people} pessoas, uma vez tem no máximo ${people - 1} ${people === 2 ? 'doação' : 'doações'}: ninguém doa a si.`
}

const PEOPLE = `De 2 a ${SIMULATED_MEMBERS} pessoas.`

const people = z.int(PEOPLE).min(2, PEOPLE).max(SIMULATED_MEMBERS, PEOPLE)

/** Another plan for a circle, and for how many people, where that changes too. */
export const changePlanForm = planForm.extend({ people: people.optional() })

/** A new circle. Without a named operator it can only be a demonstration. */
export const newCircleForm = z
  .strictObject({
    name: circleName,
    mode: z.enum(['demonstracao', 'real']),
    plan: planForm,
    operator: operatorForm.nullable().default(null),
    /** The creator of a real circle saw what its plan does, also if it stops half-way: demanded, and only a yes is one. */
    outcome_seen: z.boolean().optional(),
    /** How many people it is meant for; what its plan does is told for as many, or for all who are in it once they are more. */
    people: people.optional(),
    /** Whether the founder takes part in a real circle too. */
    takes_part: z.boolean().optional(),
  })
  .superRefine((value, context) => {
    if (value.mode === 'real') {
      const message = peopleFault(planOf(value.plan), value.people)
      if (message !== null) context.addIssue({ code: 'custom', path: ['people'], message })
      return
    }
    for (const [field, message] of Object.entries(payableFields(value)))
      context.addIssue({ code: 'custom', path: field.split('.'), message })
  })

export const editCircleForm = z.strictObject({
  name: circleName.optional(),
  operator: operatorForm.nullable().optional(),
})

const DAY = 'Escolha um dia de 1 a 31.'
const HOUR = 'Escolha uma hora de 0 a 23.'

/** A day of the month and a full hour in São Paulo. */
export const calendarForm = z.strictObject({
  day: z.int(DAY).min(1, DAY).max(31, DAY),
  hour: z.int(HOUR).min(0, HOUR).max(23, HOUR),
})

/** The contribution calendar of a circle; null: contributions are asked for by hand. */
export const calendarChangeForm = z.strictObject({ calendar: calendarForm.nullable() })

const ANSWER = `Escolha de ${ANSWER_DAYS_MIN} a ${ANSWER_DAYS_MAX} dias.`

export const answerDaysForm = z.strictObject({
  days: z.int(ANSWER).min(ANSWER_DAYS_MIN, ANSWER).max(ANSWER_DAYS_MAX, ANSWER),
})

/** A circle is closed for good only when its name is typed. */
export const closeForm = z.strictObject({
  confirmation: z.string('Escreva o nome do círculo.').trim().max(200),
})

/** A demonstration is reset only when its name is typed. */
export const resetForm = z.strictObject({
  confirmation: z.string('Escreva o nome do círculo.').trim().max(200),
  keep_places: z.boolean().default(true),
})
