import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { presets } from '#circle/plan.ts'
import { contract } from '#contracts/contract.ts'
import type { CallName } from '#contracts/contract.ts'
import { planFormOf } from '#contracts/plans.ts'
import { plain } from '#server/files/testing/pictures.ts'
import { codePicture, receiptPicture } from '#server/seed/receipt-picture.ts'
import { registrationOf } from '#server/seed/people.ts'
import { ADMINISTRATOR, PASSWORD } from '#server/testing/test-app.ts'
import { subscription } from './stage.ts'
import type { Cast } from './stage.ts'

export type Asked = {
  readonly as: string | null
  readonly params?: Record<string, string>
  readonly body?: unknown
  /** The status that a run without a fault ends in, where that is no success: what it would need is said beside it. */
  readonly ends?: number
  /** True where asking once more is meant to do it once more: another test letter, another set of codes. */
  readonly isNewEachTime?: true
}

export type Scenario = (cast: Cast) => Asked | Promise<Asked>

type WritingCall = Exclude<CallName, `GET ${string}`>

/** Every call that writes. */
export const writingCalls = (Object.keys(contract) as CallName[]).filter(
  (name): name is WritingCall => !name.startsWith('GET '),
)

const NOBODY = '00000000-0000-4000-8000-000000000000'
const byAdmin =
  (params: (cast: Cast) => Record<string, string>, body?: unknown): Scenario =>
  (cast) => ({ as: cast.admin, params: params(cast), ...(body === undefined ? {} : { body }) })
const none = () => ({})
const emailOf = async (cast: Cast, token = cast.people[0]!.token) =>
  (await cast.app.call('GET /users/profile', token)).body.email as string
const self = { password: PASSWORD }
/** A request for a thing that exists only with a passkey, a second administrator or a code: it is read and refused. */
/** The key of a witness, which nobody chooses without a device's signature. */
const WITNESS = 'testemunha.example+0123abcd+BGmC4ygQf7pDM7yk0vSvFjVo7zLB+6WLqaKmEuJqwJKf'
const inVain =
  (as: 'admin' | 'member' | 'nobody', ends: number, body?: unknown, params: Record<string, string> = {}): Scenario =>
  (cast) => ({
    as: as === 'admin' ? cast.admin : as === 'member' ? cast.people[0]!.token : null,
    params,
    ends,
    ...(body === undefined ? {} : { body }),
  })
const proposal = async (cast: Cast): Promise<string> => {
  const { app, admin } = cast
  const operator = {
    name: 'Associação do Bairro',
    document: '11.222.333/0001-81',
    contact: 'contato@bairro.org.br',
    dataProtectionContact: 'dados@bairro.org.br',
  }
  const made = await app.call('POST /admin/circles', admin, {
    body: { name: 'Roda de verdade', mode: 'real', plan: planFormOf(presets.rotativo), operator, outcome_seen: true },
  })
  await app.call('POST /admin/circles/{id}/select', admin, { params: { id: made.body.id } })
  const proposed = await app.call('POST /admin/administrators', admin, {
    body: { firstName: 'Bia', lastName: 'Nogueira', email: 'bia@exemplo.org', role: 'ADMIN' },
  })
  return proposed.body.approval.id as string
}
const invitation = async (cast: Cast) =>
  (
    await cast.app.call('POST /admin/administrators', cast.admin, {
      body: { firstName: 'Bia', lastName: 'Nogueira', email: 'bia@exemplo.org', role: 'ADMIN' },
    })
  ).body.invitations[0].id as string
const joinLink = async (cast: Cast) =>
  (await cast.app.call('POST /admin/join-links', cast.admin, { body: { label: 'Grupo da rua', uses: 2, days: 7 } }))
    .body as { id: string; link: string }
const keyChange = async (cast: Cast) =>
  (
    await cast.app.call('POST /me/pix-key', cast.people[2]!.token, {
      body: { pixKeyType: 'email', pixKey: 'nova@exemplo.invalid', pixOwnerName: 'Pessoa de Teste' },
    })
  ).body
