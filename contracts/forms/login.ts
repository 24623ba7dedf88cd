import { z } from 'zod'

export const loginForm = z.strictObject({
  email: z.string('Informe seu email').trim().min(1, 'Informe seu email').max(254),
  password: z.string('Informe sua senha').min(1, 'Informe sua senha').max(1024),
})
