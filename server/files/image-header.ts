export type ImageHeader = { format: 'png' | 'jpeg' | 'webp'; width: number; height: number }

/**
 * The facts in an image's own header, read without decoding a pixel: PNG, JPEG and WebP by content, whatever the
 * declared type. Null for anything else, including a broken header.
 */
export function readImageHeader(bytes: Buffer): ImageHeader | null {
  const header = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)
  return header && header.width > 0 && header.height > 0 ? header : null
}

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

function readPng(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG_SIGNATURE) || bytes.toString('latin1', 12, 16) !== 'IHDR')
    return null
  return { format: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function readJpeg(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 4 || bytes.readUIntBE(0, 3) !== 0xffd8ff) return null
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    if (isFrame(marker))
      return { format: 'jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) return null
    at += marker === 0xff ? 1 : isAlone(marker) ? 2 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/** Start-of-frame markers; C4, C8 and CC in this range are tables or reserved. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

/** Markers that are not followed by a length. */
function isAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
}

function readWebp(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return null
  const size = webpSize[bytes.toString('latin1', 12, 16)]?.(bytes)
  return size ? { format: 'webp', ...size } : null
}

const webpSize: Record<string, ((bytes: Buffer) => { width: number; height: number }) | undefined> = {
  'VP8 ': (bytes) => ({ width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }),
  VP8L: (bytes) => {
    const packed = bytes.readUInt32LE(21)
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
  },
  VP8X: (bytes) => ({ width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }),
}
