/** A call to a server that may die at any moment. */
export type Answer = { readonly status: number; readonly body: ReturnType<typeof JSON.parse> }

export type Asked = {
  readonly token?: string | undefined
  readonly body?: unknown
  readonly key?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** How long an answer is waited for. */
  readonly withinMs?: number | undefined
}

/** The server did not answer: nobody knows whether it did what was asked. */
export class NoAnswer extends Error {}

const ANSWERS_WITHIN_MS = 60_000

/** `call` is written as in the contract, with ids filled in: `PATCH /users/123/approve`. */
export async function ask(
  url: string,
  call: string,
  { token, body, key, headers = {}, withinMs = ANSWERS_WITHIN_MS }: Asked = {},
): Promise<Answer> {
  const [method, path] = call.split(' ') as [string, string]
  try {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(withinMs),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('application/json') === true
    return { status: answer.status, body: isJson ? JSON.parse(text) : text }
  } catch (error) {
    throw new NoAnswer(`${call}: ${(error as Error).message}`, { cause: error })
  }
}
