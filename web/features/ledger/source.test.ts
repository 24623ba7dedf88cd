import { expect, test, vi } from 'vitest'
import type { KeptLedger } from '#web/api/kept-ledger.ts'
import { continuedLedger } from './source.ts'

vi.mock('#web/api/new-version.ts', () => ({ pageVersion: () => 'now' }))
vi.mock('#web/api/download.ts', () => ({
  openFile: () => Promise.resolve(new Response('{"head":{"circle_id":"c"}}\n{"seq":3}\n')),
}))

const kept: KeptLedger = {
  circleId: 'c',
  seq: 2,
  pieces: [new Uint8Array([1])],
  blocks: new Uint8Array(32),
  signedBy: 'now',
}
const continued = async (ledger: KeptLedger | null) => {
  const { verifiedUpTo, blocks } = await continuedLedger(ledger, new AbortController().signal)
  return { verifiedUpTo, blocks }
}

test('what these very pages verified before is known, with the hashes of its blocks; what others did, or of another circle, is not', async () => {
  expect(await continued(kept)).toEqual({ verifiedUpTo: 2, blocks: kept.blocks })
  const { blocks: _, ...older } = kept
  expect(await continued(older)).toEqual({ verifiedUpTo: 2, blocks: null })
  const unknown = { verifiedUpTo: 0, blocks: null }
  for (const other of [null, { ...kept, signedBy: 'before' }, { ...kept, signedBy: null }, { ...kept, circleId: 'd' }])
    expect(await continued(other)).toEqual(unknown)
})
