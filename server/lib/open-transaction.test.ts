import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sequentially } from '#server/files/pixels.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { insideTransaction } from './open-transaction.ts'
import { hashPassword, isPassword } from './passwords.ts'

test('no hash is computed, no picture worked on and no e-mail sent while a transaction holds its locks', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ciranda-outbox-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const send = createMailer({ smtpUrl: undefined, mailFrom: 'a@b.c', dataDir })
  const slowWork = [
    () => send('id', { to: 'a@b.c', subject: 's', text: 't' }).then(() => 'sent'),
    () => hashPassword('uma-senha-bem-boa'),
    () => isPassword(null, 'uma-senha-bem-boa'),
    () => sequentially(async () => 'a picture'),
  ]
  for (const work of slowWork) {
    await expect(insideTransaction(async () => work())).rejects.toThrow('inside a transaction')
    await expect(work()).resolves.toBeDefined()
  }
})

test('of many hashes and pictures at once, no more run than there are turns', async () => {
  let running = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 20 }, () =>
      sequentially(async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise(setImmediate)
        running -= 1
      }),
    ),
  )
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(2)
})
