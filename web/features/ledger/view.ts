import { COMMAND_KIND } from '#circle/ledger/entry.ts'
import { helperIn } from '#circle/ledger/helpers.ts'
import type { NameOf } from '#web/text/name-of.ts'
import { describeCommand, describeEvent } from '#web/text/events.ts'
import type { ShapeOf } from '#web/ui/url-search.ts'
import type { ChangeUrl } from '#web/ui/useUrlState.ts'
import type { ledgerSearch } from './search.ts'
import { say } from '#web/text/say.ts'
import type { LedgerEntry, Order } from './api.ts'

export type Address = ReturnType<typeof ledgerSearch>
export type Patch = Parameters<ChangeUrl<ShapeOf<typeof ledgerSearch>>>[0]

export const USUAL_SIZE = 20

export type View = {
  readonly page: number
  readonly size: number
  readonly order: Order
  /** The entry that somebody was led to. */ readonly seq: number | null
}

export function viewOf({ pagina, tamanho, ordem, lancamento }: Address): View {
  return {
    page: pagina ?? 1,
    size: tamanho ?? USUAL_SIZE,
    order: ordem === 'antigos' ? 'oldest' : 'newest',
    seq: lancamento ?? null,
  }
}

/** The address at which an entry is seen: oldest first, so that it stays there whatever comes after. */
export function addressOf(seq: number, size: number): Address {
  return { ordem: 'antigos', pagina: Math.ceil(seq / size), lancamento: seq }
}

/**
 * Names for a member: their own name, and the end of the id for others, because neither the ledger nor other members
 * may know names.
 */
export function namesFor(user: { readonly id: string; readonly firstName: string; readonly lastName: string }): NameOf {
  return (id) =>
    id === null
      ? say('Conta administrativa')
      : id === user.id
        ? `${user.firstName} ${user.lastName}`.trim()
        : `Pessoa ${id.slice(-6)}`
}

export type EntryDescription = { readonly text: string; readonly by: string | null }

/** An entry in words, and whose doing it was where the words do not say so themselves. */
export function describeEntry(
  { kind, payload, actor_id }: Pick<LedgerEntry, 'kind' | 'payload' | 'actor_id'>,
  nameOf: NameOf,
): EntryDescription {
  // Among what happened the founding is not news; in the ledger it has its entries.
  const founding = kind === 'circle.terms_changed' ? 'Os primeiros termos ficaram no livro' : 'O círculo foi criado'
  const text = kind === COMMAND_KIND ? describeCommand(payload) : (describeEvent(kind, payload, nameOf) ?? founding)
  if (actor_id === null) return { text, by: 'pelo sistema' }
  const actor = nameOf(actor_id)
  const helper = helperIn({ payload })
  if (helper !== null) return { text, by: `feito por ${nameOf(helper)} por ${actor}` }
  return { text, by: text.includes(actor) ? null : `por ${actor}` }
}

/** A hash as far as a glance tells it apart. */
export function shortHash(hash: string): string {
  return hash.slice(0, 12)
}
