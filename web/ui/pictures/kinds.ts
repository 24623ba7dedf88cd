/** The kind that the first bytes of a file show; null for anything that is no picture and no PDF. */
export type FileKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'heic' | 'pdf' | null

/** How many bytes `kindOfBytes` looks at. A PDF may have some lines before its own first. */
const HEAD_BYTES = 1024

/** The brands of the containers in which phones keep HEIC pictures. */
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/** The kind of a file by its first bytes, whatever its name and its declared type say. */
export function kindOfBytes(bytes: Uint8Array): FileKind {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (text(bytes, 1, 4) === 'PNG' && bytes[0] === 0x89) return 'png'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'webp'
  if (/^GIF8[79]a$/.test(text(bytes, 0, 6))) return 'gif'
  if (text(bytes, 4, 8) === 'ftyp' && heicBrands.includes(text(bytes, 8, 12))) return 'heic'
  return text(bytes, 0, HEAD_BYTES).includes('%PDF-') ? 'pdf' : null
}

/** The kind of a file: of what it holds, else of what it says it is. */
export async function kindOf(file: Blob): Promise<FileKind> {
  const kind = kindOfBytes(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))
  if (kind !== null) return kind
  if (file.type === 'application/pdf') return 'pdf'
  return /^image\/hei[cf]/.test(file.type) ? 'heic' : null
}
