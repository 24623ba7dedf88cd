import { expect, test } from 'vitest'
import { kindOf, kindOfBytes } from './kinds.ts'

const latin = (text: string) => Uint8Array.from([...text].map((letter) => letter.charCodeAt(0)))

test.each([
  ['a JPEG', latin('\xff\xd8\xff\xe1'), 'jpeg'],
  ['a PNG', latin('\x89PNG\r\n\x1a\n'), 'png'],
  ['a WebP', latin('RIFF\0\0\0\0WEBPVP8 '), 'webp'],
  ['a sound in the same container as WebP', latin('RIFF\0\0\0\0WAVEfmt '), null],
  ['a GIF', latin('GIF89a'), 'gif'],
  ['an iPhone’s picture', latin('\0\0\0\x18ftypheic'), 'heic'],
  ['a film in the same container', latin('\0\0\0\x18ftypisom'), null],
  ['a PDF', latin('%PDF-1.7\n'), 'pdf'],
  ['a PDF with a line before its first', latin('\r\n\r\n%PDF-1.4'), 'pdf'],
  ['a text that speaks of PDF far below', latin(`${' '.repeat(1024)}%PDF-1.4`), null],
  ['nothing', new Uint8Array(0), null],
])('%s is known by its first bytes', (_, bytes, kind) => expect(kindOfBytes(bytes)).toBe(kind))

test('what a file holds counts before what it says it is, and that before its name', async () => {
  const file = (bytes: Uint8Array<ArrayBuffer>, type: string) => new File([bytes], 'foto.png', { type })
  expect(await kindOf(file(latin('\xff\xd8\xff'), 'application/pdf'))).toBe('jpeg')
  expect(await kindOf(file(latin('nada'), 'application/pdf'))).toBe('pdf')
  expect(await kindOf(file(latin('nada'), 'image/heif'))).toBe('heic')
  expect(await kindOf(file(latin('nada'), 'image/png'))).toBe(null)
})
