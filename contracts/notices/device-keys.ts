import type { ActKind } from '#circle/ledger/act-kinds.ts'
import type { Rules } from './rule.ts'

/** Each act as what happened, inside a sentence. */
export const ACTS: Readonly<Record<ActKind, string>> = {
  send_receipt: 'um comprovante foi enviado',
  reject_receipt: 'um comprovante foi recusado',
  confirm: 'uma doação foi confirmada',
  report: 'um problema foi avisado',
  accept_upgrade: 'um upgrade foi aceito',
  pay_ahead: 'um mês foi adiantado',
  accept_terms: 'os termos foram aceitos',
  join_draw: 'uma parte no sorteio foi tomada',
  open_draw: 'um número do sorteio foi mostrado',
  accept_order: 'a ordem proposta foi aceita',
  confirm_key: 'a troca da sua chave de pagamento foi confirmada',
  object_key: 'a troca da sua chave de pagamento foi recusada',
  object: 'foi feita uma objeção',
  withdraw_objection: 'uma objeção foi retirada',
  appeal: 'foi feito um recurso',
  say: 'foi escrito num caso',
  admit_key: 'um aparelho novo foi aceito',
  remove_key: 'um aparelho foi retirado',
  vouch: 'foi dito que você conhece uma pessoa',
  unvouch: 'foi retirado que você conhece uma pessoa',
  confirm_fiscal: 'alguém foi confirmado como fiscal por você',
  end_fiscal: 'foi dito que você não quer mais um fiscal',
  resign_fiscal: 'você deixou de ser fiscal',
  choose_witness: 'uma testemunha foi escolhida',
  drop_witness: 'uma testemunha foi retirada',
  ask_swap: 'uma troca de vez foi pedida',
  accept_beginning: 'o seu começo na roda foi aceito',
  take_shares: 'o seu número de lugares na roda foi mudado',
  accept_swap: 'uma troca de vez foi aceita',
  ask_substitute: 'um pedido para passar o seu lugar foi feito',
  accept_substitute: 'um lugar na roda foi aceito',
  end_swap: 'uma troca de vez foi retirada ou recusada',
  end_substitute: 'um pedido para passar um lugar foi retirado ou recusado',
  contest_beginning: 'foi dito que o seu começo na roda está errado',
  leave: 'a saída do círculo foi feita',
  administer: 'uma decisão da administração foi tomada',
  approve: 'uma proposta foi aprovada',
  reject: 'uma proposta foi recusada',
}

export type DeviceKeyFacts = {
  readonly 'key.added': { readonly device: string }
  readonly 'key.waits': { readonly device: string }
  /** To everybody else: `position` is the place of whose device it is; null for somebody without one. `administers`: they take no part. */
  readonly 'key.waits_of_other': { readonly position: number | null; readonly administers?: true }
  readonly 'key.removed': { readonly device: string }
  readonly 'act.unsigned': { readonly act: ActKind }
}

const ofDevices = { event: 'access.devices', to: '/profile#aparelhos', letter: 'always' } as const

export const deviceKeyRules: Rules<DeviceKeyFacts> = {
  'key.added': {
    ...ofDevices,
    text: ({ device }) =>
      `Novo aparelho: ${device} agora assina por você. Se não foi você, retire o aparelho no seu perfil e troque a senha.`,
  },
  'key.waits': {
    ...ofDevices,
    text: ({ device }) =>
      `Novo aparelho: ${device} vai assinar por você daqui a 24 horas, ou quando outro aparelho seu disser que é seu. Se não foi você, retire o aparelho no seu perfil e troque a senha.`,
  },
  'key.waits_of_other': {
    event: 'circle.rules',
    to: '/conhecidos',
    letter: 'usual',
    text: ({ position, administers }) =>
      `${administers ? 'Alguém da administração' : position === null ? 'Alguém do círculo' : `Quem está no lugar ${position}`} entrou por um aparelho novo, que passa a assinar em 24 horas. Pergunte à pessoa se foi ela.`,
  },
  'key.removed': {
    ...ofDevices,
    text: ({ device }) =>
      `Aparelho retirado: ${device} não assina mais por você. Se não foi você, troque a senha e avise a administração.`,
  },
  'act.unsigned': {
    event: 'access.devices',
    to: '/donations',
    letter: 'always',
    text: ({ act }) =>
      `Sem assinatura de um aparelho seu: ${ACTS[act]} em seu nome. Se não foi você, troque a senha e avise a administração.`,
  },
}
