import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { verifierKeyText } from '#circle/ledger/checkpoint.ts'
import { pagesSeenText } from '#circle/pages/pages-seen.ts'
import { signerOf } from '#circle/testing/ed25519.ts'
import { movableClock } from '#server/lib/clock.ts'
import { readConfig } from '#server/lib/config.ts'
import { listPagesSeen } from './pages-seen.ts'

const MINUTE_MS = 60_000
const signer = signerOf('maria.example', new Uint8Array(32).fill(5))
const statement = (version: string) => {
  const hash = 'a'.repeat(64)
  const text = pagesSeenText({ origin: 'ciranda/1', address: 'https://roda.example', version, hash, key: null })
  return `${text}\n${signer.cosigns(text, 1_764_000_000)}`
}

test('what the witnesses say of the pages is handed on as they signed it, asked at most every ten minutes', async () => {
  let said: string | null = statement('1.0.0')
  let asked = 0
  const machine = createServer((_request, response) => {
    asked += 1
    response.writeHead(said === null ? 404 : 200).end(said ?? '')
  })
  machine.listen(0, '127.0.0.1')
  await once(machine, 'listening')
  onTestFinished(() => void machine.close())
  const witness = verifierKeyText(signer.witness)
  const url = `http://127.0.0.1:${(machine.address() as { port: number }).port}`
  const silent = `${verifierKeyText(signerOf('joao.example', new Uint8Array(32).fill(6)).witness)} http://127.0.0.1:9`
  const clock = movableClock(Date.parse('2026-11-25T12:00:00Z'))
  const services = { config: readConfig({ WITNESSES: `${witness} ${url}, ${silent}` }), clock }
  const shown = async () => ({ seen: (await listPagesSeen(services)).seen })
  const first = { seen: [{ witness, note: said }] }
  expect(await Promise.all([shown(), shown()])).toEqual([first, first])
  expect(asked).toBe(1)
  said = statement('1.1.0')
  expect(await shown()).toEqual(first)
  clock.advance(11 * MINUTE_MS)
  expect(await shown()).toEqual({ seen: [{ witness, note: said }] })
  for (const other of ['no statement', `${statement('1.0.0')}${'x'.repeat(5_000)}`, null]) {
    said = other
    clock.advance(11 * MINUTE_MS)
    expect(await shown()).toEqual({ seen: [] })
  }
})
