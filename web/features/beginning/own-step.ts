import type { AnswerOf } from '#contracts/contract.ts'

type OwnRow = NonNullable<AnswerOf<'GET /me/beginning'>['row']>

export type BeginningStep = {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly to: '/beginning'
  readonly kind: 'confirm' | 'wait'
}

/** The reader's next step while the roda waits to be brought in: their own answer first, then everybody else's. */
export function beginningStep({ accepted, said }: Pick<OwnRow, 'accepted' | 'said'>): BeginningStep {
  const to = '/beginning'
  if (accepted)
    return {
      title: 'Você conferiu o seu começo',
      text: 'A roda entra quando todos disserem que o deles está certo.',
      action: 'Ver o meu começo',
      to,
      kind: 'wait',
    }
  if (said)
    return {
      title: 'Você disse o que não está certo',
      text: 'Quem organiza corrige e pede que você confira de novo.',
      action: 'Ver o meu começo',
      to,
      kind: 'wait',
    }
  return {
    title: 'Confira o seu começo',
    text: 'Veja se está certo o que você deu e recebeu antes. A roda entra quando todos disserem que sim.',
    action: 'Conferir',
    to,
    kind: 'confirm',
  }
}
