import { verifierKeyText } from '#circle/ledger/checkpoint.ts'
import type { MemberWords } from '#circle/ledger/member-words.ts'
import { signerOf } from '#circle/testing/ed25519.ts'
import { answerOfLog, LOG_CIRCLE, logOf, tenEntries } from '#circle/testing/public-log.ts'
import type { LogEntries } from '#circle/testing/public-log.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { checkCosigned, isWitnessed } from './check-witness.ts'

const maria = signerOf('maria.example', new Uint8Array(32).fill(3))
const thief = signerOf('maria.example', new Uint8Array(32).fill(4))
const truth = tenEntries()
const log = { circle_id: LOG_CIRCLE, key: verifierKeyText(logOf(truth, 10).named) }
const AT = 1_795_000_000

/** A witness as the answer names it: whose key it shows, and whose signature under which ledger's first six entries. */
function named(
  signer: typeof maria,
  { by = signer, entries = truth }: { by?: typeof maria; entries?: LogEntries } = {},
) {
  const { note } = logOf(entries, 6)
  const line = by.cosigns(note.slice(0, note.indexOf('\n\n') + 1), AT)
  const cosigned = { size: 6, at: '2026-11-24T12:00:00.000Z', note: note + line }
  return { name: signer.witness.name, key: verifierKeyText(signer.witness), cosigned }
}

const words = (...by: string[]): MemberWords => ({
  members: new Set(['ana', 'bia', 'caio', 'davi']),
  knownBy: new Map(),
  witnesses: new Map([[verifierKeyText(maria.witness), new Set(by)]]),
})

describe('a witness that the answer names', () => {
  beforeEach(() => {
    const store = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => store.set(key, value),
    })
    vi.stubGlobal('fetch', async (address: string) => answerOfLog(address, truth))
  })

  test('is verified on the device: its own signature, at its own time, under the ledger that the device knows', async () => {
    const cosigned = await checkCosigned(named(maria), log)
    expect(cosigned).toEqual({ is: 'true', at: new Date(AT * 1_000).toISOString(), size: 6 })
    const { key } = named(maria)
    expect(isWitnessed(key, cosigned, words('ana'), 'ana')).toBe(true)
    expect(isWitnessed(key, cosigned, words('ana', 'bia'), 'davi')).toBe(true)
  })

  test('that was invented, with a key of the server’s own and every signature right, is chosen by nobody', async () => {
    const cosigned = await checkCosigned(named(thief), log)
    expect(cosigned.is).toBe('true')
    expect(isWitnessed(named(thief).key, cosigned, words('ana', 'bia', 'caio', 'davi'), 'ana')).toBe(false)
    expect(isWitnessed(named(maria).key, cosigned, words('ana'), 'bia')).toBe(false)
    expect(isWitnessed(named(maria).key, cosigned, null, 'ana')).toBe(false)
  })

  test('with a signature that is not its own, or under another ledger, is false', async () => {
    expect(await checkCosigned(named(maria, { by: thief }), log)).toEqual({ is: 'false' })
    await checkCosigned(named(maria), log)
    expect(await checkCosigned(named(maria, { entries: tenEntries(3) }), log)).toEqual({ is: 'false' })
    expect(await checkCosigned({ ...named(maria), cosigned: null }, log)).toEqual({ is: 'none' })
    expect(await checkCosigned({ ...named(maria), key: 'maria' }, log)).toEqual({ is: 'false' })
  })
})
