/**
 * The page of this app that a message opens; the first one for any other address. An answer of the server's is no page: a picture
 * could look like one.
 */
export function pageAddress(to: string, origin: string): string {
  try {
    const url = new URL(to, origin)
    return url.origin === origin && !/^\/(api|assets)(\/|$)/.test(url.pathname) ? url.href : origin
  } catch {
    return origin
  }
}
