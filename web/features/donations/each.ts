import { ApiError, failureText } from '#web/api/client.ts'
import { eachOf } from '#web/api/together.ts'
import type { Donation, Single } from '#web/api/together.ts'

/** An act for several contributions that came to some of them alone. Its sentence says why it went no further, and how far it came. */
export class HalfDone extends ApiError {
  override readonly cause: unknown
  readonly done: readonly Single[]
  /** The server's answer for the first. */
  readonly answer: unknown
  constructor(cause: unknown, { done, of, answer }: { done: readonly Single[]; of: number; answer: unknown }) {
    const why = failureText(cause, 'Não foi possível terminar. Tente de novo.')
    const message = `${why} Feito para ${done.length} de ${of} contribuições: o que já foi não se repete.`
    const code = cause instanceof ApiError ? cause.code : null
    super(207, 'Done for some of the donations alone.', { message, ...(code === null ? {} : { code }) })
    this.name = 'HalfDone'
    this.cause = cause
    this.done = done
    this.answer = answer
  }
}

/**
 * Does the same for each donation of those that are one, in order, and answers what the server said of the first. Refuses with
 * `HalfDone` where it came to some alone.
 */
export async function forEach<T>(donation: Donation, act: (one: Single) => Promise<T>): Promise<T> {
  const all = eachOf(donation)
  const answers: T[] = []
  for (const one of all)
    try {
      answers.push(await act(one))
    } catch (error) {
      const done = all.slice(0, answers.length)
      throw done.length === 0 ? error : new HalfDone(error, { done, of: all.length, answer: answers[0] })
    }
  return answers[0]!
}

/** The failure itself, where it came in the middle of several. */
export const causeOf = (error: unknown): unknown => (error instanceof HalfDone ? error.cause : error)

/** Whether nobody knows what the server did: no answer came, or that of a proxy. */
export function isUnanswered(error: unknown): boolean {
  const cause = causeOf(error)
  return cause instanceof ApiError && (cause.isOffline || cause.status === 502 || cause.status === 504)
}

/** For a refusal that says that it is there already: it is taken for this answer. */
export function takenAs<T>(code: string, answer: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof ApiError && error.code === code) return answer
    throw error
  }
}
