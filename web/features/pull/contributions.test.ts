import { expect, test } from 'vitest'
import { contributionsText } from './PullPanel.tsx'

const level = (number: number, donation: number, contributes = true) => ({ level: number, donation, contributes })
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('the pull quotes the one contribution there is, and with several queues each queue’s own', () => {
  expect(plain(contributionsText([level(1, 100), level(2, 200, false)]))).toBe('R$ 100,00')
  expect(plain(contributionsText([level(1, 100), level(2, 200), level(3, 1600)]))).toBe(
    'R$ 100,00 na fila N1, R$ 200,00 na fila N2 e R$ 1.600,00 na fila N3',
  )
})
