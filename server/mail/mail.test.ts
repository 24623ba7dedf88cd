import { readdirSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { MailTest } from '#contracts/mail.ts'
import { createApp } from '#server/app.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { openRefusingServer } from '#server/mail/testing/postbox.ts'
import { createMailer } from './mailer.ts'
import { deliverEmails } from './deliver.ts'
import { letters } from '#server/tables/letters.ts'
import { queueEmail } from './queue-email.ts'

const MINUTE = 60_000

describe('mail', () => {
  let testApp: TestApp
  let received: { to: string[]; text: string }[]
  let answerWith: number | null
  let server: SMTPServer
  let smtpUrl: string

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
    received = []
    answerWith = null
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          if (answerWith !== null) return done(Object.assign(new Error('not now'), { responseCode: answerWith }))
          received.push({
            to: session.envelope.rcptTo.map(({ address }) => address),
            text: Buffer.concat(chunks).toString('utf8'),
          })
          return done()
        })
      },
    })
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  })
  afterEach(async () => {
    await new Promise<void>((done) => server.close(done))
  })

  const write = (letter: object = {}) =>
    queueEmail(testApp.services, testApp.services.db, {
      to: 'rosa@exemplo.invalid',
      subject: 'Sua doação vence amanhã',
      text: 'Olá, Rosa.\nSão R$ 100,00.',
      ...letter,
    })
  const deliver = () =>
    deliverEmails(
      testApp.services,
      createMailer({ smtpUrl, mailFrom: 'Ciranda <c@ciranda.local>', dataDir: testApp.services.config.dataDir }),
    )
  const rows = () => testApp.services.db.select().from(letters)

  describe('through SMTP', () => {
    test('arrives once and intact, accents included, and its content is deleted once sent', async () => {
      await write()
      expect(await deliver()).toBe(1)
      expect(await deliver()).toBe(0)
      expect(received).toHaveLength(1)
      const [{ to, text }] = received as [{ to: string[]; text: string }]
      expect(to).toEqual(['rosa@exemplo.invalid'])
      expect(text).toMatch(/^From: Ciranda <c@ciranda\.local>/m)
      expect(text).toMatch(/^Subject: =\?UTF-8\?/m)
      const [row] = await rows()
      expect(text).toContain(`<${row!.id}@ciranda>`)
      expect([row!.sealed, row!.sentAt]).toEqual(['', expect.any(Date)])
    })

    test('is claimed for a minute while it is carried, and then taken over from a server that died', async () => {
      await write()
      const now = testApp.clock.now()
      const taken: number[] = []
      const others = () => deliverEmails(testApp.services, async () => undefined)
      await deliverEmails(testApp.services, async () => {
        taken.push(await others())
        testApp.clock.moveTo(now + MINUTE - 1)
        taken.push(await others())
        testApp.clock.moveTo(now + MINUTE)
        taken.push(await others())
      })
      expect(taken).toEqual([0, 0, 1])
    })

    test('written while the clock was ahead, or tried in vain then, it goes out once the clock is right', async () => {
      const now = testApp.clock.now()
      testApp.clock.moveTo(now + 365 * 24 * 60 * MINUTE)
      await write()
      answerWith = 451
      expect(await deliver()).toBe(0)
      await write({ subject: 'Outra carta' })
      answerWith = null
      testApp.clock.moveTo(now)
      expect(await deliver()).toBe(2)
      expect(received).toHaveLength(2)
    })

    test('an administrator’s test e-mail is sent at once, and its outcome is shown', async () => {
      const config = { ...testApp.services.config, smtpUrl, mailFrom: 'Ciranda <c@ciranda.local>' }
      const app = await createApp({ ...testApp.services, config })
      const ask = async () =>
        (
          await app.inject({
            method: 'POST',
            url: '/api/admin/mail-test',
            headers: { authorization: `Bearer ${await testApp.administrator()}` },
          })
        ).json() as MailTest
      expect(await ask()).toMatchObject({ outcome: 'sent', to: 'admin@ciranda.local', file: null, reason: null })
      expect(received.map(({ to }) => to)).toEqual([['admin@ciranda.local']])
      answerWith = 554
      expect(await ask()).toMatchObject({
        outcome: 'failed',
        reason: expect.stringMatching(/Resposta do servidor: 554\.$/) as string,
      })
      const [, refused] = await rows()
      expect([refused!.sentAt, refused!.givenUpAt]).toEqual([null, expect.any(Date)])
      await new Promise<void>((done) => server.close(done))
      const away = await ask()
      expect([away.outcome, away.reason]).toEqual(['failed', 'O servidor de correio não aceitou a conexão.'])
      const [, , waiting] = await rows()
      expect([waiting!.tries, waiting!.sentAt, waiting!.givenUpAt]).toEqual([1, null, null])
      await app.close()
    })

    test('a busy or unreachable server is retried, later each time, and given up after eight tries', async () => {
      await write()
      answerWith = 451
      expect(await deliver()).toBe(0)
      expect(await deliver()).toBe(0)
      expect((await rows())[0]).toMatchObject({ tries: 1, givenUpAt: null })
      testApp.clock.moveTo(testApp.clock.now() + 2 * MINUTE)
      answerWith = null
      expect(await deliver()).toBe(1)
      await write()
      await new Promise<void>((done) => server.close(done))
      for (let attempt = 1; attempt <= 9; attempt += 1) {
        await deliver()
        testApp.clock.moveTo(testApp.clock.now() + 60 * 24 * MINUTE)
      }
      const lost = (await rows()).find(({ sentAt }) => sentAt === null)!
      expect([lost.tries, lost.givenUpAt]).toEqual([8, expect.any(Date)])
    })

    test('a permanent rejection is not retried', async () => {
      await write()
      answerWith = 550
      await deliver()
      expect((await rows())[0]).toMatchObject({ tries: 1, givenUpAt: expect.any(Date), sentAt: null })
    })

    test('a mail server that takes this machine’s password no longer loses no e-mail: each is tried again', async () => {
      const refusing = await openRefusingServer()
      onTestFinished(refusing.close)
      await write()
      const { dataDir } = testApp.services.config
      const mailer = createMailer({ smtpUrl: refusing.url, mailFrom: 'Ciranda <c@ciranda.local>', dataDir })
      await deliverEmails(testApp.services, mailer)
      expect((await rows())[0]).toMatchObject({ tries: 1, givenUpAt: null, sentAt: null })
    })

    test('text typed by a person cannot add a header', async () => {
      await write({
        subject: 'Olá\r\nBcc: outro@exemplo.invalid',
        to: 'rosa@exemplo.invalid\r\nCc: outro@exemplo.invalid',
      })
      await deliver()
      for (const { to, text } of received) {
        expect(to.every((address) => address.startsWith('rosa@'))).toBe(true)
        expect(text).not.toMatch(/^(Bcc|Cc):/im)
      }
    })

    test('an e-mail is never sent when its transaction is rolled back', async () => {
      await testApp.services.db
        .transaction(async (tx) => {
          await queueEmail(testApp.services, tx, { to: 'rosa@exemplo.invalid', subject: 'x', text: 'x' })
          throw new Error('undone')
        })
        .catch(() => undefined)
      expect(await deliver()).toBe(0)
    })
  })

  test('without a server, and for phones, messages are files in the outbox', async () => {
    await write({ to: 'sms:11999990000', text: 'Seu código é 123456.' })
    expect(await deliver()).toBe(1)
    expect(received).toEqual([])
    const outbox = path.join(testApp.services.config.dataDir, 'outbox')
    const [file] = readdirSync(outbox)
    expect(readFileSync(path.join(outbox, file!), 'utf8')).toBe(
      'Para: sms:11999990000\nAssunto: Sua doação vence amanhã\n\nSeu código é 123456.\n',
    )
  })
})
