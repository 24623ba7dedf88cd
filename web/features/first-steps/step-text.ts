import { say } from '#web/text/say.ts'
import type { FirstStepId, FirstSteps } from './api.ts'

type Place = { readonly to: string; readonly search?: Readonly<Record<string, string>>; readonly hash?: string }

export type StepText = { readonly title: string; readonly text: string; readonly open: string; readonly place: Place }

const people = (count: number) => (count === 1 ? '1 pessoa' : `${count} pessoas`)

/** Each step in words: why, and where it is done. */
export function stepText(
  id: FirstStepId,
  steps: Pick<FirstSteps, 'circle' | 'people' | 'people_needed' | 'places'>,
): StepText {
  const making: Place = { to: '/admin/found' }
  const settings: Place = { to: '/admin/settings' }
  switch (id) {
    case 'operator':
      return {
        title: 'Quem responde pela roda',
        text: 'Nome, CPF ou CNPJ e contato de quem responde. Todos leem isso antes de entrar.',
        open: steps.circle ? 'Ver quem responde' : 'Criar a roda',
        place: steps.circle ? settings : making,
      }
    case 'plan':
      return {
        title: 'O plano e o seu risco',
        text: 'Quantas pessoas e quanto por mês. Ao criar a roda, leia o que acontece se ela parar no meio, e marque que leu.',
        open: steps.circle ? 'Ver o plano' : 'Criar a roda',
        place: steps.circle ? settings : making,
      }
    case 'people':
      return {
        title: 'As pessoas',
        text: `Convide, confira e aprove cada uma. A roda precisa de ${people(steps.people_needed)}; aprovadas: ${steps.people}.`,
        open: steps.people === 0 ? 'Convidar pessoas' : 'Ver as pessoas',
        place: { to: steps.people === 0 ? '/admin/join-links' : '/admin/users' },
      }
    case 'places':
      return {
        title: 'A ordem',
        text:
          steps.people === 0
            ? 'Cada pessoa aprovada ganha um lugar na ordem, que é sorteada ou combinada por todos.'
            : `Cada pessoa aprovada ganha um lugar na ordem: ${steps.places} de ${steps.people} já ${steps.places === 1 || steps.people === 1 ? 'tem' : 'têm'} o seu.`,
        open: steps.places === 0 ? 'Sortear ou combinar a ordem' : 'Ver a ordem',
        place: { to: steps.places === 0 ? '/admin/queue/draw' : '/admin/queue' },
      }
    case 'contributions':
      return {
        title: 'O calendário',
        text: say(
          'O dia e a hora em que as contribuições do mês são pedidas sozinhas. Ou peça você as primeiras, no Dashboard.',
        ),
        open: 'Ver o calendário',
        place: { ...settings, hash: 'calendar' },
      }
    case 'mail':
      return {
        title: 'O correio',
        text: 'Com um servidor de correio, códigos e avisos chegam por e-mail. Envie uma mensagem de teste a você.',
        open: 'Testar o correio',
        place: { ...settings, hash: 'mail' },
      }
    case 'passkey':
      return {
        title: 'A sua chave de acesso',
        text: 'O dedo ou o rosto no lugar da senha: a conta de quem administra é a primeira que alguém tentaria abrir.',
        open: 'Criar uma chave',
        place: { to: '/admin/account' },
      }
    case 'backup':
      return {
        title: 'A cópia de segurança',
        text: 'Uma cópia por noite em outro disco, ou uma baixada agora. Sem ela, a roda acaba com a máquina.',
        open: 'Ver as cópias',
        place: { ...settings, hash: 'backup' },
      }
  }
}

/** 'Faltam 3 de 8 passos', with the verb in its number. */
export function leftText({ steps }: Pick<FirstSteps, 'steps'>): string {
  const left = steps.filter(({ done }) => !done).length
  if (left === 0) return 'Tudo pronto: a roda pode andar.'
  return left === 1 ? `Falta 1 de ${steps.length} passos` : `Faltam ${left} de ${steps.length} passos`
}
