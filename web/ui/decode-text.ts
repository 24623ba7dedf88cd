/**
 * The text of a file that a spreadsheet or a bank wrote. Excel writes UTF-8 with a mark, the encoding of Windows, or UTF-16;
 * bytes that are no UTF-8 are Windows-1252, which has all of Latin-1. Null where the file is no text: a workbook, a picture.
 */
export function decodeText(bytes: ArrayBuffer): string | null {
  const read = new Uint8Array(bytes)
  const [first, second] = read
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (read.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
