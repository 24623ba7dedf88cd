import { describe, expect, test } from 'vitest'
import { eventOf, eventRule, isAlwaysTold, isQuiet, isWanted, kindsOf, noticeEvents } from './notice-events.ts'
import type { NoticeEvent } from './notice-events.ts'
import { noticePage, noticeRules, noticeText } from './notices.ts'
import type { Notice, NoticeFacts, NoticeKind } from './notices.ts'

const events = Object.keys(noticeEvents) as NoticeEvent[]
const kinds = Object.keys(noticeRules) as NoticeKind[]

describe('the table of events and channels', () => {
  test('has a row for every kind of notice, no row without one, and one rule of e-mails a row', () => {
    expect(Object.keys(eventOf).toSorted()).toEqual(kinds.toSorted())
    for (const event of events) {
      const rules = new Set(kindsOf(event).map((kind) => noticeRules[kind].letter))
      expect([event, rules.size]).toEqual([event, 1])
    }
  })

  test('cannot switch off what is said of access and keys, by any channel', () => {
    for (const event of events.filter((one) => eventRule(one).group === 'access')) {
      expect([event, isAlwaysTold(event)]).toEqual([event, true])
      const choices = { [`${event}:email`]: false, [`${event}:push`]: false }
      expect([isWanted(choices, event, 'email'), isWanted(choices, event, 'push')]).toEqual([true, true])
    }
  })

  test('takes a person’s choice before its own proposal', () => {
    expect([isWanted({}, 'donation.owed', 'email'), isWanted({}, 'donation.due', 'email')]).toEqual([false, true])
    const choices = { 'donation.owed:email': true, 'donation.due:email': false, 'circle.place:push': true } as const
    expect([
      isWanted(choices, 'donation.owed', 'email'),
      isWanted(choices, 'donation.due', 'email'),
      isWanted(choices, 'circle.place', 'push'),
    ]).toEqual([true, false, true])
  })

  test('says nothing on a lock screen that is anybody else’s business: no number, no sign of money', () => {
    for (const event of events) expect(eventRule(event).short).not.toMatch(/[\d$@]|R\$/)
  })
})

test('the quiet hours are 21 to 8 in São Paulo', () => {
  const at = (hour: number, minute: number) => Date.UTC(2026, 10, 11, hour + 3, minute)
  const quiet = [at(20, 59), at(21, 0), at(23, 59), at(0, 0), at(7, 59), at(8, 0)].map(isQuiet)
  expect(quiet).toEqual([false, true, true, true, true, false])
})

