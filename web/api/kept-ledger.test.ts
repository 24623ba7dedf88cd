import { expect, test, vi } from 'vitest'

const set = vi.hoisted(() => vi.fn(async () => undefined))
vi.mock('idb-keyval', () => ({
  createStore: () => () => undefined,
  get: async () => undefined,
  del: async () => undefined,
  set,
}))

const { keepLedger } = await import('./kept-ledger.ts')

test('a ledger to which nothing came is not written once more, and any other is', async () => {
  const kept = {
    circleId: 'c',
    seq: 20_000,
    pieces: [new Uint8Array(1)],
    signedBy: 'a',
    blocks: new Uint8Array(32),
    at: 1,
  }
  await keepLedger({ ...kept, pieces: [new Uint8Array(1)], blocks: new Uint8Array(32) }, kept)
  expect(set).not.toHaveBeenCalled()
  const others = [{ seq: 20_001 }, { circleId: 'd' }, { signedBy: 'b' }, { signedBy: null }, { blocks: null }]
  for (const other of others) await keepLedger({ ...kept, ...other }, kept)
  await keepLedger(kept, null)
  expect(set).toHaveBeenCalledTimes(others.length + 1)
})
