import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Access, CallDefinition } from './call.ts'
import { contract } from './contract.ts'
import { PAGE_LIMIT_MAX } from './limits.ts'
import { validate } from './validate.ts'

const calls = Object.entries<CallDefinition>(contract)

/** Every call of the specification, section 7, and who may make it (section 6 and the rules for the unapproved). */
const specified: Record<string, Access> = {
  'POST /auth/login': 'public',
  'POST /auth/register': 'public',
  'POST /auth/refresh': 'public',
  'POST /auth/verify-email': 'signed-in',
  'POST /auth/verify-phone': 'signed-in',
  'POST /auth/resend-email-verification': 'signed-in',
  'POST /auth/resend-phone-verification': 'signed-in',
  'GET /users/profile': 'signed-in',
  'GET /users': 'admin',
  'PATCH /users/{id}': 'admin',
  'PATCH /users/{id}/approve': 'admin',
  'POST /users/profile/avatar': 'signed-in',
  'GET /donations/stats': 'member',
  'GET /donations/to-send': 'member',
  'GET /donations/to-receive': 'member',
  'GET /donations/history': 'member',
  'POST /donations/{id}/comprovante': 'member',
  'GET /donations/{id}/comprovante': 'signed-in',
  'PATCH /donations/{id}/confirm': 'signed-in',
  'POST /donations/{id}/report': 'approved',
  'GET /donations/reports': 'approved',
  'GET /donations/reports/{id}': 'approved',
  'GET /donations/my-level-progress': 'member',
  'POST /donations/accept-upgrade': 'approved',
  'GET /admin/donations/list': 'admin',
  'GET /admin/donations/{id}': 'admin',
  'GET /admin/donations/stats': 'admin',
  'GET /admin/donations/reports': 'admin',
  'GET /admin/donations/reports/{id}': 'admin',
  'GET /admin/donations/reports/stats': 'admin',
  'PATCH /admin/donations/reports/{id}/status': 'admin',
  'POST /admin/donations/reports/{id}/resolve': 'admin',
  'POST /donations/admin/generate-monthly-pull': 'admin',
  // The specification names cycle 1; any other is the same call, refused.
  'POST /donations/admin/cycle/{cycle}/start': 'admin',
  'GET /donations/admin/level-stats/{level}': 'admin',
  'GET /queue': 'admin',
  'POST /queue': 'admin',
  'PATCH /queue/{id}': 'admin',
  'DELETE /queue/{id}': 'admin',
  'PATCH /queue/set-receiver/{a}/{b}': 'admin',
  'PATCH /queue/next-receiver/{id}': 'admin',
  'PATCH /queue/reorder/{id}': 'admin',
  'PATCH /queue/swap-positions': 'admin',
  'POST /queue/godown/move-user-to-end': 'admin',
}