/** A receipt of the demonstration has a QR Code, which a case takes from nobody. */
const plainPicture = async () => {
  const made = sharp({ create: { width: 300, height: 300, channels: 3, background: { r: 200, g: 180, b: 90 } } })
  return (await made.jpeg().toBuffer()).toString('base64')
}
const deviceKey = () => {
  const { x, y } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  return Buffer.concat([Buffer.from([4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')]).toString(
    'base64url',
  )
}
const entryOf = ({ entries }: Cast, index: number) => entries[index]!
const receiverEntry = ({ entries }: Cast) => entries.find(({ is_receiver }) => is_receiver)!
const otherEntry = ({ entries }: Cast) => entries.find(({ is_receiver }) => !is_receiver)!
const caseOf = (which: 'reported' | 'decided' | 'appealed') => (cast: Cast) => ({ id: cast[which].report })

/** A registration as a roda asks for it. */
function shortly(who: Parameters<typeof registrationOf>[0]) {
  const { firstName, lastName, cpf, birthDate, phone, pixKeyType, pixKey } = registrationOf(who)
  return { firstName, lastName, cpf, birthDate, phone, pixKeyType, pixKey, password: PASSWORD }
}

/** For each call that writes, a request that does something on the stage. */
export const scenarios: Readonly<Record<WritingCall, Scenario>> = {
  'POST /admin/backups': byAdmin(none, {
    passphrase: 'uma frase bem comprida',
    passphrase_again: 'uma frase bem comprida',
  }),
  'POST /auth/login': async (cast) => ({ as: null, body: { email: await emailOf(cast), password: PASSWORD } }),
  'POST /auth/register': async () => {
    const typed = registrationOf({ firstName: 'Rita', lastName: 'Lima', number: 77 })
    return { as: null, body: { ...typed, pixQrCode: await codePicture(typed.pixCopyPaste), password: PASSWORD } }
  },
  // The stage's circle has several levels, which ask for more.
  'POST /auth/join': inVain('nobody', 409, shortly({ firstName: 'Rui', lastName: 'Lima', number: 78 })),
  'POST /auth/refresh': inVain('nobody', 401, { refreshToken: 'none' }),
  'POST /auth/forgot-password': async (cast) => ({ as: null, body: { email: await emailOf(cast) } }),
  'POST /auth/reset-password': async (cast) => ({
    as: null,
    ends: 400,
    body: { email: await emailOf(cast), code: '123456', newPassword: 'outra-senha-bem-boa' },
  }),
  'POST /auth/lost-phone': inVain('nobody', 400, { cpf: '529.982.247-25', codes: ['123456'] }),
  'POST /auth/lost-phone/return': inVain('nobody', 400, {
    cpf: '529.982.247-25',
    codes: ['123456'],
    newPassword: 'outra-senha-bem-boa',
  }),
  'POST /known/{id}/lost-phone-code': inVain('member', 404, undefined, { id: NOBODY }),
  'POST /users/{id}/recovery-code': byAdmin(({ people }) => ({ id: people[1]!.id })),
  'DELETE /me/sessions/{id}': inVain('member', 404, undefined, { id: NOBODY }),
  'DELETE /me/sessions': ({ people }) => ({ as: people[0]!.token }),
  'POST /auth/confirm': ({ people }) => ({ as: people[0]!.token, body: self }),
  'POST /auth/logout': ({ people }) => ({ as: people[0]!.token }),
  'POST /auth/verify-email': inVain('member', 400, { code: '123456' }),
  'POST /auth/verify-phone': inVain('member', 400, { code: '123456' }),
  'POST /auth/resend-email-verification': ({ newcomer }) => ({ as: newcomer.token, ends: 429 }),
  'POST /auth/resend-phone-verification': ({ newcomer }) => ({ as: newcomer.token, ends: 429 }),
  'POST /me/passkeys/options': ({ people }) => ({ as: people[0]!.token, body: self }),
  'POST /me/passkeys': inVain('member', 400, { response: {} }),
  'DELETE /me/passkeys/{id}': inVain('member', 404, undefined, { id: NOBODY }),
  'POST /me/recovery-codes': ({ people }) => ({ as: people[0]!.token, body: self, isNewEachTime: true }),
  'POST /auth/passkey/options': () => ({ as: null }),
  'POST /auth/passkey': inVain('nobody', 400, { response: {} }),
  'POST /auth/confirm/passkey': inVain('member', 400, { response: {} }),
  'POST /auth/recovery-code': async (cast) => ({
    as: null,
    ends: 400,
    body: { email: await emailOf(cast), code: 'abcd-efgh-jkmn' },
  }),
  'PATCH /users/{id}': byAdmin(({ people }) => ({ id: people[3]!.id }), { firstName: 'Outra', phone: '11955554444' }),
  'PATCH /users/{id}/approve': byAdmin(({ newcomer }) => ({ id: newcomer.id })),
  'POST /users/{id}/suspend': byAdmin(({ people }) => ({ id: people[4]!.id }), { reason: 'não responde' }),
  'POST /users/{id}/remove': byAdmin(({ outsider }) => ({ id: outsider.id }), { reason: 'mudou de cidade' }),
  'POST /users/{id}/reinstate': byAdmin(({ suspended }) => ({ id: suspended.id }), { reason: 'respondeu' }),
  'POST /users/profile/avatar': async ({ people }) => ({
    as: people[0]!.token,
    body: { avatar: (await plain(400, 400).png().toBuffer()).toString('base64') },
  }),
  'PATCH /me/preferences': ({ people }) => ({ as: people[0]!.token, body: { remindersOff: true } }),
  'POST /me/pix-key': ({ people }) => ({
    as: people[2]!.token,
    body: { pixKeyType: 'email', pixKey: 'nova@exemplo.invalid', pixOwnerName: 'Pessoa de Teste' },
  }),
  'POST /me/pix-key/{id}/confirm': async (cast) => ({
    as: cast.people[2]!.token,
    params: { id: (await keyChange(cast)).id ?? NOBODY },
    ends: 404,
  }),
  'POST /me/pix-key/{id}/object': async (cast) => ({
    as: cast.people[2]!.token,
    params: { id: (await keyChange(cast)).id ?? NOBODY },
    ends: 404,
  }),
  'POST /me/password': ({ people }) => ({
    as: people[0]!.token,
    body: { currentPassword: PASSWORD, newPassword: 'outra-senha-bem-boa' },
  }),
  'POST /donations/{id}/comprovante': async ({ pending }) => ({
    as: pending.donor.token,
    params: { id: pending.id },
    body: { comprovanteBase64: await receiptPicture(pending.id) },
  }),
  'PATCH /donations/{id}/schedule': ({ pending }) => ({
    as: pending.donor.token,
    params: { id: pending.id },
    body: { day: '2026-11-30' },
  }),
  'PATCH /donations/{id}/confirm': ({ sent }) => ({ as: sent.receiver.token, params: { id: sent.id } }),
  'POST /donations/{id}/reject-receipt': ({ sent }) => ({
    as: sent.receiver.token,
    params: { id: sent.id },
    body: { reason: 'Não caiu na conta.' },
  }),
  'POST /admin/donations/remind': byAdmin(none),
  'POST /donations/admin/generate-monthly-pull': byAdmin(none, {}),
  'POST /donations/admin/cycle/{cycle}/start': byAdmin(() => ({ cycle: '1' }), {
    donorsCount: 3,
    amount: 100,
    type: 'PULL',
    deadlineDays: 30,
  }),
  'POST /donations/{id}/report': ({ sent }) => ({
    as: sent.receiver.token,
    params: { id: sent.id },
    body: { reason: 'Não recebi nada.' },
  }),
  // The stage's plan has several levels, where nobody leaves a month out.
  'POST /admin/donations/{id}/pause': ({ admin, pending }) => ({ as: admin, params: { id: pending.id }, ends: 409 }),
  'POST /admin/donations/{id}/open-case': byAdmin(({ sent }) => ({ id: sent.id }), {
    reason: 'As duas me escreveram.',
  }),
  'POST /reports/{id}/statements': async ({ reported }) => ({
    as: reported.donor.token,
    params: { id: reported.report },
    body: { text: 'Paguei no dia 10.', picture: await plainPicture() },
  }),
  'POST /reports/{id}/appeal': ({ decided }) => ({
    as: decided.receiver.token,
    params: { id: decided.report },
    body: { reason: 'O extrato é de outro dia.' },
  }),
  'POST /admin/donations/reports/{id}/decide-appeal': byAdmin(caseOf('appealed'), {
    decision: 'UPHELD',
    message: 'Vimos de novo.',
  }),
  'POST /admin/donations/reports/{id}/ask': byAdmin(caseOf('reported'), {
    of: 'donor',
    text: 'De que banco?',
    until: '2026-11-20',
  }),
  'PATCH /admin/donations/reports/{id}/status': byAdmin(caseOf('reported'), { status: 'INVESTIGATING' }),
  'POST /admin/donations/reports/{id}/resolve': byAdmin(caseOf('reported'), {
    resolution: 'RESOLVED',
    resolution_message: 'Vimos o extrato.',
    admin_notes: 'visto',
    donation_outcome: 'confirm',
  }),
  'POST /donations/accept-upgrade': ({ complete }) => ({ as: complete.token, body: { from_level: 1, to_level: 2 } }),
  'POST /queue': ({ admin, outsider }) => ({
    as: admin,
    body: { position: 50, donation_number: 1, user_id: outsider.id, is_receiver: false, passed_user_ids: [] },
  }),
  'PATCH /queue/{id}': byAdmin((cast) => ({ id: otherEntry(cast).id }), { position: 60 }),
  'DELETE /queue/{id}': byAdmin((cast) => ({ id: receiverEntry(cast).id })),
  'PATCH /queue/set-receiver/{a}/{b}': byAdmin((cast) => ({ a: receiverEntry(cast).id, b: otherEntry(cast).id })),
  'PATCH /queue/next-receiver/{id}': byAdmin((cast) => ({ id: receiverEntry(cast).id })),
  'PATCH /queue/reorder/{id}': byAdmin((cast) => ({ id: entryOf(cast, 5).id }), { position: 1 }),
  'PATCH /queue/swap-positions': (cast) => ({
    as: cast.admin,
    body: { firstUserId: entryOf(cast, 4).user_id, secondUserId: entryOf(cast, 5).user_id, donation_number: 1 },
  }),
  'POST /queue/godown/move-user-to-end': (cast) => ({
    as: cast.admin,
    body: { user_id: entryOf(cast, 3).user_id, donation_number: 1 },
  }),
  'POST /queue/changes/undo': async (cast) => {
    await cast.app.call('PATCH /queue/reorder/{id}', cast.admin, {
      params: { id: otherEntry(cast).id },
      body: { position: 70 },
    })
    const changes = (await cast.app.call('GET /queue/changes', cast.admin)).body as { data: { seq: number }[] }
    return { as: cast.admin, body: { seq: changes.data[0]!.seq } }
  },
  // A draw orders a circle that has not begun: here it is refused.
  'POST /draws': inVain('admin', 409, {}),
  'POST /draws/{id}/join': inVain(
    'member',
    404,
    { commitment: createHash('sha256').update('x').digest('hex') },
    { id: NOBODY },
  ),
  'POST /draws/{id}/open': inVain('member', 404, { number: randomBytes(32).toString('hex') }, { id: NOBODY }),
  'POST /orders': inVain('admin', 409, { member_ids: [NOBODY, NOBODY] }),
  'POST /orders/{id}/accept': inVain('member', 400, { hash: 'ab'.repeat(32) }, { id: NOBODY }),
  'POST /orders/{id}/withdraw': inVain('admin', 404, undefined, { id: NOBODY }),
  'POST /me/substitutes': inVain('member', 400, {
    id: NOBODY,
    member_id: NOBODY,
    given: 0,
    received: 0,
    hash: '0'.repeat(64),
  }),
  'POST /me/substitutes/{id}/accept': inVain('member', 400, { hash: '0'.repeat(64) }, { id: NOBODY }),
  'DELETE /me/substitutes/{id}': inVain('member', 404, undefined, { id: NOBODY }),
  'POST /admin/substitutes/{id}/approve': inVain('admin', 404, undefined, { id: NOBODY }),
  'POST /admin/beginning': inVain('admin', 409, {
    rows: [1, 2].map(() => ({ member_id: NOBODY, given: 0, received: 0 })),
  }),
  'DELETE /admin/beginning': inVain('admin', 409),
  'POST /admin/beginning/open': inVain('admin', 409),
  'POST /me/beginning/accept': inVain('member', 400, { hash: '0'.repeat(64) }),
  'POST /me/beginning/contest': inVain('member', 409, { given: 0, received: 0 }),
  'POST /me/ahead': inVain('member', 409, { member_id: NOBODY }),
  'POST /me/shares': inVain('member', 400, { shares: 2 }),
  'POST /me/swaps': inVain('member', 400, { id: NOBODY, member_id: NOBODY, position: 1, other_position: 2 }),
  'POST /me/swaps/{id}/accept': inVain('member', 400, undefined, { id: NOBODY }),
  'DELETE /me/swaps/{id}': inVain('member', 404, undefined, { id: NOBODY }),
  'POST /me/helping/{id}/session': inVain('member', 404, undefined, { id: NOBODY }),
  'DELETE /me/helping/{id}': inVain('member', 404, undefined, { id: NOBODY }),
  'POST /users/{id}/helper': async ({ admin, people }) => ({
    as: admin,
    params: { id: people[3]!.id },
    body: { helper_id: people[4]!.id, paperBase64: await receiptPicture('o papel') },
  }),
  'DELETE /users/{id}/helper': inVain('admin', 404, undefined, { id: NOBODY }),
  'POST /fiscals': byAdmin(none, { member_id: NOBODY }),
  'POST /fiscals/withdraw': byAdmin(none, { member_id: NOBODY }),
  'POST /me/fiscals/confirm': inVain('member', 400, { member_id: NOBODY }),
  'POST /me/fiscals/end': inVain('member', 400, { member_id: NOBODY }),
  'POST /me/fiscals/resign': inVain('member', 404, undefined),
  'POST /me/vouches': inVain('member', 400, { member_id: NOBODY }),
  'POST /me/vouches/withdraw': inVain('member', 400, { member_id: NOBODY }),
  'POST /me/witnesses': inVain('member', 400, { witness: WITNESS }),
  'POST /me/witnesses/drop': inVain('member', 400, { witness: WITNESS }),
  'POST /admin/circles': byAdmin(none, {
    name: 'Outra',
    mode: 'demonstracao',
    plan: planFormOf(presets.rotativo),
    operator: null,
  }),
  'POST /admin/circles/{id}/select': byAdmin(({ circleId }) => ({ id: circleId })),
  'POST /admin/circles/{id}/open': byAdmin(({ circleId }) => ({ id: circleId })),
  'PATCH /admin/circle': byAdmin(none, { name: 'Ciranda da rua' }),
  'PATCH /admin/circle/plan': (cast) => ({ as: cast.admin, body: planFormOf(presets.rotativo), ends: 409 }),
  'PATCH /admin/circle/calendar': byAdmin(none, { calendar: { day: 31, hour: 9 } }),
  'PATCH /admin/circle/answer-days': byAdmin(none, { days: 5 }),
  // The stage's plan has several levels, which have no rotations.
  'POST /admin/circle/rotation': inVain('admin', 409),
  'POST /admin/circle/take-part': inVain('admin', 409),
  'POST /admin/circle/close': inVain('admin', 400, { confirmation: 'outro nome' }),
  'POST /admin/circle/reset': byAdmin(none, { confirmation: 'Ciranda de demonstração', keep_places: true }),
  'POST /admin/administrators': byAdmin(none, {
    firstName: 'Bia',
    lastName: 'Nogueira',
    email: 'bia@exemplo.org',
    role: 'AUDITOR',
  }),
  'DELETE /admin/administrators/{id}': inVain('admin', 404, undefined, { id: NOBODY }),
  'DELETE /admin/administrators/invitations/{id}': async (cast) => ({
    as: cast.admin,
    params: { id: await invitation(cast) },
  }),
  'POST /invitations/show': inVain('nobody', 409, { secret: 'a'.repeat(43) }),
  'POST /invitations/accept': inVain('nobody', 409, { secret: 'a'.repeat(43), cpf: '52998224725', password: PASSWORD }),
  'POST /admin/approvals/{id}/approve': async (cast) => ({
    as: cast.admin,
    params: { id: await proposal(cast) },
    ends: 403,
  }),
  'POST /admin/approvals/{id}/reject': async (cast) => ({
    as: cast.admin,
    params: { id: await proposal(cast) },
    ends: 403,
  }),
  'POST /admin/approvals/{id}/withdraw': async (cast) => ({ as: cast.admin, params: { id: await proposal(cast) } }),
  'POST /me/approvals/{id}/object': inVain('member', 404, undefined, { id: NOBODY }),
  'POST /me/approvals/{id}/withdraw-objection': inVain('member', 404, undefined, { id: NOBODY }),
  'POST /admin/join-links': byAdmin(none, { label: 'Grupo da rua', uses: 2, days: 7 }),
  'POST /admin/join-links/check': byAdmin(none, {
    people: [{ firstName: 'Ana', lastName: 'Lima', email: 'ana.lima@exemplo.org' }],
  }),
  'POST /admin/join-links/people': byAdmin(none, {
    days: 7,
    people: [{ firstName: 'Ana', lastName: 'Lima', email: 'ana.lima@exemplo.org' }],
  }),
  'POST /admin/join-links/{id}/revoke': async (cast) => ({ as: cast.admin, params: { id: (await joinLink(cast)).id } }),
  'POST /join-links/show': async (cast) => ({
    as: null,
    body: { secret: (await joinLink(cast)).link.match(/#([\w-]{43})$/)![1]! },
  }),
  'POST /admin/outbox/{id}/open': inVain('admin', 404, undefined, { id: NOBODY }),
  'POST /admin/mail-test': ({ admin }) => ({ as: admin, isNewEachTime: true }),
  'POST /admin/scrub': byAdmin(none),
  'POST /admin/simulation': byAdmin(none, { plan: planFormOf(presets.roda), members: 12 }),
  'POST /ledger/checkpoint': ({ people }) => ({ as: people[0]!.token }),
  'POST /me/notices/read': async ({ app, sent }) => ({
    as: sent.receiver.token,
    body: { upTo: (await app.call('GET /me/notices', sent.receiver.token)).body.data[0].id },
  }),
  'POST /me/push-subscriptions': ({ people, pushOrigin }) => ({
    as: people[2]!.token,
    body: subscription(`${pushOrigin}/device/another`),
  }),
  'DELETE /me/push-subscriptions/{id}': async ({ app, people }) => {
    const { body } = await app.call('GET /me/push-subscriptions', people[2]!.token)
    return { as: people[2]!.token, params: { id: body.subscriptions[0].id } }
  },
  'POST /me/leave': ({ outsider }) => ({ as: outsider.token, body: self }),
  'DELETE /me': ({ outsider }) => ({ as: outsider.token, body: self }),
  'POST /users/{id}/erase': byAdmin(({ outsider }) => ({ id: outsider.id }), { password: ADMINISTRATOR.password }),
  'POST /me/device-keys': ({ people }) => ({ as: people[0]!.token, body: { public_key: deviceKey() } }),
  'POST /me/device-keys/{id}/admit': inVain('member', 400, { hash: 'a'.repeat(64) }),
  'DELETE /me/device-keys/{id}': async ({ app, people }) => {
    const { body } = await app.call('POST /me/device-keys', people[0]!.token, { body: { public_key: deviceKey() } })
    return { as: people[0]!.token, params: { id: body.id } }
  },
  'POST /me/terms': async ({ app, people }) => ({
    as: people[0]!.token,
    body: { terms_version: (await app.call('GET /me/terms', people[0]!.token)).body.terms_version ?? 'x' },
  }),
  'POST /test/clock': () => ({ as: null, body: { now: '2026-11-10T15:00:01Z' } }),
}
