import type { Command } from '#circle/circle.ts'
import { stateAfter } from '#circle/ledger/known-entries.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { debtOf } from '#circle/ledger/signed-act.ts'
import type { ApprovalChange, ApprovalKind } from '#contracts/approvals.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { PAYMENT_FIELDS } from '#contracts/profile-fields.ts'
import { rowsOfCommand } from '#contracts/proposed-rows.ts'
import type { Parties } from '#contracts/proposed-rows.ts'
import { hashText } from '#web/api/hash-text.ts'

type Opening = AnswerOf<'GET /admin/approvals/{id}/opening'>

/** The hash of a proposal as the ledger has it, which this device would sign, and the changes that the texts behind it ask for. */
export type Opened = { readonly bodyHash: string; readonly rows: readonly ApprovalChange[] }

/**
 * Reads a proposal out of the texts that the server gives and the ledger that this device verified. Answers null where that
 * ledger does not have the proposal yet, and `differs` where the texts, or their kind, are not what it has.
 */
export function openProposal(
  entries: readonly LedgerEntry[],
  { id, kind }: { readonly id: string; readonly kind: ApprovalKind },
  { act, body, people }: Opening,
): Opened | 'differs' | null {
  const { proposed, state, donations, reported } = readLedger(entries, id)
  if (!proposed || !state) return null
  const { change, actHash, bodyHash } = proposed
  const isHeld = (text: string | null, hash: unknown) => text === null || hashText(text) === hash
  if (change !== kind || (act === null && body === null)) return 'differs'
  if (!isHeld(act, actHash) || !isHeld(body, bodyHash)) return 'differs'
  const names = new Map(people.map((one) => [one.id, one.name]))
  const nameOf = (person: string | null) => (person === null ? 'Conta administrativa' : (names.get(person) ?? person))
  if (body !== null) return { bodyHash, rows: rowsOfBody(JSON.parse(body) as Asked, nameOf) }
  const command = JSON.parse(act!) as Command
  const about =
    'reportId' in command ? reported.get(command.reportId) : 'donationId' in command ? command.donationId : ''
  if (command.kind === 'decide_appeal' && command.donationId !== about) return 'differs'
  const donation = donations.get(about ?? '')
  return { bodyHash, rows: rowsOfCommand({ state, now: Date.now(), nameOf, donation }, command) }
}

type Proposed = { readonly change: string; readonly actHash: string; readonly bodyHash: string }

/** The circle at the end of a ledger, every donation that it ever had, whose reports are about them, and the proposal. */
function readLedger(entries: readonly LedgerEntry[], id: string) {
  const donations = new Map<string, Parties>()
  const reported = new Map<string, string>()
  let proposed: Proposed | null = null
  for (const entry of entries) {
    const { kind, payload } = entry
    const debt = debtOf(entry)
    if (debt) donations.set(String(payload['donationId']), debt)
    if (kind === 'donation.reported') reported.set(String(payload['reportId']), String(payload['donationId']))
    if (kind === 'approval.proposed' && payload['approvalId'] === id) proposed = payload as Proposed
  }
  return { proposed, state: stateAfter(entries), donations, reported }
}

type Asked = {
  readonly params?: { readonly id?: string }
  readonly body: Readonly<Record<string, unknown>>
}

/** The changes of a proposal without a command: another operator, somebody who would administer, or a member's other key. */
function rowsOfBody({ params, body }: Asked, nameOf: (id: string) => string): ApprovalChange[] {
  const row = (field: string, value: unknown): ApprovalChange[] =>
    value === undefined ? [] : [{ field, before: null, after: value === null ? null : String(value) }]
  const { operator } = body as { readonly operator?: Readonly<Record<string, unknown>> | null }
  if (operator !== undefined)
    return ['name', 'document', 'contact', 'dataProtectionContact'].flatMap((field) =>
      row(`operator_${field}`, operator?.[field]),
    )
  if (params?.id !== undefined)
    return [
      ...row('person', nameOf(params.id)),
      ...PAYMENT_FIELDS.flatMap((field) =>
        row(field, field.endsWith('QrCode') && body[field] ? 'outra imagem' : body[field]),
      ),
    ]
  const { firstName, lastName, email, role } = body
  return [
    ...row('administrator', `${String(firstName)} ${String(lastName)}`),
    ...row('email', email),
    ...row('role', role === 'AUDITOR' ? 'Auditor' : 'Administrador'),
  ]
}
