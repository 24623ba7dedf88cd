import { nameHashText } from '#circle/terms.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { hashText } from '#web/api/hash-text.ts'
import { versionOf } from './terms-hash.ts'

export type Changes = AnswerOf<'GET /circle/changes'>
export type Change = Changes['data'][number]
type Words = Changes['words'][number]

const TERMS: Readonly<Record<string, string>> = {
  plan: 'O plano mudou',
  operator: 'Os dados de quem opera o círculo mudaram',
  text: 'O texto dos termos mudou',
  rotation: 'Começou outra volta, que cada pessoa aceita de novo',
  administrators: 'Os termos passaram a dizer que quem organiza participa',
}

const SENTENCES: { readonly [K in Change['kind']]: (change: Change) => string } = {
  'circle.terms_changed': ({ what }) => TERMS[what ?? ''] ?? 'Os termos mudaram',
  'circle.plan_changed': () => 'O plano mudou',
  'circle.renamed': () => 'O nome do círculo mudou',
  'circle.registration_opened': () => 'O círculo passou a receber cadastros',
  'circle.registration_closed': () => 'O círculo deixou de receber cadastros',
  'circle.clock_moved': () => 'As datas passaram a ser as de um relógio posto à mão',
  'circle.calendar_set': ({ what }) => {
    const [day, hour] = (what ?? '').split('/')
    return `As contribuições passaram a ser pedidas no dia ${day}, às ${hour}h`
  },
  'circle.calendar_removed': () => 'As contribuições voltaram a ser pedidas à mão',
  'circle.answer_days_set': ({ what }) => `Quem recebe passou a ter ${what} dias para responder a um comprovante`,
  'circle.closed': () => 'O círculo foi encerrado',
  'administrator.participates': () => 'Quem organiza passou a participar também',
  'administrator.added': ({ what }) =>
    what === 'AUDITOR' ? 'Mais uma pessoa passou a acompanhar como auditora' : 'Mais uma pessoa passou a administrar',
  'administrator.removed': ({ what }) =>
    what === 'AUDITOR' ? 'Uma pessoa deixou de acompanhar como auditora' : 'Uma pessoa deixou de administrar',
  'administrator.access_reset': () => 'Uma senha provisória foi dada no próprio servidor a alguém da administração',
  'draw.begun': () => 'Começou um sorteio da primeira ordem',
  'draw.revealed': () => 'O sorteio da primeira ordem terminou, e a ordem sorteada passou a valer',
  'draw.lapsed': () => 'Um sorteio da primeira ordem caducou, sem valer',
  'order.proposed': () => 'Uma primeira ordem combinada foi proposta a todos',
  'order.withdrawn': () => 'A ordem proposta foi retirada, sem valer',
  'order.lapsed': () => 'A ordem proposta caiu, sem valer',
  'queue.drawn': () => 'Todos aceitaram a ordem combinada, e ela passou a valer',
}

/** The kinds of entries that are told as changes. */
export const changeKinds = Object.keys(SENTENCES)

/** A change in one sentence. */
export function changeText(change: Change): string {
  return SENTENCES[change.kind](change)
}

/** The role of the person behind a change: names of administrators are not for every member to know. */
export const byText: Readonly<Record<Change['by'], string>> = {
  administration: 'pela administração',
  member: 'por alguém de fora da administração',
  circle: 'pela própria Ciranda',
}

/**
 * The words that a change commits to: what was kept, where it agrees with the ledger's hash. `differ` is said of words
 * that somebody changed afterwards, `missing` of words that were not kept.
 */
export type Told<T> = { readonly is: 'kept'; readonly words: T } | { readonly is: 'differ' | 'missing' }

/** The terms under a hash, hashed anew on this device. */
export function termsUnder(hash: string | null, words: readonly Words[]): Told<NonNullable<Words['terms']>> {
  const terms = words.find((one) => one.hash === hash)?.terms
  if (!terms) return { is: 'missing' }
  return versionOf(terms) === hash ? { is: 'kept', words: terms } : { is: 'differ' }
}

/** The circle's name under a hash, hashed anew on this device. */
export function nameUnder(hash: string | null, words: readonly Words[]): Told<string> {
  const name = words.find((one) => one.hash === hash)?.name
  if (!name) return { is: 'missing' }
  return hashText(nameHashText(name.circle_id, name.name)) === hash
    ? { is: 'kept', words: name.name }
    : { is: 'differ' }
}
