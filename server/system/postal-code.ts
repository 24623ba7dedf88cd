import { z } from 'zod'
import type { Services } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'

const TIMEOUT_MS = 4_000

// The answers of Brazil's postal-code services, with the field names in use among them.
const answerShape = z.object({
  logradouro: z.string().optional(),
  street: z.string().optional(),
  bairro: z.string().optional(),
  neighborhood: z.string().optional(),
  localidade: z.string().optional(),
  city: z.string().optional(),
  uf: z.string().optional(),
  state: z.string().optional(),
  erro: z.unknown().optional(),
})

/**
 * The address of a postal code from the configured service: street, neighbourhood, city and state. Refuses when no
 * service is configured, or when it does not know the code.
 */
export async function lookUpPostalCode({ config }: Pick<Services, 'config'>, cep: string) {
  if (config.cepUrl === undefined) refuse('cep.unavailable')
  const answer = await fetch(config.cepUrl.replace('{cep}', cep), {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  }).catch(() => null)
  if (!answer?.ok) return refuse(answer?.status === 404 ? 'cep.not_found' : 'cep.unavailable')
  const parsed = answerShape.safeParse(await answer.json().catch(() => null))
  if (!parsed.success) refuse('cep.unavailable')
  const { logradouro, street, bairro, neighborhood, localidade, city, uf, state, erro } = parsed.data
  const found = {
    street: logradouro ?? street ?? '',
    neighbourhood: bairro ?? neighborhood ?? '',
    city: localidade ?? city ?? '',
    state: uf ?? state ?? '',
  }
  if (erro || found.city === '') refuse('cep.not_found')
  return found
}