const beyond = [
  'GET /me/helping',
  'POST /me/helping/{id}/session',
  'DELETE /me/helping/{id}',
  'GET /users/{id}/helper',
  'POST /users/{id}/helper',
  'DELETE /users/{id}/helper',
  'GET /users/{id}/helper/paper',
  'GET /me/substitutes',
  'GET /substitutes/{id}/paper',
  'POST /me/substitutes',
  'POST /me/substitutes/{id}/accept',
  'DELETE /me/substitutes/{id}',
  'GET /admin/substitutes',
  'POST /admin/substitutes/{id}/approve',
  'GET /admin/beginning',
  'POST /admin/beginning',
  'DELETE /admin/beginning',
  'POST /admin/beginning/open',
  'GET /me/beginning',
  'POST /me/beginning/accept',
  'POST /me/beginning/contest',
  'GET /me/shares',
  'POST /me/shares',
  'GET /me/ahead',
  'POST /me/ahead',
  'GET /me/swaps',
  'POST /me/swaps',
  'POST /me/swaps/{id}/accept',
  'DELETE /me/swaps/{id}',
  'POST /auth/lost-phone',
  'POST /auth/lost-phone/return',
  'POST /known/{id}/lost-phone-code',
  'PATCH /donations/{id}/schedule',
  'GET /circle/forecast',
  'GET /circle/known-places',
  'POST /auth/logout',
  'PATCH /me/preferences',
  'GET /me/preferences',
  'POST /me/password',
  'POST /auth/join',
  'POST /auth/forgot-password',
  'POST /auth/confirm',
  'GET /me/sessions',
  'DELETE /me/sessions/{id}',
  'DELETE /me/sessions',
  'GET /me/passkeys',
  'POST /me/passkeys/options',
  'POST /me/passkeys',
  'DELETE /me/passkeys/{id}',
  'POST /me/recovery-codes',
  'POST /auth/passkey/options',
  'POST /auth/passkey',
  'POST /auth/confirm/passkey',
  'POST /auth/recovery-code',
  'POST /auth/reset-password',
  'POST /users/{id}/recovery-code',
  'POST /users/{id}/suspend',
  'POST /users/{id}/remove',
  'POST /users/{id}/reinstate',
  'POST /admin/donations/remind',
  'GET /admin/standing',
  'GET /me/terms',
  'GET /me/terms/accepted',
  'POST /me/terms',
  'GET /admin/terms',
  'GET /me/export',
  'GET /me/export/archive',
  'GET /me/notices',
  'GET /reports/{id}',
  'POST /reports/{id}/statements',
  'POST /admin/donations/reports/{id}/ask',
  'GET /donations/{id}/pause/paper',
  'GET /donations/{id}/recibo',
  'GET /me/statement',
  'GET /admin/circle/month',
  'GET /reports/{id}/export',
  'POST /reports/{id}/appeal',
  'POST /admin/donations/reports/{id}/decide-appeal',
  'POST /admin/donations/{id}/open-case',
  'GET /admin/donations/{id}/pause',
  'POST /admin/donations/{id}/pause',
  'POST /me/notices/read',
  'GET /me/notices/unread',
  'GET /me/push-subscriptions',
  'POST /me/push-subscriptions',
  'DELETE /me/push-subscriptions/{id}',
  'GET /me/privacy',
  'GET /me/access-log',
  'GET /me/leaving',
  'POST /me/leave',
  'GET /admin/approvals/{id}/opening',
  'GET /me/acts/ground',
  'GET /me/acts/receipt',
  'GET /me/device-keys',
  'POST /me/device-keys',
  'POST /me/device-keys/{id}/admit',
  'DELETE /me/device-keys/{id}',
  'DELETE /me',
  'POST /users/{id}/erase',
  'GET /circle',
  'GET /circle/changes',
  'GET /draws',
  'POST /draws',
  'POST /draws/{id}/join',
  'POST /draws/{id}/open',
  'POST /orders',
  'POST /orders/{id}/accept',
  'POST /orders/{id}/withdraw',
  'GET /fiscals',
  'POST /fiscals',
  'POST /fiscals/withdraw',
  'GET /fiscals/donations',
  'POST /me/fiscals/confirm',
  'POST /me/fiscals/end',
  'POST /me/fiscals/resign',
  'POST /me/vouches',
  'POST /me/vouches/withdraw',
  'POST /me/witnesses',
  'POST /me/witnesses/drop',
  'GET /queue/changes',
  'POST /queue/changes/undo',
  'GET /circle/result',
  'GET /admin/circles',
  'POST /admin/circles',
  'POST /admin/circles/{id}/select',
  'POST /admin/circles/{id}/open',
  'GET /admin/circle',
  'PATCH /admin/circle',
  'PATCH /admin/circle/answer-days',
  'PATCH /admin/circle/calendar',
  'PATCH /admin/circle/plan',
  'POST /admin/circle/take-part',
  'POST /admin/circle/close',
  'POST /admin/circle/rotation',
  'POST /admin/circle/reset',
  'POST /admin/mail-test',
  'GET /admin/outbox',
  'POST /admin/outbox/{id}/open',
  'GET /admin/backups',
  'GET /admin/first-steps',
  'POST /admin/backups',
  'GET /admin/scrub',
  'POST /admin/scrub',
  'GET /simulation',
  'POST /admin/simulation',
  'GET /ledger',
  'GET /ledger/head',
  'GET /ledger/export',
  'GET /ledger/checkpoint',
  'GET /ledger/pages',
  'POST /ledger/checkpoint',
  'GET /logs/{id}',
  'GET /logs/{id}/checkpoint',
  'GET /logs/{id}/consistency',
  'GET /logs/{id}/inclusion',
  'GET /admin/tasks',
  'GET /admin/names',
  'GET /cep/{cep}',
  'GET /events',
  'GET /files/{sha256}',
  'GET /health',
  'GET /metrics',
  'GET /docs',
  'POST /test/clock',
  'GET /admin/donations/export',
  'GET /ledger/payment-keys',
  'POST /donations/{id}/reject-receipt',
  'GET /donations/{id}/rejected-receipts/{attempt}',
  'GET /donations/{id}/parts/{part}',
  'POST /me/pix-key',
  'POST /me/pix-key/{id}/confirm',
  'POST /me/pix-key/{id}/object',
  'GET /admin/administrators',
  'POST /admin/administrators',
  'DELETE /admin/administrators/{id}',
  'DELETE /admin/administrators/invitations/{id}',
  'POST /invitations/show',
  'POST /invitations/accept',
  'GET /admin/join-links',
  'POST /admin/join-links',
  'POST /admin/join-links/check',
  'POST /admin/join-links/people',
  'POST /admin/join-links/{id}/revoke',
  'POST /join-links/show',
  'GET /admin/approvals',
  'POST /admin/approvals/{id}/approve',
  'POST /admin/approvals/{id}/reject',
  'POST /admin/approvals/{id}/withdraw',
  'GET /me/approvals',
  'POST /me/approvals/{id}/object',
  'POST /me/approvals/{id}/withdraw-objection',
]

