import { Button } from '@mantine/core'
import { say } from '#web/text/say.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { ChangeUrl } from '#web/ui/useUrlState.ts'
import type { ListShape } from './search.ts'
import type { useFoundUsers } from './useFoundUsers.ts'

type Props = {
  readonly asked: ReturnType<typeof useFoundUsers>['asked']
  /** Whether those who have not accepted the terms were read: nobody among them is good news, and said as such. */
  readonly isConsentKnown: boolean
  readonly go: ChangeUrl<ListShape>
}

/** In place of an empty list: what it was asked for, and the way out. */
export function NobodyFound({ asked, isConsentKnown, go }: Props) {
  const { search, isUnverifiedOnly, isWithoutConsentOnly, filter } = asked
  const showAll = () => go({ filtro: '', pagina: '' })
  if (isWithoutConsentOnly && !search)
    return isConsentKnown ? <EmptyState title="Todos aceitaram os termos em vigor" /> : null
  if (search) {
    return (
      <EmptyState
        title={say('Nenhum usuário encontrado')}
        action={<Button onClick={() => go({ busca: '', pagina: '' })}>Limpar busca</Button>}
      >
        Nada combina com “{search}”{isUnverifiedOnly && ' entre os não verificados'}. Confira como foi escrito.
      </EmptyState>
    )
  }
  if (isUnverifiedOnly) {
    return (
      <EmptyState title={say('Nenhum usuário encontrado')} action={<Button onClick={showAll}>Mostrar Todos</Button>}>
        Ninguém aguarda aprovação.
      </EmptyState>
    )
  }
  if (filter !== null)
    return (
      <EmptyState title={say('Nenhum usuário encontrado')} action={<Button onClick={showAll}>Mostrar Todos</Button>} />
    )
  return <EmptyState title={say('Nenhum usuário cadastrado')} />
}
