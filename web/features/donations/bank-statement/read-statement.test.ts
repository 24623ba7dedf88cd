import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { matchStatement } from './match.ts'
import { readStatement, STATEMENT_BYTES_MAX } from './read-statement.ts'
import type { StatementFault } from './statement.ts'

const FOLDER = path.join(import.meta.dirname, 'testing')
const files = readdirSync(FOLDER)
const bytesOf = (name: string) => readFileSync(path.join(FOLDER, name))
const read = (content: string | Uint8Array) => readStatement(new Blob([new Uint8Array(Buffer.from(content))]))

const donor = (name: string) => ({
  id: name,
  name,
  cents: 10_000,
  from: '2026-11-01',
  to: '2026-11-06',
  pixTransaction: null,
})
const donors = ['Bruno Lima', 'Marilda Alves Pinto', 'João Conceição'].map(donor)

test('has a file of each bank that people here use', () => {
  for (const bank of ['banco-do-brasil', 'caixa', 'itau', 'bradesco', 'santander', 'nubank', 'inter', 'c6'])
    expect(files.some((name) => name.startsWith(bank))).toBe(true)
  for (const bank of ['mercado-pago', 'picpay', 'sicoob', 'sicredi'])
    expect(files.some((name) => name.startsWith(bank))).toBe(true)
})

test.each(files)('%s: every movement with its day, way and amount, and each payment finds its person', async (name) => {
  const answer = await readStatement(new Blob([new Uint8Array(bytesOf(name))]))
  if (!answer.ok) throw new Error(answer.fault)
  const { statement } = answer
  expect(statement.lines.map(({ day, cents }) => [day, cents])).toEqual([
    ['2026-11-05', 10_000],
    ['2026-11-06', 10_000],
    ['2026-11-06', 10_000],
    ['2026-11-07', -10_000],
    ['2026-11-08', -6_263],
  ])
  expect(statement).toMatchObject({ from: '2026-11-05', to: '2026-11-08' })
  const came = matchStatement(statement, donors, 'in')
  // This file of Itaú cuts names after ten characters: of Marilda it has the first name alone.
  const isCut = name === 'itau.csv'
  expect(donors.map(({ id }) => came.get(id)!.is)).toEqual(['certain', isCut ? 'doubtful' : 'certain', 'certain'])
  if (isCut) expect(came.get('Marilda Alves Pinto')).toMatchObject({ why: 'part_name' })
  const went = matchStatement(statement, [{ ...donor('Cida Prado'), to: '2026-11-07' }], 'out')
  expect(went.get('Cida Prado')).toMatchObject({ is: 'certain', isTwice: false })
})

test('what is no statement has one sentence that says what to do', async () => {
  const faults: [string | Uint8Array, StatementFault][] = [
    ['%PDF-1.7 ...', 'pdf'],
    ['PK\u0003\u0004...', 'workbook'],
    [new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'workbook'],
    [new Uint8Array([0x89, 0x50, 0, 1, 2, 3]), 'not_statement'],
    ['Querida Lurdes, segue o comprovante.', 'not_statement'],
    ['Nome;E-mail\nBruno;bruno@exemplo.com\n', 'not_statement'],
    ['', 'not_statement'],
    ['Data,Valor,Identificador,Descrição\n', 'empty'],
    [new Uint8Array(10 * 1024 * 1024), 'too_big'],
    ['OFXHEADER:100\n<OFX><BANKTRANLIST><STMTTRN></OFX>', 'not_statement'],
  ]
  for (const [content, fault] of faults) expect(await read(content)).toEqual({ ok: false, fault })
})

test('a file that was cut off is never half a statement', async () => {
  for (const name of ['itau.ofx', 'ofx-2.ofx', 'nubank.ofx']) {
    const whole = bytesOf(name)
    for (const part of [0.9, 0.6, 0.99])
      expect(await read(whole.subarray(0, whole.length * part))).toEqual({ ok: false, fault: 'cut_off' })
  }
  const csv = bytesOf('inter.csv').toString()
  expect(await read(csv.slice(0, csv.indexOf('João')))).toEqual({ ok: false, fault: 'cut_off' })
  const quoted = bytesOf('picpay.csv').toString()
  expect(await read(quoted.slice(0, quoted.lastIndexOf('62,63')))).toEqual({ ok: false, fault: 'cut_off' })
})

test('a file that cannot be read any more says so', async () => {
  const gone = { size: 3, arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }
  expect(await readStatement(gone as unknown as Blob)).toEqual({ ok: false, fault: 'unreadable' })
})

test('a movement that the bank names stands once, though the file holds it twice', async () => {
  const [head, ...rows] = bytesOf('nubank.csv').toString().trim().split('\n')
  const answer = await read([head, ...rows, ...rows].join('\n'))
  expect(answer.ok && answer.statement.lines.length).toBe(5)
})

test('the largest file that is taken is read in a moment', async () => {
  const one = '<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261105<TRNAMT>1.00<FITID>x#<MEMO>PIX RECEBIDO FULANO\n</STMTTRN>\n'
  const count = Math.floor((STATEMENT_BYTES_MAX - 200) / (one.length + 6))
  const many = Array.from({ length: count }, (_, at) => one.replace('#', String(at))).join('')
  const answer = await read(`OFXHEADER:100\n\n<OFX><BANKTRANLIST>${many}</BANKTRANLIST></OFX>`)
  expect(answer.ok && answer.statement.lines.length).toBe(count)
})
