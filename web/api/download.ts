import { ApiError, needsConfirmation, refreshOnce } from './client.ts'
import { confirmAgain } from './confirm-again.ts'
import { readStored } from './storage.ts'

type Query = Readonly<Record<string, string | undefined>>

/** Asks for a file and hands it to the browser to keep, whole or not at all. The server names it, else `name` does. */
export async function download(path: string, query: Query = {}, name = 'ciranda'): Promise<void> {
  const response = await openFile(path, query).catch(async (error: unknown) => {
    if (!needsConfirmation(error) || !(await confirmAgain())) throw error
    return openFile(path, query)
  })
  // A connection that breaks half way is a failure too, never a shorter file.
  const file = await response.blob().catch(() => Promise.reject(unreachable()))
  keepFile(file, /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? name)
}

/** Asks for a file, to be read as it comes. A session that ran out is refreshed once. */
export async function openFile(path: string, query: Query = {}, signal?: AbortSignal): Promise<Response> {
  let response = await ask(path, query, signal)
  if (response.status === 401 && (await refreshOnce())) response = await ask(path, query, signal)
  if (!response.ok) throw await failureOf(response)
  return response
}

function ask(path: string, query: Query, signal: AbortSignal | undefined): Promise<Response> {
  const search = new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== ''),
  )
  const { token } = readStored()
  return fetch(`/api${path}${search.size > 0 ? `?${search}` : ''}`, {
    headers: token ? { Authorization: `Bearer ${token}` } : {},
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
