import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Command } from '#circle/circle.ts'
import { canonicalJson } from '#circle/ledger/entry.ts'
import { otherwiseShown } from '#circle/ledger/own-rows.ts'
import { statesOf } from '#circle/ledger/shown-state.ts'
import { rodaLedger } from '#circle/testing/roda-ledger.ts'
import { rowsOfCommand } from './proposed-rows.ts'
import { shownProposal } from './shown-proposal.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('a proposal is shown with the very rows of what its ledger’s hash is of, as things stood when it was proposed', () => {
  const { does, draw, entries, propose, state } = rodaLedger()
  draw()
  const [first, second, third] = [...state().entries.values()]
  const command: Command = { kind: 'swap', entryId: first!.id, otherEntryId: second!.id }
  const facts = {
    state: state(),
    now: Date.parse(entries.at(-1)!.at),
    nameOf: (id: string | null) => `Pessoa (${id}).`,
  }
  const changes = rowsOfCommand(facts, command)
  const proposal = propose('cida', command, 'change_queue')
  const seq = entries.length
  const amiss = (lie: object) => {
    const act = canonicalJson(command)
    const shown = {
      id: 'p',
      kind: 'change_queue',
      objected_at: null,
      may_object: true,
      due_at: null,
      act,
      changes,
      ...lie,
    }
    const ledger = { entries, stateAt: statesOf(entries) }
    return otherwiseShown(ledger, shownProposal(shown as never), { sha256, rowsOf: rowsOfCommand })
  }
  expect(changes).toHaveLength(2)
  const said = { field: 'reason', before: null, after: 'Combinado (entre todos)' }
  expect([amiss({}), amiss({ changes: [...changes, said] })]).toEqual([null, null])
  const other = canonicalJson({ ...command, otherEntryId: third!.id })
  const [one, two] = changes
  for (const lie of [
    { act: null },
    { act: other },
    { changes: [] },
    { changes: [one] },
    { changes: [one, { ...two, after: 'lugar 4' }] },
    { changes: [one, two, { ...two, before: 'Outra: lugar 3' }] },
    { act: other, changes: rowsOfCommand(facts, JSON.parse(other) as Command) },
  ])
    expect(amiss(lie), JSON.stringify(lie)).toBe(seq)
  // It is held to how things stood then, whatever happened since.
  does('cida', { kind: 'swap', entryId: second!.id, otherEntryId: third!.id })
  expect(amiss({})).toBeNull()
  // Once it has ended, nothing opens it any more.
  proposal.executed(null)
  expect(amiss({ act: null })).toBeNull()
})