const callOf = (name: string) => (contract as Record<string, CallDefinition>)[name]!
const namesOf = (is: (call: CallDefinition) => boolean) => calls.filter(([, call]) => is(call)).map(([name]) => name)
const fields = (schema: { shape: object }) => Object.keys(schema.shape)

describe('the contract', () => {
  test('has every call of the specification, those beyond it, and no other', () => {
    expect(Object.keys(contract).toSorted()).toEqual([...Object.keys(specified), ...beyond].toSorted())
  })

  test('says access may make each call', () => {
    for (const [name, access] of Object.entries(specified)) expect(callOf(name).access, name).toBe(access)
  })

  test('leaves the unapproved home, donations, profile and the terms, and nothing else', () => {
    const open = namesOf(({ access }) => access === 'member')
    expect(
      open.every((name) =>
        / \/(donations\/(stats|to-send|to-receive|history|my-level-progress|\{id\}\/comprovante)|me|me\/terms(\/accepted)?)$/.test(
          name,
        ),
      ),
      open.join(', '),
    ).toBe(true)
    for (const name of Object.keys(contract).filter((call) => /report|ledger|result/.test(call)))
      expect(['approved', 'participant', 'admin'], name).toContain(callOf(name).access)
  })

  test('lets nobody but administrators near an administrator’s call', () => {
    for (const name of Object.keys(contract).filter((call) => /admin|queue|\/users(\/\{id\}|$)/.test(call)))
      expect(callOf(name).access, name).toBe('admin')
  })

  test('declares the parameters that its paths name', () => {
    for (const [name, { params }] of calls) {
      const named = [...name.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
      expect(params instanceof z.ZodObject ? Object.keys(params.shape) : [], name).toEqual(named)
    }
  })

  test('answers in JSON, in something else that it names, or with nothing', () => {
    for (const [name, { answer, produces, status }] of calls)
      expect([answer !== undefined, produces !== undefined, status === 204].filter(Boolean), name).toHaveLength(1)
  })

  test('refuses unknown fields in every body, query and path, __proto__ among them', () => {
    for (const [name, { params, query, body }] of calls) {
      for (const schema of [params, query, body]) {
        if (!schema) continue
        for (const sent of ['{"surprise":1}', '{"__proto__":{"role":"ADMIN"}}']) {
          const found = validate(schema, JSON.parse(sent))
          expect(found.ok ? {} : Object.values(found.fields), `${name} ${sent}`).toContain('Campo desconhecido.')
        }
      }
    }
  })

  test('never throws at what is sent, however odd', () => {
    const odd = [
      undefined,
      null,
      0,
      '',
      'x',
      [],
      [{}],
      true,
      { id: '\u0000' },
      { id: [] },
      { page: ['1', '2'] },
      { id: 'a'.repeat(1_000) },
      { page: '1e9', limit: '-1' },
      { amount: Number.NaN },
    ]
    for (const [name, { params, query, body }] of calls)
      for (const schema of [params, query, body])
        for (const value of odd)
          expect(() => schema && validate(schema, value), `${name} ${JSON.stringify(value)}`).not.toThrow()
  })
})

describe('queries', () => {
  const history = contract['GET /donations/history'].query
  const list = contract['GET /admin/donations/list'].query

  test('page from 1, by 20 or 10 unless said otherwise, and never by more than 100', () => {
    expect(validate(history, {})).toEqual({ ok: true, data: { page: 1, limit: 20 } })
    expect(validate(list, {})).toEqual({ ok: true, data: { page: 1, limit: 10 } })
    expect(validate(history, { limit: String(PAGE_LIMIT_MAX) }).ok).toBe(true)
    for (const wrong of [
      { limit: '101' },
      { limit: '0' },
      { page: '0' },
      { page: '-1' },
      { page: '1.5' },
      { page: 'x' },
      { page: '' },
      { page: ['1', '2'] },
      { page: ' 1' },
      { page: '1e2' },
    ])
      expect(validate(history, wrong).ok, JSON.stringify(wrong)).toBe(false)
  })

  test('filter donations by a list of statuses, days, amounts and type', () => {
    const sent = {
      status: 'PENDING_PAYMENT,PENDING_CONFIRMATION',
      dateFrom: '2026-11-01',
      dateTo: '2026-11-30',
      minAmount: '99.9',
      maxAmount: '100',
      type: 'PULL',
      donorId: 'anything',
    }
    expect(validate(list, sent)).toMatchObject({
      ok: true,
      data: { status: ['PENDING_PAYMENT', 'PENDING_CONFIRMATION'], minAmount: 99.9, maxAmount: 100 },
    })
    for (const wrong of [
      { status: 'PAID' },
      { status: '' },
      { status: 'CONFIRMED,' },
      { dateFrom: '2026-02-30' },
      { minAmount: '1.234' },
      { minAmount: '-1' },
      { minAmount: 'NaN' },
      { type: 'GIFT' },
    ])
      expect(validate(list, wrong).ok, JSON.stringify(wrong)).toBe(false)
  })

  test('know resolved as true, false or absent', () => {
    const { query } = contract['GET /donations/reports']
    expect([{ resolved: 'true' }, { resolved: 'false' }, {}].map((sent) => validate(query, sent))).toMatchObject([
      { data: { resolved: true } },
      { data: { resolved: false } },
      { data: { page: 1, limit: 20 } },
    ])
    expect(validate(query, { resolved: '1' }).ok).toBe(false)
  })

  test('know levels 1 to 3 alone', () => {
    const { query } = contract['GET /queue']
    expect(['1', '3'].map((level) => validate(query, { donation_number: level }).ok)).toEqual([true, true])
    expect(['0', '4', '1.0', 'one', ''].some((level) => validate(query, { donation_number: level }).ok)).toBe(false)
  })
})

describe('bodies', () => {
  test('of the queue take the specification’s payload, its defaults left out or written', () => {
    const { body } = contract['POST /queue']
    const whole = { position: 7, donation_number: 1, user_id: 'u', is_receiver: false, passed_user_ids: [] }
    expect(validate(body, whole)).toEqual({ ok: true, data: whole })
    expect(validate(body, { position: 7, user_id: 'u' })).toEqual({ ok: true, data: whole })
    for (const position of [0, 101, 1.5, '7', null, -1])
      expect(validate(body, { ...whole, position }), String(position)).toMatchObject({
        ok: false,
        fields: { position: 'A posição deve ir de 1 a 100.' },
      })
    for (const wrong of [{ donation_number: 4 }, { user_id: 7 }, { is_receiver: 'yes' }, { passed_user_ids: ['u'] }])
      expect(validate(body, { ...whole, ...wrong }).ok, JSON.stringify(wrong)).toBe(false)
  })

  test('of the pull take the specification’s numbers, and amounts of at most two decimals', () => {
    const { body } = contract['POST /donations/admin/cycle/{cycle}/start']
    expect(validate(body, { donorsCount: 3, amount: 100, type: 'PULL', deadlineDays: 30 }).ok).toBe(true)
    expect(validate(body, {}).ok).toBe(true)
    expect(validate(body, { amount: 99.99 }).ok).toBe(true)
    for (const amount of [100.001, 99.999_999, -1, '100', Number.POSITIVE_INFINITY, 1e12])
      expect(validate(body, { amount }).ok, String(amount)).toBe(false)
  })

  test('of a code take six digits', () => {
    const { body } = contract['POST /auth/verify-email']
    expect(validate(body, { code: ' 012345 ' })).toEqual({ ok: true, data: { code: '012345' } })
    for (const code of ['12345', '1234567', '12a456', '', 123456, undefined])
      expect(validate(body, { code }), String(code)).toMatchObject({
        ok: false,
        fields: { code: 'O código tem seis dígitos.' },
      })
  })
})

describe('answers', () => {
  test('carry only the fields that are allowed: no password, and no administrator’s notes to members', () => {
    expect(fields(contract['GET /users/profile'].answer)).not.toContain('password')
    expect(fields(contract['GET /donations/reports/{id}'].answer)).not.toContain('admin_notes')
    expect(fields(contract['GET /admin/donations/reports/{id}'].answer)).toContain('admin_notes')
  })

  test('have the specification’s fields, section 3', () => {
    expect(fields(contract['POST /auth/login'].answer)).toEqual(['access_token', 'refresh_token', 'user'])
    expect(fields(contract['GET /users/profile'].answer)).toEqual(
      expect.arrayContaining([
        'firstName',
        'pixCopyPaste',
        'adminApproved',
        'createdAt',
        'updatedAt',
        'current_level',
        'can_reenter',
        'n3_completed_at',
      ]),
    )
    expect(fields(contract['GET /admin/donations/{id}'].answer)).toEqual(
      expect.arrayContaining([
        'id',
        'donationId',
        'createdAt',
        'created_at',
        'deadline',
        'completedAt',
        'donor',
        'receiver',
        'donor_queue_level',
        'receiver_queue_position',
        'is_reported',
        'report_resolved',
        'donorId',
        'receiverId',
      ]),
    )
    expect(fields(contract['GET /queue'].answer.element)).toEqual(
      expect.arrayContaining([
        'id',
        'position',
        'donation_number',
        'user_id',
        'user',
        'is_receiver',
        'passed_user_ids',
        'created_at',
        'updated_at',
      ]),
    )
    expect(fields(contract['GET /donations/stats'].answer)).toEqual([
      'totalDonated',
      'totalReceived',
      'pendingToSend',
      'pendingToReceive',
      'nextMonthlyContribution',
    ])
    expect(fields(contract['GET /admin/donations/stats'].answer)).toEqual([
      'totalDonations',
      'pendingPayment',
      'pendingConfirmation',
      'confirmed',
      'expired',
      'cancelled',
      'totalAmount',
    ])
    expect(fields(contract['GET /admin/donations/reports/stats'].answer)).toEqual([
      'totalReports',
      'totalAmountReported',
      'reportsThisWeek',
      'reportsThisMonth',
      'averageReportAmount',
    ])
    expect(fields(contract['GET /donations/admin/level-stats/{level}'].answer)).toEqual([
      'level',
      'totalUsers',
      'activeUsers',
      'completedUsers',
      'averageProgress',
      'totalDonationsReceived',
      'totalAmountReceived',
    ])
    expect(fields(contract['POST /donations/admin/cycle/{cycle}/start'].answer)).toEqual([
      'createdCount',
      'receiversProcessed',
      'skippedExisting',
      'skippedWithoutConsent',
    ])
    expect(fields(contract['GET /donations/history'].answer)).toEqual(['data', 'pagination'])
  })
})
