import { expect, test } from 'vitest'
import { avatarFault } from './avatar-rules.ts'

const file = (type: string, bytes = 10) => new File([new Uint8Array(bytes)], 'foto', { type })
const sized = (width: number, height: number) => () => Promise.resolve({ width, height })

test.each([
  ['no image', file('application/pdf'), sized(400, 400), 'Por favor, selecione um arquivo de imagem válido.'],
  ['a file without a type', file(''), sized(400, 400), 'Por favor, selecione um arquivo de imagem válido.'],
  ['a byte over 5MB', file('image/png', 5 * 1024 * 1024 + 1), sized(400, 400), 'A imagem deve ter no máximo 5MB.'],
  ['exactly 5MB', file('image/png', 5 * 1024 * 1024), sized(400, 400), null],
  ['one pixel less', file('image/png'), sized(400, 399), 'A imagem deve ter exatamente 400x400 pixels.'],
  ['one pixel more', file('image/png'), sized(401, 400), 'A imagem deve ter exatamente 400x400 pixels.'],
  ['what cannot be opened', file('image/png'), () => Promise.reject(new Error('broken')), 'Erro ao carregar a imagem.'],
  ['400x400', file('image/webp'), sized(400, 400), null],
])('%s', async (_, chosen, sizeOf, expected) => {
  expect(await avatarFault(chosen, sizeOf)).toBe(expected)
})
