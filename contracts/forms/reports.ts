import { z } from 'zod'
import { appealDecisions, donationOutcomes, resolutions } from '../labels.ts'
import { CASE_TEXT_MAX } from '../limits.ts'
import { cleanText } from './clean-text.ts'

/** The salt of the words' hash where the sender's device signs what it says (circle/case-words.ts). */
export const wordsSalt = z
  .string()
  .regex(/^[\w-]{22}$/)
  .optional()

export const reportForm = z.strictObject({
  reason: z
    .string('Por favor, informe o motivo do reporte')
    .trim()
    .min(1, 'Por favor, informe o motivo do reporte')
    .max(1000),
  additionalInfo: z.string().trim().max(2000).optional(),
  words_salt: wordsSalt,
})

/** A case that the administration opens by itself: both parties read why. */
export const openCaseForm = z.strictObject({
  reason: cleanText({ missing: 'Escreva por que você abre o caso.', max: 1000 }),
})

export const resolveReportForm = z.strictObject({
  resolution: z.enum(resolutions).default('RESOLVED'),
  resolution_message: z
    .string('A mensagem de resolução é obrigatória')
    .trim()
    .min(1, 'A mensagem de resolução é obrigatória')
    .max(2000),
  admin_notes: z
    .string('As notas administrativas são obrigatórias')
    .trim()
    .min(1, 'As notas administrativas são obrigatórias')
    .max(4000),
  donation_outcome: z.enum(donationOutcomes).default('keep'),
})

/** A party's statement in a case: words, and a picture (base64) if they want. */
export const statementForm = z.strictObject({
  text: cleanText({ missing: 'Escreva o que você quer dizer.', max: CASE_TEXT_MAX }),
  picture: z.string().min(1).optional(),
  words_salt: wordsSalt,
})

/** A request of the administration to one party, until the end of a day in São Paulo. */
export const askForm = z.strictObject({
  of: z.enum(['donor', 'receiver'], 'Escolha de quem é a vez de responder.'),
  text: cleanText({ missing: 'Escreva o que você pede.', max: CASE_TEXT_MAX }),
  until: z.iso.date('Escolha até quando.'),
})

/** A party's appeal against the decision of their case, once. */
export const appealForm = z.strictObject({
  reason: cleanText({ missing: 'Escreva por que a decisão deve mudar.', max: CASE_TEXT_MAX }),
  words_salt: wordsSalt,
})

/** The decision on an appeal. Only one that changes something may decide what becomes of the donation. */
export const decideAppealForm = z.strictObject({
  decision: z.enum(appealDecisions, 'Escolha se a decisão vale ou muda.'),
  message: cleanText({ missing: 'Escreva o motivo, que os dois lados vão ler.', max: CASE_TEXT_MAX }),
  admin_notes: z.string().trim().max(4000).default(''),
  donation_outcome: z.enum(donationOutcomes).default('keep'),
})
