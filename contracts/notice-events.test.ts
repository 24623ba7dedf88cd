import { describe, expect, test } from 'vitest'
import type { ErrorCode } from './errors.ts'
import { eventRule, isAlwaysTold, isQuiet, isWanted, kindsOf } from './notice-events.ts'
import { noticeEvents } from './notices/events.ts'
import type { NoticeEvent } from './notices/events.ts'
import { noticePage, noticeRules, noticeText } from './notices/notice.ts'
import type { Notice, NoticeKind } from './notices/notice.ts'
import { ITEM, noticeFacts } from './testing/notice-facts.ts'

const events = Object.keys(noticeEvents) as NoticeEvent[]
const kinds = Object.keys(noticeRules) as NoticeKind[]

describe('the table of events and channels', () => {
  test('has no row without a kind of notice, and one rule of e-mails a row', () => {
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
  const donation = `/donations?doacao=${ITEM}`
  const review = `/admin/approvals#approval-${ITEM}`
  const pages: Readonly<Record<NoticeKind, string>> = {
    'account.approved': '/home',
    'account.suspended': '/home',
    'account.reinstated': '/home',
    'access.reset': '/profile#acesso',
    'access.email_changed': '/profile#acesso',
    'access.own_email_changed': '/profile#acesso',
    'access.password_changed': '/profile#acesso',
    'access.data_changed': '/profile#acesso',
    'access.recovered': '/profile#acesso',
    'access.phone_lost': '/profile#acesso',
    'access.phone_back': '/profile#acesso',
    'access.phone_code': '/profile#acesso',
    'party.phone_lost': '/donations',
    'party.phone_back': '/donations',
    'administration.phone': '/ledger',
    'access.new_device': '/profile#acesso',
    'access.passkey_added': '/profile#acesso',
    'access.passkey_removed': '/profile#acesso',
    'access.codes_made': '/profile#acesso',
    'access.letter_opened': '/profile#acesso',
    'helper.named': '/profile#ajuda',
    'helper.ended': '/profile#ajuda',
    'helper.acted': '/donations',
    'key.added': '/profile#aparelhos',
    'key.waits': '/profile#aparelhos',
    'key.waits_of_other': '/conhecidos',
    'key.removed': '/profile#aparelhos',
    'act.unsigned': '/donations',
    'key.asked': '/profile#chave',
    'key.changed': '/profile#chave',
    'key.holds': '/profile#chave',
    'key.objected': '/profile#chave',
    'key.withdrawn': '/profile#chave',
    'key.of_receiver': '/donations',
    'place.given': '/home',
    'draw.begun': '/draw',
    'draw.opening': '/draw',
    'draw.done': '/draw',
    'draw.lapsed': '/draw',
    'order.proposed': '/draw',
    'order.ended': '/draw',
    'place.moved': '/home',
    'place.lost': '/home',
    'place.receiver': '/home',
    'place.no_receiver': '/home',
    'turn.moved': '/calendar',
    'turns.swapped': '/calendar',
    'circle.brought_in': '/calendar',
    'beginning.asked': '/beginning',
    'beginning.contested': '/admin/queue/beginning',
    'beginning.ready': '/admin/queue/beginning',
    'swap.asked': '/trocar-de-vez',
    'swap.ended': '/trocar-de-vez',
    'substitute.asked': '/passar-o-lugar',
    'substitute.accepted': '/passar-o-lugar',
    'substitute.ended': '/passar-o-lugar',
    'substitute.waits': '/admin/approvals',
    'place.handed_over': '/passar-o-lugar',
    'place.added': '/calendar',
    'turn.completed': '/home',
    'donation.to_pay': donation,
    'donation.due': donation,
    'donation.reminder': donation,
    'donation.reminder_late': donation,
    'donation.schedule_over': donation,
    'donation.scheduled': donation,
    'donation.owed': '/donations',
    'donation.released': '/donations',
    'donation.to_come': donation,
    'donation.receipt_sent': donation,
    'donation.receipt_replaced': donation,
    'donation.receipt_rejected': donation,
    'donation.to_answer': donation,
    'donation.unanswered': donation,
    'donation.answer_overdue': donation,
    'donation.answers_late': '/admin/dashboard',
    'donation.confirmed': donation,
    'donation.part_confirmed': donation,
    'donation.settled': donation,
    'donation.expired': donation,
    'donation.cancelled': donation,
    'donation.late': donation,
    'donation.deadline_moved': donation,
    'donation.paused': donation,
    'donation.handed_over': donation,
    'case.opened': `/reports/${ITEM}`,
    'case.moved': `/reports/${ITEM}`,
    'case.ended': `/reports/${ITEM}`,
    'case.said': `/reports/${ITEM}`,
    'case.asked': `/reports/${ITEM}`,
    'case.to_review': `/admin/reports?report=${ITEM}`,
    'case.appealed': `/reports/${ITEM}`,
    'case.appeal_decided': `/reports/${ITEM}`,
    'case.appeal_waits': `/admin/reports?report=${ITEM}`,
    'terms.changed': '/accept-terms',
    'circle.renamed': '/home',
    'circle.calendar_set': '/home',
    'circle.calendar_removed': '/home',
    'circle.answer_days_set': '/home',
    'circle.rotation_over': '/calendar',
    'circle.closed': '/home',
    'circle.administrator_reset': '/home',
    'calendar.coming': '/donations',
    'calendar.pulled': '/admin/settings',
    'calendar.refused': '/admin/settings',
    'fiscal.named': '/fiscais',
    'fiscal.withdrawn': '/fiscais',
    'fiscal.begun': '/fiscais',
    'fiscal.over': '/fiscais',
    'fiscal.decides': `/decisoes#approval-${ITEM}`,
    'fiscal.case': `/reports/${ITEM}`,
    'fiscal.appeal': `/reports/${ITEM}`,
    'approval.touches_you': `/home#approval-${ITEM}`,
    'approval.ended': '/home',
    'approval.waits_for_you': review,
    'approval.closed': review,
    'approval.objected': review,
    'administrator.added': '/admin/settings',
    'administrator.removed': '/admin/settings',
    'administrator.access_reset': '/admin/settings',
    'backup.failed': '/admin/settings',
    'backup.old': '/admin/settings',
    'backup.downloaded': '/admin/settings',
    'archive.stopped': '/admin/settings',
    'archive.going': '/admin/settings',
  }

  test.each(kinds)('%s opens its item, and says it in a sentence', (kind) => {
    const notice = { kind, facts: noticeFacts[kind] } as Notice
    expect(noticePage(notice, true)).toBe(pages[kind])
    expect(noticeText(notice)).toMatch(/\.$/)
  })

  test('about their own access leads those who administer to their own account', () => {
    const notice: Notice = { kind: 'access.new_device', facts: noticeFacts['access.new_device'] }
    expect(noticePage(notice, false)).toBe('/admin/account#acesso')
  })
})

test('a notice of several donations speaks of several', () => {
  const several = { count: 2, amountCents: 20_000, donationId: ITEM }
  const texts = [
    noticeText({ kind: 'donation.reminder', facts: several }),
    noticeText({ kind: 'donation.reminder_late', facts: several }),
    noticeText({ kind: 'donation.late', facts: { ...several, isOwn: true } }),
    noticeText({ kind: 'donation.late', facts: { ...several, isOwn: false } }),
  ].map((text) => text.replaceAll('\u00a0', ' '))
  expect(texts).toEqual([
    'Lembrete: faltam 2 doações suas, R$ 200,00. Se já pagou, envie o comprovante.',
    'Lembrete: passaram do prazo sem pagamento 2 doações suas, R$ 200,00, e ainda valem. Se já pagou, envie o comprovante.',
    'O prazo de 2 doações suas venceu: R$ 200,00. Elas ainda valem: pague assim que puder e envie o comprovante.',
    'Venceram sem pagamento 2 doações para você: R$ 200,00. Continuam sendo suas, e avisamos quando o comprovante chegar.',
  ])
})

describe('a proposal in words', () => {
  const touched = (dueAt: number | null) =>
    noticeText({ kind: 'approval.touches_you', facts: { change: 'suspend_member', approvalId: ITEM, dueAt } })

  test('that time decides does not say that one person alone administers: another may be a party of it', () => {
    expect(touched(Date.UTC(2026, 10, 13, 15))).toBe(
      'Uma mudança que toca você foi proposta: suspensão ou retirada de uma pessoa. Nenhuma outra pessoa pode aprovar; se ninguém discordar, isso acontece em 13/11, 12:00.',
    )
  })

  test('that failed leaves a reason out whose sentence needs what no notice holds', () => {
    const failed = (reason: ErrorCode) =>
      noticeText({
        kind: 'approval.closed',
        facts: { change: 'change_queue', approvalId: ITEM, state: 'failed', reason },
      })
    expect(failed('queue.position_taken')).toBe('Mudança na ordem: o que estava proposto não pôde ser feito.')
    expect(failed('queue.same_entry')).toBe(
      'Mudança na ordem: o que estava proposto não pôde ser feito. Escolha duas posições diferentes.',
    )
  })
})
