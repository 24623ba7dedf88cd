import type { NoticeEvent } from './events.ts'

export type Nothing = Readonly<Record<string, never>>

type Page =
  | '/calendar'
  | '/beginning'
  | '/admin/queue/beginning'
  | '/trocar-de-vez'
  | '/passar-o-lugar'
  | '/admin/approvals'
  | '/fiscais'
  | '/home'
  | '/draw'
  | '/accept-terms'
  | '/donations'
  | '/profile#acesso'
  | '/profile#ajuda'
  | '/profile#aparelhos'
  | '/profile#chave'
  | '/conhecidos'
  | '/admin/settings'
  | '/admin/dashboard'

/** A notice of one kind: its sentence for the person whom it concerns, where it leads, and whether an e-mail says it. */
export type Rule<Facts> = {
  /** The row of the table in which people choose how they are told. */
  readonly event: NoticeEvent
  /** The page on which the person sees more. */
  readonly to: Page | ((facts: Facts) => string)
  /**
   * Whether an e-mail says it too: always, where somebody else could be acting in the person's name; or unless they
   * switched e-mails off.
   */
  readonly letter: 'always' | 'usual' | 'never'
  readonly text: (facts: Facts) => string
}

/** The rules of a noun's kinds of notices. */
export type Rules<FactsOf> = { readonly [Kind in keyof FactsOf]: Rule<FactsOf[Kind]> }
