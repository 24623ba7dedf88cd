import { z } from 'zod'
import { donationOutcomes, resolutions } from '../labels.ts'

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
