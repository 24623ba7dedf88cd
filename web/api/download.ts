import { ApiError, needsConfirmation, refreshOnce } from './client.ts'
import { confirmAgain } from './confirm-again.ts'
import { callAddress } from './server-address.ts'
import { readStored } from './storage.ts'

type Query = Readonly<Record<string, string | undefined>>
type Body = Readonly<Record<string, unknown>>

/**
 * Asks for a file and hands it to the browser to keep, whole or not at all. The server names it, else `name` does. With a
 * body it is asked for by POST.
 */
export async function download(path: string, query: Query = {}, name = 'ciranda', body?: Body): Promise<void> {
  const file = await fetchFile(path, query, name, body)
  keepFile(file, file.name)
}

/** Whether this device can hand a PDF to another app. */
export function canShare(): boolean {
  return (
    typeof navigator.canShare === 'function' &&
    navigator.canShare({ files: [new File([], 'papel.pdf', { type: 'application/pdf' })] })
  )
}

/** Asks for a file and hands it to another app; where the device no longer lets it, the browser keeps it instead. */
export async function share(path: string, query: Query = {}): Promise<void> {
  const file = await fetchFile(path, query, 'ciranda')
  try {
    await navigator.share({ files: [file], title: file.name })
  } catch (error) {
    // Closing the list of apps is no failure.
    if ((error as Error).name !== 'AbortError') keepFile(file, file.name)
  }
}

/** Asks for a file, whole or not at all, and for a proof of who is there where the server wants one. */
async function fetchFile(path: string, query: Query, name: string, sent?: Body): Promise<File> {
  const response = await openFile(path, query, undefined, sent).catch(async (error: unknown) => {
    if (!needsConfirmation(error) || !(await confirmAgain())) throw error
    return openFile(path, query, undefined, sent)
  })
  // A connection that breaks half way is a failure too, never a shorter file.
  const body = await response.blob().catch(() => Promise.reject(unreachable()))
  const given = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1]
  return new File([body], given ?? name, { type: body.type })
}

/** Asks for a file, to be read as it comes. A session that ran out is refreshed once. */
export async function openFile(path: string, query: Query = {}, signal?: AbortSignal, body?: Body): Promise<Response> {
  let response = await ask(path, query, signal, body)
  if (response.status === 401 && (await refreshOnce())) response = await ask(path, query, signal, body)
  if (!response.ok) throw await failureOf(response)
  return response
}

function ask(path: string, query: Query, signal: AbortSignal | undefined, body: Body | undefined): Promise<Response> {
  const search = new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== ''),
  )
  const { token } = readStored()
  return fetch(callAddress(`${path}${search.size > 0 ? `?${search}` : ''}`), {
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  }).catch(() => Promise.reject(unreachable()))
}

function unreachable(): ApiError {
  return new ApiError(0, 'Network error: Unable to connect to server.')
}

async function failureOf(response: Response): Promise<ApiError> {
  const server = (await response.json().catch(() => ({}))) as { message?: string; code?: string }
  return new ApiError(response.status, `HTTP ${response.status}: ${server.message ?? response.statusText}.`, server)
}

/** Hands a file to the browser to keep. */
export function keepFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
