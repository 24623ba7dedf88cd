import type { ActKind } from '#circle/ledger/act-kinds.ts'
import { ACTS } from './device-keys.ts'
import type { Rules } from './rule.ts'
import { money } from './sentences.ts'

/** The other one of the two, by id and first name; the name is gone once they are erased. */
export type OtherPerson = { readonly id: string; readonly name?: string }

export type HelperFacts = {
  /** To both: `isHelper` is the reader's part. */
  readonly 'helper.named': { readonly other: OtherPerson; readonly isHelper: boolean }
  readonly 'helper.ended': { readonly other: OtherPerson; readonly isHelper: boolean }
  /** To the person for whom it was done; with the sum, where it was on several contributions that were paid in one. */
  readonly 'helper.acted': {
    readonly other: OtherPerson
    readonly act: ActKind
    readonly count?: number
    readonly amountCents?: number
  }
}

const nameOf = ({ name = 'quem saiu da Ciranda' }: OtherPerson) => name

export const helperRules: Rules<HelperFacts> = {
  'helper.named': {
    event: 'access.devices',
    to: '/profile#ajuda',
    letter: 'always',
    text: ({ other, isHelper }) =>
      isHelper
        ? `${nameOf(other)} assinou um papel para você ajudar. Em Eu, você passa a fazer por ela o que ela pedir.`
        : `${nameOf(other)} agora ajuda você: manda comprovantes e confirma o que você recebeu. Se não foi você que pediu, avise quem organiza ou encerre a ajuda.`,
  },
  'helper.ended': {
    event: 'access.devices',
    to: '/profile#ajuda',
    letter: 'always',
    text: ({ other, isHelper }) =>
      isHelper ? `Você não ajuda mais ${nameOf(other)}.` : `${nameOf(other)} não ajuda mais você.`,
  },
  'helper.acted': {
    event: 'access.devices',
    to: '/donations',
    letter: 'always',
    text: ({ other, act, count = 1, amountCents = 0 }) =>
      `Feito por ${nameOf(other)} por você: ${ACTS[act]}${count > 1 ? ` (${count} contribuições, ${money(amountCents)} ao todo)` : ''}. Se não foi você que pediu, avise quem organiza.`,
  },
}
