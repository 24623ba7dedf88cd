import { isDeepStrictEqual } from 'node:util'
import type { Request } from './load.ts'
import type { Server } from './servers.ts'

/**
 * Asks every server the same and throws unless all answer the same, so that what is compared afterwards does the same
 * work. Names that one of two bodies lacks are a difference too.
 */
export async function compareAnswers(servers: readonly Server[], { method, path, headers }: Request): Promise<void> {
  const answers = await Promise.all(
    servers.map(async ({ name, port }) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers })
      if (!answer.ok) throw new Error(`${name} answers ${answer.status} to ${path}: ${await answer.text()}`)
      return { name, body: (await answer.json()) as unknown }
    }),
  )
  const [first, ...others] = answers
  for (const { name, body } of others)
    if (!isDeepStrictEqual(body, first!.body))
      throw new Error(`${name} answers ${path} otherwise than ${first!.name}: ${difference(first!.body, body)}`)
}

/** Where two values first differ. */
function difference(one: unknown, other: unknown, at = ''): string {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return `${at}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  const of = (value: object, name: string) => (value as Record<string, unknown>)[name]
  const name = names.find((candidate) => !isDeepStrictEqual(of(one, candidate), of(other, candidate)))!
  return difference(of(one, name), of(other, name), `${at}.${name}`)
}
