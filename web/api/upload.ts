/**
 * As fetch, for a body large enough to be watched: told how much of it is on its way. The browser's fetch cannot tell.
 * Rejects as fetch does: with a TypeError when the server is not reached, with an AbortError when stopped.
 */
export function upload(
  onProgress: (part: number) => void,
): (
  url: string,
  sent: { method: string; headers: Record<string, string>; body?: string; signal?: AbortSignal },
) => Promise<Response> {
  return (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const carrier = new XMLHttpRequest()
      carrier.open(method, url)
      for (const [name, value] of Object.entries(headers)) carrier.setRequestHeader(name, value)
      carrier.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
      carrier.upload.addEventListener('load', () => onProgress(1))
      carrier.addEventListener('load', () =>
        resolve(
          new Response(carrier.status === 204 ? null : carrier.responseText, {
            status: carrier.status,
            statusText: carrier.statusText,
          }),
        ),
      )
      for (const name of ['error', 'timeout'])
        carrier.addEventListener(name, () => reject(new TypeError('Failed to fetch')))
      carrier.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
      signal?.addEventListener('abort', () => carrier.abort())
      carrier.send(body ?? null)
    })
}
