import { z } from 'zod'
import { donationOutcomes, resolutions } from '../labels.ts'
import { CASE_TEXT_MAX } from '../limits.ts'
import { cleanText } from './clean-text.ts'

export const reportForm = z.strictObject({
  reason: z
    .string('Por favor, informe o motivo do reporte')
    .trim()
    .min(1, 'Por favor, informe o motivo do reporte')
    .max(1000),
  additionalInfo: z.string().trim().max(2000).optional(),
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
})

/** A request of the administration to one party, until the end of a day in São Paulo. */
export const askForm = z.strictObject({
  of: z.enum(['donor', 'receiver'], 'Escolha de quem é a vez de responder.'),
  text: cleanText({ missing: 'Escreva o que você pede.', max: CASE_TEXT_MAX }),
  until: z.iso.date('Escolha até quando.'),
})
