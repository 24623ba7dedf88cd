import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventRule, kindsOf, noticeBoxes } from '#contracts/notice-events.ts'
import { noticeChannels, noticeEvents } from '#contracts/notices/events.ts'
import type { NoticeEvent } from '#contracts/notices/events.ts'
import { noticeText } from '#contracts/notices/notice.ts'
import type { Notice } from '#contracts/notices/notice.ts'
import { noticeFacts } from '#contracts/testing/notice-facts.ts'
import { openDatabase } from '#server/database/database.ts'
import { transaction } from '#server/database/transaction.ts'
import { deliverEmails } from '#server/mail/deliver.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { openPostbox } from '#server/mail/testing/postbox.ts'
import type { Postbox } from '#server/mail/testing/postbox.ts'
import { openPersonal } from '#server/members/personal.ts'
import { notify } from '#server/notify/notify.ts'
import { deliverPushes } from '#server/push/deliver.ts'
import { makeBrowser, startPushService } from '#server/push/testing/push-service.ts'
import type { Browser, PushService } from '#server/push/testing/push-service.ts'
import { writePushes } from '#server/push/write.ts'
import { pushDays } from '#server/tables/push-days.ts'
import { users } from '#server/tables/users.ts'
import { createTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { writeNoticeLetters } from './letters.ts'

/** The ways in which a person can set an event: a box each, and the switch of all e-mails above them. */
const settings = [
  { email: true, push: true, remindersOff: false },
  { email: true, push: false, remindersOff: false },
  { email: false, push: true, remindersOff: false },
  { email: false, push: false, remindersOff: false },
  { email: true, push: true, remindersOff: true },
] as const
type Setting = (typeof settings)[number]

/** The events that reach everybody by every channel, whatever they chose: written out here, apart from the table that decides. */
const floor: readonly NoticeEvent[] = [
  'access.account',
  'access.approvals',
  'access.devices',
  'access.payment_key',
  'administration.approvals',
  'administration.backup',
  'administration.team',
  'circle.fiscals',
]

describe('each kind of notice, by each choice of a person, through a mail server and a push service', () => {
  let postbox: Postbox
  let service: PushService
  let testApp: TestApp
  let people: (Person & { readonly email: string; readonly phone: Browser })[]

  beforeAll(async () => {
    ;[postbox, service] = await Promise.all([openPostbox(), startPushService()])
    const addresses = await createTestDatabase({ placed: settings.length })
    testApp = await createTestApp(await openDatabase({ dataDir: 'unused', ...addresses }), {
      SMTP_URL: postbox.url,
      PUSH: 'on',
      PUSH_SERVICES: service.origin,
    })
    const everybody = (await testApp.call('GET /users', await testApp.administrator())).body as {
      id: string
      email: string
    }[]
    people = []
    for (const [index, { id, token }] of (await testApp.placed(settings.length)).entries()) {
      const phone = makeBrowser(service.origin, `phone-${index}`)
      await testApp.call('POST /me/push-subscriptions', token, { body: phone.subscription })
      people.push({ id, token, email: everybody.find((one) => one.id === id)!.email, phone })
    }
    await delivers()
  })
  afterAll(async () => {
    await postbox?.close()
    await service?.close()
    await testApp?.services.database.close()
  })
  beforeEach(async () => {
    // Three times a day is another test's: here each round is the first of its day.
    await testApp.services.db.delete(pushDays)
    for (const { email } of people) postbox.take(email)
    service.received.length = 0
  })

  /** Runs the jobs of notices, by two processes at once and then again: whatever arrives twice would be found. */
  const delivers = async () => {
    const { services } = testApp
    const write = () => writeNoticeLetters(services, (person) => openPersonal(services.secrets, person).email)
    const send = () => deliverEmails(services, createMailer(services.config))
    await Promise.all([write(), write(), writePushes(services), writePushes(services)])
    await Promise.all([send(), send(), deliverPushes(services), deliverPushes(services)])
    await Promise.all([write(), writePushes(services)])
    await Promise.all([send(), deliverPushes(services)])
  }
  /** Sets an event as a setting says, and every other box the other way round. */
  const chooses = async ({ id, token }: Person, event: NoticeEvent, { remindersOff, ...boxes }: Setting) => {
    const chosen = noticeBoxes.map((box) => {
      const [of, channel] = box.split(':') as [NoticeEvent, 'email' | 'push']
      return { box, of, isOn: (of === event) === boxes[channel] }
    })
    const sets = (some: typeof chosen) => Object.fromEntries(some.map(({ box, isOn }) => [box, isOn]))
    const body = { notices: sets(chosen.filter(({ of }) => !floor.includes(of))), remindersOff }
    expect((await testApp.call('PATCH /me/preferences', token, { body })).status).toBe(200)
    // The floor holds also against a choice that lies in the database, where the call would have refused it.
    await testApp.services.db
      .update(users)
      .set({ noticeChoices: sets(chosen) })
      .where(eq(users.id, id))
  }
  const shownOn = ({ subscription, opens }: Browser) =>
    service.received.filter(({ path }) => subscription.endpoint.endsWith(path)).map(({ body }) => opens(body))

  test.each(Object.keys(noticeEvents) as NoticeEvent[])(
    '%s: what was chosen arrives once, what was not does not, and what cannot be switched off always does',
    async (event) => {
      for (const [index, person] of people.entries()) await chooses(person, event, settings[index]!)
      const told = kindsOf(event).map((kind) => ({ kind, facts: noticeFacts[kind] }) as Notice)
      await transaction(testApp.services.db, async (tx) => {
        for (const { id: userId } of people)
          for (const notice of told) await notify(testApp.services, tx, { userId, ...notice })
      })
      await delivers()
      for (const [index, { token, email, phone }] of people.entries()) {
        const { remindersOff, ...wanted } = settings[index]!
        const isFloor = floor.includes(event)
        const letters = postbox.take(email)
        const shown = shownOn(phone)
        const inbox = (await testApp.call('GET /me/notices', token)).body.data as { text: string }[]
        expect({ index, letters: letters.length, shown: shown.map(({ body }) => body) }).toEqual({
          index,
          letters: Number(isFloor || (wanted.email && !remindersOff)),
          shown: isFloor || wanted.push ? [eventRule(event).short] : [],
        })
        for (const notice of told) {
          const sentence = noticeText(notice)
          expect(inbox.slice(0, told.length).filter(({ text }) => text === sentence)).toHaveLength(1)
          for (const letter of letters)
            expect(letter.split(`\n${told.length > 1 ? '• ' : ''}${sentence}`)).toHaveLength(2)
        }
      }
    },
  )

  test.each(floor)('%s: a choice against it is refused, by either channel', async (event) => {
    const { token } = people[0]!
    for (const channel of noticeChannels) {
      const body = { notices: { [`${event}:${channel}`]: false } }
      const { status, body: answer } = await testApp.call('PATCH /me/preferences', token, { body })
      expect([status, JSON.stringify(answer)]).toEqual([400, expect.stringContaining('chegam sempre')])
    }
  })
})
