/**
 * The id that PIX gives a transaction (E2E, in the manual of the Banco Central): E, the payer's bank (ISPB, 8 digits), the minute in UTC
 * (yyyyMMddHHmm) and 11 letters or digits; 32 characters in all. Capitals and small letters count alike here, since banks print
 * it both ways.
 */
const SHAPE = /^E\d{8}(\d{4})(\d{2})(\d{2})([01]\d|2[0-3])[0-5]\d[\dA-Z]{11}$/i

/** The same, inside a text, also where a bank's receipt breaks it with a space or a new line. */
const WITHIN = /(?<![\dA-Za-z])E(?:\s?\d){20}(?:\s?[\dA-Za-z]){11}(?![\dA-Za-z])/gi

export function isPixTransaction(text: string): boolean {
  const parts = SHAPE.exec(text)
  if (!parts) return false
  const [year, month, day] = parts.slice(1, 4).map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  // PIX began in November 2020.
  return year >= 2020 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Finds the first id in a text, such as a bank's whole receipt; null where there is none. */
export function findPixTransaction(text: string): string | null {
  for (const [found] of text.matchAll(WITHIN)) {
    const id = found.replaceAll(/\s/g, '')
    if (isPixTransaction(id)) return `E${id.slice(1)}`
  }
  return null
}

/** The text whose SHA-256, in hex, stands in the ledger and may belong to one donation alone. */
export function pixTransactionText(id: string): string {
  return id.toUpperCase()
}
