import { describe, expect, test } from 'vitest'
import { DatabaseUnavailable, isDiskFull, isRetryable, isUnavailable, sqlState } from './errors.ts'

const answer = (code: string) => Object.assign(new Error('no'), { code, severity: 'ERROR' })
const wrapped = (cause: Error) => new Error('Failed query', { cause: new Error('again', { cause }) })

describe('sqlState', () => {
  test('finds the answer however deep it is wrapped', () => {
    expect(sqlState(wrapped(answer('23505')))).toEqual({ code: '23505', constraint: null, table: null, column: null })
  })
  test('takes a network error for none, though its code has five letters', () => {
    expect(sqlState(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))).toBeNull()
    expect(sqlState('text')).toBeNull()
  })
  test('ends on an error that is its own cause', () => {
    const error = new Error('round')
    error.cause = error
    expect(sqlState(error)).toBeNull()
  })
})

test('only serialization failures and deadlocks are run again', () => {
  expect(['40001', '40P01', '23505', '57014', '25P02'].filter((code) => isRetryable(wrapped(answer(code))))).toEqual([
    '40001',
    '40P01',
  ])
})

test.each(['53100', 'ENOSPC', 'EDQUOT', 'file.disk_full'])('%s says that there is no room', (code) => {
  expect(isDiskFull(wrapped(answer(code)))).toBe(true)
})

test('a full quota is told by PostgreSQL in words alone, and a full disk also behind what followed it', () => {
  const quota = Object.assign(answer('XX000'), { message: 'could not extend file "base/5/1": Disk quota exceeded' })
  const gathered = new AggregateError([wrapped(answer('25P02')), wrapped(answer('53100'))])
  // Somebody's words in a query that failed for another reason are no full disk.
  const said = new Error('Failed query: insert\nparams: x: No space left on device', { cause: answer('23505') })
  expect([quota, wrapped(quota), gathered, said].map(isDiskFull)).toEqual([true, true, true, false])
})

describe('isUnavailable', () => {
  test.each([
    '08006',
    '25006',
    '25P03',
    '57P01',
    '57P02',
    '57P03',
    '53200',
    '53300',
    '55P03',
    '57014',
    '58030',
    '40001',
    '40P01',
  ])('is true of %s', (code) => {
    expect(isUnavailable(wrapped(answer(code)))).toBe(true)
  })
  test.each(['23505', '42P01', '53100'])('is false of %s', (code) => {
    expect(isUnavailable(wrapped(answer(code)))).toBe(false)
  })
  test('is true of a connection refused on every address, of one lost, and of a stopped engine', () => {
    const refused = new AggregateError([Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })])
    expect(isUnavailable(wrapped(refused))).toBe(true)
    expect(isUnavailable(wrapped(new Error('Connection terminated unexpectedly')))).toBe(true)
    expect(isUnavailable(wrapped(new Error('Query read timeout')))).toBe(true)
    expect(isUnavailable(new DatabaseUnavailable('stopped'))).toBe(true)
    expect(isUnavailable(new TypeError('a bug'))).toBe(false)
  })
  test('is true of a disk that does not answer, and of too many open files', () => {
    for (const code of ['EIO', 'EROFS', 'ESTALE', 'EMFILE', 'ENFILE', 'ERR_STREAM_DESTROYED'])
      expect([code, isUnavailable(wrapped(Object.assign(new Error('no'), { code })))]).toEqual([code, true])
    expect(isUnavailable(Object.assign(new Error('no such file'), { code: 'ENOENT' }))).toBe(false)
  })
})
