import { expect, test } from 'vitest'
import type { Tx } from '#server/database/types.ts'
import { publishTo } from './publish.ts'

const ids = (count: number) =>
  Array.from({ length: count }, (_, n) => `01900000-0000-7000-8000-${`${n}`.padStart(12, '0')}`)

test('a notice to more people than a notification can name is told to the whole circle, so that nobody’s page stays behind', async () => {
  const sent: string[] = []
  const tx = { select: () => ({ from: () => ({ where: async () => [{ seq: 7 }] }) }) } as unknown as Tx
  const database = { notify: async (_: unknown, __: string, text: string) => void sent.push(text) }
  for (const count of [1, 180, 181]) await publishTo(database, tx, { circleId: 'c', memberIds: ids(count) })
  const told = sent.map((text) => (JSON.parse(text) as { memberIds: string[] | 'all' }).memberIds)
  expect(told).toEqual([ids(1), ids(180), 'all'])
  expect(Math.max(...sent.map((text) => Buffer.byteLength(text)))).toBeLessThan(8000)
})
