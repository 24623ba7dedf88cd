import type { Nothing, Rules } from './rule.ts'
import { moment } from './sentences.ts'

export type PaymentKeyFacts = {
  readonly 'key.asked': { readonly by: 'member' | 'administration'; readonly holdsAt: number }
  readonly 'key.changed': { readonly isFirst?: true }
  readonly 'key.holds': Nothing
  readonly 'key.objected': Nothing
  readonly 'key.withdrawn': Nothing
  readonly 'key.of_receiver': Nothing
}

const ofKey = { event: 'access.payment_key', to: '/profile#chave', letter: 'always' } as const

export const paymentKeyRules: Rules<PaymentKeyFacts> = {
  'key.asked': {
    ...ofKey,
    text: ({ by, holdsAt }) =>
      `Sua chave de pagamento vai mudar em ${moment(holdsAt)}${by === 'member' ? '.' : ', a pedido da administração.'} ` +
      "Se não foi você, escolha 'Não fui eu' no seu perfil: a troca é desfeita.",
  },
  'key.changed': {
    ...ofKey,
    text: ({ isFirst }) =>
      isFirst
        ? 'Sua chave de pagamento foi guardada. Se não foi você, troque a chave e a senha no seu perfil.'
        : 'Sua chave de pagamento foi trocada. Se não foi você que pediu, fale com a administração.',
  },
  'key.holds': {
    ...ofKey,
    text: () =>
      'Sua nova chave de pagamento está valendo. As doações que já estavam em aberto continuam com a chave de antes.',
  },
  'key.objected': {
    ...ofKey,
    text: () => 'A troca da sua chave de pagamento foi desfeita, como você pediu. Sua chave continua a mesma.',
  },
  'key.withdrawn': {
    ...ofKey,
    text: () => 'A troca da sua chave de pagamento foi cancelada. Sua chave continua a mesma.',
  },
  'key.of_receiver': {
    event: 'access.payment_key',
    to: '/donations',
    letter: 'always',
    text: () =>
      'Uma pessoa a quem você vai doar trocou a chave de pagamento. A sua doação em aberto continua com a chave de antes, ' +
      'a que o aplicativo mostra. Não pague em uma chave que chegue por mensagem.',
  },
}
