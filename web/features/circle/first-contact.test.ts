import { carriedLogText } from '#circle/ledger/carried-log.ts'
import { sha256 } from '#circle/testing/ed25519.ts'
import { answerOfLog, LOG_CIRCLE, logOf, tenEntries } from '#circle/testing/public-log.ts'
import type { LogEntries } from '#circle/testing/public-log.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { meetLog } from './first-contact.ts'
import { knownLogs } from '#web/api/known-logs.ts'

/** The server answers about a log of ten entries, every proof as its ledger gives it. */
function serves(entries: LogEntries, seed?: Uint8Array) {
  vi.stubGlobal('fetch', async (address: string) => answerOfLog(address, entries, seed))
}

const kept = (entries: LogEntries, size: number) => {
  const { named: _named, ...log } = logOf(entries, size)
  return log
}
const carried = (entries: LogEntries, size: number) => carriedLogText(sha256, logOf(entries, size))!
const truth = tenEntries()

describe('the first contact of a device that was invited', () => {
  beforeEach(() => {
    const store = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => store.set(key, value),
    })
  })

  test('begins with what the inviting device knew, and keeps what continues it', async () => {
    serves(truth)
    expect(await meetLog(carried(truth, 4), LOG_CIRCLE)).toBe('same')
    expect(knownLogs()).toEqual([kept(truth, 10)])
    expect(await meetLog(carried(truth, 6), LOG_CIRCLE)).toBe('same')
  })

  test('finds another past, told and signed anew with the very key of the log', async () => {
    serves(tenEntries(3))
    expect(await meetLog(carried(truth, 4), LOG_CIRCLE)).toBe('other')
    expect(knownLogs()).toEqual([kept(truth, 4)])
  })

  test('finds another key, though circle and history are the same', async () => {
    serves(truth, new Uint8Array(32).fill(8))
    expect(await meetLog(carried(truth, 4), LOG_CIRCLE)).toBe('other')
  })

  test('finds another circle in the place of the one that was shown, and keeps nothing of it', async () => {
    serves(truth)
    expect(await meetLog(carried(truth, 4), LOG_CIRCLE.replace('0199', '0200'))).toBe('other_circle')
    expect(knownLogs()).toEqual([])
  })

  test('says that a link was cut, and is not turned by an invitation against what the device knows', async () => {
    serves(truth)
    expect(await meetLog(carried(truth, 4).slice(0, 100), LOG_CIRCLE)).toBe('cut')
    await meetLog(carried(truth, 4), LOG_CIRCLE)
    expect(await meetLog(carried(tenEntries(2), 5), LOG_CIRCLE)).toBe('other')
    expect(knownLogs()).toEqual([kept(truth, 10)])
  })
})
