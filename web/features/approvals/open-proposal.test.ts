import { describe, expect, test } from 'vitest'
import type { Command } from '#circle/circle.ts'
import { canonicalJson } from '#circle/ledger/entry.ts'
import { rodaLedger } from '#circle/testing/roda-ledger.ts'
import { hashText } from '#web/api/hash-text.ts'
import { rowsOfCommand } from '#contracts/proposed-rows.ts'
import { openProposal } from './open-proposal.ts'
import type { Opened } from './open-proposal.ts'

const people = [
  { id: 'ana', name: 'Ana Reis' },
  { id: 'bia', name: 'Bia Lima' },
]

/** A roda whose first month was asked for: everybody owes Cida, or whoever is first. */
function asked() {
  const roda = rodaLedger()
  roda.draw()
  roda.does('cida', { kind: 'generate_pull', period: '2026-11' } as Command)
  return roda
}
const texts = (act: string | null, body: string | null = null) => ({ act, body, people })

describe('a proposal that is approved', () => {
  test('is read out of the command itself, whatever else the server shows', () => {
    const roda = asked()
    const remove: Command = { kind: 'depart_member', memberId: 'bia', how: 'suspended' }
    roda.propose('cida', remove, 'suspend_member')
    const proposal = { id: 'p', kind: 'suspend_member' } as const
    expect(openProposal(roda.entries, proposal, texts(canonicalJson(remove)))).toEqual({
      bodyHash: 'body',
      rows: [
        { field: 'person', before: null, after: 'Bia Lima' },
        { field: 'money', before: null, after: 'Deu R$\u00a00,00 e recebeu R$\u00a00,00' },
        { field: 'place_1', before: 'Lugar 3', after: null },
      ],
    })
    // Another person's name under the same hash, and the right text under another kind.
    const other = canonicalJson({ ...remove, memberId: 'ana' })
    expect(openProposal(roda.entries, proposal, texts(other))).toBe('differs')
    expect(openProposal(roda.entries, { id: 'p', kind: 'pause_month' }, texts(canonicalJson(remove)))).toBe('differs')
    expect(openProposal(roda.entries, proposal, texts(null))).toBe('differs')
    // A proposal that this device's ledger does not have yet is not signed.
    expect(openProposal(roda.entries.slice(0, -1), proposal, texts(canonicalJson(remove)))).toBeNull()
  })

  test('of a place that is handed over says who leaves and who comes, and what the place gave, received, owes and awaits', () => {
    const roda = asked()
    const open = [...roda.state().donations.values()]
    const owing = open.find(({ donorId }) => open.every((one) => one.receiverId !== donorId))!
    const sums = { givenCents: 0, receivedCents: 30_000 }
    const over: Command = { kind: 'hand_over', substituteId: 's', memberId: owing.donorId, newcomerId: 'gil', ...sums }
    roda.propose('cida', over, 'hand_over')
    const opened = openProposal(roda.entries, { id: 'p', kind: 'hand_over' }, texts(canonicalJson(over)))
    const rows = (opened as Opened).rows
    expect(rows.map(({ field }) => field)).toEqual([
      'leaves',
      'comes',
      'place',
      'place_money',
      'place_owes',
      'place_open',
    ])
    const said = rows.slice(3).map(({ after }) => after?.replaceAll('\u00a0', ' '))
    expect(said[0]).toBe('Deu R$ 0,00 e recebeu R$ 300,00')
    expect(said[1]).toBe('Agora: dar mais R$ 300,00, até ter dado o que recebeu')
    expect(said[2]).toMatch(/^Deve R\$ [1-9][\d.,]+ e tem a receber R\$ 0,00$/)
    // The money on its way is to be given back as well.
    const served = { ...over, memberId: open[0]!.receiverId!, receivedCents: 0 }
    const facts = { state: roda.state(), now: 0, nameOf: () => 'Alguém' }
    const rest = rowsOfCommand(facts, served).find(({ field }) => field === 'place_owes')?.after
    expect(rest).toMatch(/^Com o que vai chegar: dar mais R\$\s[1-9]/)
  })

  test('about a donation says whose it is by the ledger’s own entries, also once it has ended', () => {
    const roda = asked()
    const [donation] = [...roda.state().donations.values()]
    const { id: donationId, donorId } = donation!
    roda.does(donorId, { kind: 'report', reportId: 'r1', donationId, memberId: donorId })
    const decide: Command = { kind: 'resolve_report', reportId: 'r1', resolution: 'RESOLVED', outcome: 'cancel' }
    const { executed } = roda.propose('olga', decide, 'resolve_report')
    const proposal = { id: 'p', kind: 'resolve_report' } as const
    const shown = () => openProposal(roda.entries, proposal, texts(canonicalJson(decide)))
    const rows = [
      { field: 'donation', before: null, after: expect.stringMatching(/^R\$\s100,00, de /) },
      { field: 'donation_outcome', before: null, after: 'É cancelada e designada de novo' },
    ]
    expect(shown()).toMatchObject({ rows })
    executed('olga')
    expect(shown()).toMatchObject({ rows })
    const appeal = { kind: 'decide_appeal', reportId: 'r1', decision: 'UPHELD', outcome: 'keep' } as const
    // An appeal names its donation itself, which has to be the report's.
    for (const [about, isShown] of [
      [donationId, true],
      ['another', false],
    ] as const) {
      const command: Command = { ...appeal, donationId: about }
      roda.propose('olga', command, 'decide_appeal')
      const opened = openProposal(roda.entries, { id: 'p', kind: 'decide_appeal' }, texts(canonicalJson(command)))
      expect(opened === 'differs').toBe(!isShown)
    }
  })

  test('without a command, all that was asked is shown as it was asked: another operator, a new administrator, a whole key', () => {
    const roda = asked()
    const opens = (change: 'change_operator' | 'add_administrator' | 'payment_key', body: object, act?: string) => {
      const text = canonicalJson({ salt: 's', ...body })
      const bodyHash = hashText(text)
      roda.write('cida', 'approval.proposed', {
        approvalId: 'p',
        change,
        bodyHash,
        actHash: act ? hashText(act) : bodyHash,
      })
      const proposal = { id: 'p', kind: change } as const
      expect(openProposal(roda.entries, proposal, texts(act ?? null, `${text} `))).toBe('differs')
      const opened = openProposal(roda.entries, proposal, texts(act ?? null, text))
      return opened && opened !== 'differs' && opened.rows.map(({ field, after }) => `${field}: ${after}`)
    }
    expect(opens('change_operator', { body: { operator: { name: 'Outra', document: '1' } } })).toEqual([
      'operator_name: Outra',
      'operator_document: 1',
    ])
    const eva = { firstName: 'Eva', lastName: 'Sá', email: 'eva@exemplo.org', role: 'ADMIN' }
    expect(
      opens('add_administrator', { body: eva }, canonicalJson({ kind: 'add_administrator', role: 'ADMIN' })),
    ).toEqual(['administrator: Eva Sá', 'email: eva@exemplo.org', 'role: Administrador'])
    const key = { params: { id: 'ana' }, body: { pixKey: '11999990000', pixQrCode: 'data:image/png;base64,AAAA' } }
    expect(opens('payment_key', key)).toEqual(['person: Ana Reis', 'pixKey: 11999990000', 'pixQrCode: outra imagem'])
  })
})