describe('an entry of the inbox', () => {
  const ID = '01900000-0000-7000-8000-000000000001'
  const donations = { count: 2, amountCents: 20_000, donationId: ID }
  const due = { donationId: ID, amountCents: 10_000, deadlineAt: 0 }
  const level = { level: 1 }
  const inCase = { donationId: ID, reportId: ID }
  const device = { device: 'Chrome no Android' }
  const proposal = { change: 'change_plan', approvalId: ID } as const
  const donation = `/donations?doacao=${ID}`
  const review = `/admin/approvals#approval-${ID}`
  const cases: { readonly [K in NoticeKind]: readonly [NoticeFacts[K], string] } = {
    'account.approved': [{}, '/home'],
    'account.suspended': [{}, '/home'],
    'account.reinstated': [{}, '/home'],
    'access.reset': [{}, '/profile#acesso'],
    'access.email_changed': [{}, '/profile#acesso'],
    'access.recovered': [{}, '/profile#acesso'],
    'access.new_device': [device, '/profile#acesso'],
    'access.passkey_added': [device, '/profile#acesso'],
    'access.passkey_removed': [device, '/profile#acesso'],
    'access.codes_made': [{}, '/profile#acesso'],
    'access.letter_opened': [{}, '/profile#acesso'],
    'key.added': [device, '/profile#aparelhos'],
    'key.removed': [device, '/profile#aparelhos'],
    'act.unsigned': [{ act: 'confirm' }, '/donations'],
    'key.asked': [{ by: 'member', holdsAt: 0 }, '/profile#chave'],
    'key.changed': [{}, '/profile#chave'],
    'key.holds': [{}, '/profile#chave'],
    'key.objected': [{}, '/profile#chave'],
    'key.withdrawn': [{}, '/profile#chave'],
    'key.of_receiver': [{}, '/donations'],
    'place.given': [{ level: 1, position: 2 }, '/home'],
    'draw.begun': [{ joinUntil: 0 }, '/draw'],
    'draw.opening': [{ openUntil: 0 }, '/draw'],
    'draw.done': [{ level: 1, position: 2 }, '/draw'],
    'draw.lapsed': [{}, '/draw'],
    'place.moved': [{ level: 1, position: 2 }, '/home'],
    'place.lost': [level, '/home'],
    'place.receiver': [level, '/home'],
    'place.no_receiver': [level, '/home'],
    'turn.moved': [{ level: 1, from: '2027-03', to: '2027-04', causes: [{ kind: 'reordered' }] }, '/calendar'],
    'turn.completed': [{ level: 1, receivedCents: 1 }, '/home'],
    'donation.to_pay': [{ ...donations, deadlineAt: 0 }, donation],
    'donation.due': [due, donation],
    'donation.reminder': [{ ...donations, deadlineAt: 0 }, donation],
    'donation.owed': [{ count: 1, amountCents: 1 }, '/donations'],
    'donation.released': [{ count: 1, amountCents: 1 }, '/donations'],
    'donation.to_come': [donations, donation],
    'donation.receipt_sent': [donations, donation],
    'donation.receipt_replaced': [donations, donation],
    'donation.receipt_rejected': [{ ...donations, deadlineAt: 0 }, donation],
    'donation.to_answer': [{ ...donations, dueAt: 0 }, donation],
    'donation.unanswered': [donations, donation],
    'donation.answer_overdue': [donations, donation],
    'donation.answers_late': [{ count: 2 }, '/admin/dashboard'],
    'donation.confirmed': [donations, donation],
    'donation.settled': [donations, donation],
    'donation.expired': [donations, donation],
    'donation.cancelled': [donations, donation],
    'donation.deadline_moved': [{ donationId: ID, deadlineAt: 0 }, donation],
    'case.opened': [inCase, `/reports/${ID}`],
    'case.moved': [inCase, `/reports/${ID}`],
    'case.ended': [inCase, `/reports/${ID}`],
    'case.said': [inCase, `/reports/${ID}`],
    'case.asked': [{ ...inCase, until: '2026-11-25' }, `/reports/${ID}`],
    'case.to_review': [inCase, `/admin/reports?report=${ID}`],
    'case.appealed': [inCase, `/reports/${ID}`],
    'case.appeal_decided': [{ ...inCase, decision: 'CHANGED', outcome: 'confirm' }, `/reports/${ID}`],
    'case.appeal_waits': [inCase, `/admin/reports?report=${ID}`],
    'terms.changed': [{ what: 'plan', isAccepted: false }, '/accept-terms'],
    'circle.renamed': [{}, '/home'],
    'circle.calendar_set': [{ day: 7, hour: 9 }, '/home'],
    'circle.calendar_removed': [{}, '/home'],
    'circle.answer_days_set': [{ days: 7 }, '/home'],
    'calendar.coming': [{ period: '2026-12', at: 0, amountCents: 1 }, '/donations'],
    'calendar.pulled': [{ period: '2026-12', created: 1, withoutConsent: 2 }, '/admin/settings'],
    'calendar.refused': [{ period: '2026-12', reason: 'few' }, '/admin/settings'],
    'approval.touches_you': [{ ...proposal, dueAt: null }, `/home#approval-${ID}`],
    'approval.ended': [{ ...proposal, state: 'executed', reason: null }, '/home'],
    'approval.waits_for_you': [{ ...proposal, dueAt: null }, review],
    'approval.closed': [{ ...proposal, state: 'rejected', reason: null }, review],
    'approval.objected': [{ ...proposal, isObjecting: true }, review],
    'administrator.added': [{ role: 'ADMIN' }, '/admin/settings'],
    'administrator.removed': [{ role: 'AUDITOR' }, '/admin/settings'],
    'backup.failed': [{ isFull: true }, '/admin/settings'],
    'backup.old': [{ lastAt: null }, '/admin/settings'],
    'backup.downloaded': [{}, '/admin/settings'],
  }

  test.each(kinds)('%s opens its item, and says it in a sentence', (kind) => {
    const [facts, page] = cases[kind]
    const notice = { kind, facts } as Notice
    expect(noticePage(notice, 'USER')).toBe(page)
    expect(noticeText(notice)).toMatch(/\.$/)
  })

  test('about their own access leads those who administer to their own account', () => {
    const notice: Notice = { kind: 'access.new_device', facts: device }
    expect(noticePage(notice, 'ADMIN')).toBe('/admin/account#acesso')
  })
})
